"""The window on a file that another process appends to: 10,000 chunks a second.

    python tests/bench/window_follow.py [SECONDS [CHUNKS_A_SECOND]]

The writer is a process of its own. Prints whether a chunk is missing (each carries its number, all
are read back from the store), how late a timer of 5 ms was, how often the lists were painted, and
how late the last rows came. Exits 1 when a chunk is missing, a goal is missed, or the lists were
not painted at least ten times a second.
"""

import multiprocessing
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer

from bench.store_follow import PATIENCE_S, missing, write
from bench.streams import say
from bench.window import Heart, open_shell
from wiretail.gui.views.shell import Shell

_PAINTS_A_SECOND = 10


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QObject) -> None:
        super().__init__()
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Count, and let go on."""
        self.count += event.type() == QEvent.Type.Paint
        return False


def follow(shell: Shell, path: Path, seconds: float, rate: int) -> tuple[Heart, float]:
    """Follow until the turn has ended; return the heart, and the seconds behind the writer."""
    writer = multiprocessing.get_context("spawn").Process(
        target=write, args=(str(path), seconds, rate)
    )
    loop, written = QEventLoop(), [0.0]

    def look() -> None:
        if not written[0] and not writer.is_alive():
            written[0] = time.monotonic()
        store = shell.inspection.store
        if store is not None and store.turn_count:
            loop.quit()

    heart = Heart(look)
    shell.inspection.follow_path(path)
    writer.start()
    heart.start()
    QTimer.singleShot(int(1000 * (seconds + PATIENCE_S)), loop.quit)
    loop.exec()
    heart.stop()
    late = time.monotonic() - (written[0] or time.monotonic())
    writer.join()
    return heart, late


def main() -> int:
    """Follow, measure, and return the exit code."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    rate = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    shell = open_shell()
    paints = Paints(shell.window.events.viewport())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sse"
        path.touch()
        heart, late = follow(shell, path, seconds, rate)
        store = shell.inspection.store
        assert store is not None
        count = int(seconds * rate)
        assert store.frame_count == count + 2, (store.frame_count, count)
        assert paints.count >= seconds * _PAINTS_A_SECOND, f"painted {paints.count} times"
        kept = [
            say(f"missing of {count:,} chunks", missing(store, count), "chunks", 0),
            heart.tell(16),
        ]
        say("the events were painted", paints.count / seconds, "times a second")
        say("the last rows came behind the writer by", late, "s")
        shell.window.close()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
