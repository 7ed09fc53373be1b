"""The application: one a process, and what shows windows until the last one is closed."""

import gc
import signal
import sys
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from wiretail.gui.settings import settings_path
from wiretail.gui.views.shell import Shell

#: The worker process starts when the first rows are there: it would take their processor.
_WARM_MS = 1500


class Wish(NamedTuple):
    """What a window is to show; ``path`` is empty for none and ``-`` for standard input."""

    path: str = ""
    profile: str | None = None
    tools: str | None = None
    follow: bool = False
    goto: str = ""
    tour: bool = False


def application() -> QApplication:
    """Return the application of this process, made where there is none."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    made = QApplication([sys.argv[0] or "wiretail"])
    made.setApplicationName("wiretail")
    made.setApplicationDisplayName("Wiretail")
    made.setDesktopFileName("wiretail")
    return made


def make_shell(wish: Wish, settings_file: Path | None) -> Shell:
    """Make a window and let it show what is wished for.

    Raises ``ProfileError`` and ``ToolsError``.
    """
    application()
    shell = Shell(settings_file)
    if wish.profile is not None:
        shell.inspection.use_profile(wish.profile)
    if wish.tools is not None:
        shell.inspection.use_tools(wish.tools)
    shell.go_when_ready(wish.goto)
    if wish.tour:
        shell.touring.start()
    elif wish.path == "-":
        shell.inspection.follow_stdin()
    elif wish.path and wish.follow:
        shell.inspection.follow_path(wish.path)
    elif wish.path:
        shell.deeds.open_path(wish.path)
    return shell


def settle_memory() -> None:
    """Take what the window is made of out of the garbage collection, and let that go on.

    A full collection that walks all of it stops the window for longer than a frame.
    """
    gc.freeze()
    gc.enable()


def show(wishes: list[Wish]) -> int:
    """Show a window for each wish until all are closed; Ctrl-C in the terminal closes them."""
    app = application()
    shells = [make_shell(wish, settings_path()) for wish in wishes]
    for shell in shells:
        shell.window.show()
        QTimer.singleShot(_WARM_MS, shell.inspection.warm_up)
    QTimer.singleShot(0, settle_memory)
    signal.signal(signal.SIGINT, lambda *_: app.closeAllWindows())
    # Python looks at signals only between its own instructions: let it have some.
    pulse = QTimer()
    pulse.timeout.connect(lambda: None)
    pulse.start(200)
    return app.exec()
