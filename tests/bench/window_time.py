"""The window with a large capture: first rows, heartbeat, jumps, memory.

    python tests/bench/window_time.py [MEGABYTES [FILE]]

Makes a stream of 100 MB (or MEGABYTES; 1000 for 1 GB) in a temporary folder, or takes FILE. Opens
it in a window that has shown a small capture and whose worker is warm, and prints when the first
rows were painted, how late a timer of 5 ms was while the capture was processed, how long jumps to
random rows took until the panes were painted, and the memory. Beside the time on the clock stands
the CPU time of the window's thread, which other programs do not disturb. Every figure asserts that
rows were painted; exits 1 when a goal is missed.
"""

import os
import random
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop

from wiretail.gui.application import application
from wiretail.gui.controllers.inspection import State
from wiretail.gui.views.shell import Shell

sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from bench.streams import anonymous_memory, percentile, say, write_stream
from bench.window import Heart, open_shell

_JUMPS = 300
_BUSY = frozenset({State.OPENING, State.RUNNING})


def show_something(shell: Shell) -> None:
    """Show a small capture: what fonts and styles take once is none of the large one's."""
    shell.deeds.open_path(str(Path(__file__).parents[2] / "assets/captures/split-marker.wtail"))
    while shell.inspection.state is not State.DONE or not shell.window.events.painted:
        application().processEvents()
    shell.window.chunks.painted = shell.window.events.painted = 0


def process(shell: Shell, path: Path) -> bool:
    """Open a capture and let it run to its end."""
    loop = QEventLoop()
    first: list[float] = []

    def look() -> None:
        if not first and shell.window.chunks.painted and shell.window.events.painted:
            first.append((time.perf_counter() - began) * 1000)

    heart = Heart(look)
    shell.inspection.state_changed.connect(lambda state: None if state in _BUSY else loop.quit())
    began = time.perf_counter()
    heart.start()
    shell.deeds.open_path(str(path))
    loop.exec()
    heart.stop()
    assert shell.inspection.state is State.DONE, shell.inspection.state
    assert first, "no row was painted"
    kept = [say("first rows painted", first[0], "ms", 100), heart.tell(16)]
    say("all of it", time.perf_counter() - began, "s")
    return all(kept)


def jump(shell: Shell) -> bool:
    """Go to rows all over the capture; each jump must paint what it leads to."""
    app, window, store = application(), shell.window, shell.inspection.store
    assert store is not None
    chance = random.Random(1)
    took: list[float] = []
    worked: list[float] = []
    for _ in range(_JUMPS):
        row = chance.randrange(store.row_count)
        where = store.bytes_of_row(row)
        window.bytes.painted = []
        window.chunks.painted = window.events.painted = 0
        began, used = time.perf_counter(), time.thread_time()
        shell.desk.select_row(row)
        app.processEvents()
        took.append((time.perf_counter() - began) * 1000)
        worked.append((time.thread_time() - used) * 1000)
        assert window.chunks.painted
        assert window.events.painted
        lines = [painted.line for painted in window.bytes.painted]
        assert where is None or any(line.start <= where.start < line.end for line in lines)
    say("random jump until painted, p50", percentile(took, 0.5), "ms")
    say("p99 of its CPU time alone", percentile(worked, 0.99), "ms")
    return say("random jump until painted, p99", percentile(took, 0.99), "ms", 16)


def main() -> int:
    """Make the capture, measure, and return the exit code."""
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 100.0
    shell = open_shell()
    show_something(shell)
    before = anonymous_memory()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sse"
        if len(sys.argv) > 2:
            path = Path(sys.argv[2])
        else:
            write_stream(path, int(size * 1e6))
        kept = [process(shell, path), jump(shell)]
        store = shell.inspection.store
        assert store is not None
        say("chunks and frames", (store.chunk_count + store.frame_count) / 1e6, "million")
        grown = (anonymous_memory() - before) / store.frame_count
        kept.append(say("anonymous memory above start, a million frames", grown, "MB", 80))
        shell.window.close()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
