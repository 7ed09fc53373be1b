"""The application: one per process, and what runs it until the window is closed."""

import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from wiretail.gui.settings import settings_path
from wiretail.gui.views.shell import Shell


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


def has_display() -> bool:
    """Tell whether a window can be shown."""
    if sys.platform in {"win32", "darwin"} or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(shell: Shell) -> int:
    """Show a window until it is closed; Ctrl-C in the terminal closes it."""
    app = application()
    signal.signal(signal.SIGINT, lambda *_: shell.window.close())
    # Python looks at signals only between its own instructions: let it have some.
    pulse = QTimer()
    pulse.timeout.connect(lambda: None)
    pulse.start(200)
    shell.window.show()
    return app.exec()


def make_shell(settings_file: Path | None = None) -> Shell:
    """Make the window, with the settings of the user where no others are named."""
    application()
    return Shell(settings_file or settings_path())
