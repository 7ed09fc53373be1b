"""The window with a large capture: python tests/bench/window_time.py [MEGABYTES]

Prints when the first rows were painted, how late the event loop was while the capture was
processed, how long jumps took, and the memory; every figure asserts that something was painted.
"""

import os
import random
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QElapsedTimer, QTimer

from wiretail.gui.application import application
from wiretail.gui.controllers.inspection import State
from wiretail.gui.views.shell import Shell
from wiretail.store import Store

_JUMPS = 200


def write_capture(path: Path, megabytes: int) -> None:
    """Write a stream of so many megabytes, a call leaked now and then."""
    pieces = []
    for number in range(2000):
        text = f"word {number} of a long answer, " if number % 50 else "**bold** and `code`, "
        pieces.append(
            f'data: {{"id":"chatcmpl-1","object":"chat.completion.chunk","model":"demo",'
            f'"choices":[{{"index":0,"delta":{{"content":"{text}"}},"finish_reason":null}}]}}\n\n'
        )
    block = "".join(pieces).encode()
    with path.open("wb") as file:
        for _ in range(megabytes * 1_000_000 // len(block)):
            file.write(block)


def anonymous_kb() -> int:
    """Return the anonymous memory of this process."""
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("RssAnon"):
            return int(line.split()[1])
    return 0


def percentile(values: list[float], share: float) -> float:
    """Return the value that ``share`` of the values do not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def say(words: str) -> None:
    """Print a line."""
    sys.stdout.write(words + "\n")


def main(megabytes: int) -> None:
    """Open, let it run, jump."""
    app = application()
    shell = Shell()
    shell.window.show()
    shell.inspection.warm_up()
    app.processEvents()
    before = anonymous_kb()
    warm = time.monotonic() + 2
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sse"
        write_capture(path, megabytes)
        while time.monotonic() < warm:
            app.processEvents()
        late: list[float] = []
        clock, pulse = QElapsedTimer(), QTimer()
        pulse.setInterval(5)

        def beat() -> None:
            late.append(max(0.0, clock.nsecsElapsed() / 1e6 - 5))
            clock.restart()

        pulse.timeout.connect(beat)
        began = time.perf_counter()
        clock.start()
        pulse.start()
        shell.deeds.open_path(str(path))
        first = 0.0
        while shell.inspection.state in {State.OPENING, State.RUNNING}:
            app.processEvents()
            if not first and shell.window.chunks.painted:
                first = time.perf_counter() - began
        whole = time.perf_counter() - began
        pulse.stop()
        store = shell.inspection.store
        assert store is not None
        assert first, "no row was painted"
        say(f"{megabytes} MB: first rows {first * 1000:.0f} ms, whole {whole:.1f} s")
        say(
            f"heartbeat late: p50 {percentile(late, 0.5):.1f} ms, p99 {percentile(late, 0.99):.1f} "
            f"ms, most {max(late):.1f} ms"
        )
        say(
            f"chunks {store.chunk_count:,}, rows {store.row_count:,}, entries {store.entry_count:,}"
        )
        say(f"anonymous memory above start: {(anonymous_kb() - before) / 1024:.0f} MB")
        jump(shell, store)
        shell.window.close()


def jump(shell: Shell, store: Store) -> None:
    """Go to rows all over the capture; each jump must paint."""
    jumps: list[float] = []
    chance = random.Random(1)
    for _ in range(_JUMPS):
        at = time.perf_counter()
        shell.desk.select_row(chance.randrange(store.row_count))
        shell.window.bytes.painted = []
        shell.window.chunks.painted = 0
        shell.window.bytes.viewport().repaint()
        shell.window.chunks.viewport().repaint()
        jumps.append((time.perf_counter() - at) * 1000)
        assert shell.window.bytes.painted
        assert shell.window.chunks.painted
    say(f"jump: p50 {percentile(jumps, 0.5):.1f} ms, p99 {percentile(jumps, 0.99):.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
