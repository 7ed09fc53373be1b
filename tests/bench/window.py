"""A window for the benches, and a heart that notes how late its loop is."""

import os
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer

from bench.streams import percentile, say
from wiretail.gui.application import application, settle_memory
from wiretail.gui.views.shell import Shell

_BEAT_MS = 5


class Heart:
    """A timer that notes how late it was, and how long the thread worked between two beats (ms)."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self.late: list[float] = []
        self.worked: list[float] = []
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._last = (0.0, 0.0)

    def start(self) -> None:
        """Begin to beat."""
        self._last = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        """Beat no more."""
        self._timer.stop()

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.late.append(max(0.0, (now - self._last[0]) * 1000 - _BEAT_MS))
        self.worked.append((worked - self._last[1]) * 1000)
        self._look()
        self._last = time.perf_counter(), time.thread_time()

    def tell(self, goal: float) -> bool:
        """Print how late it was."""
        say("heartbeat late, p50", percentile(self.late, 0.5), "ms")
        kept = say("heartbeat late, p99", percentile(self.late, 0.99), "ms", goal)
        say("heartbeat late, most", max(self.late), "ms")
        say("CPU time of the window between beats, p99", percentile(self.worked, 0.99), "ms")
        return kept


def open_shell() -> Shell:
    """Show a window, and wait until its worker is warm."""
    app = application()
    shell = Shell()
    shell.window.show()
    shell.inspection.warm_up()
    warm = time.monotonic() + 2
    while time.monotonic() < warm:
        app.processEvents()
        time.sleep(0.01)
    settle_memory()
    return shell
