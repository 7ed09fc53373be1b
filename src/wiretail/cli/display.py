"""Is there a screen, and is the window installed?"""

import os
import sys
from importlib.util import find_spec

from wiretail.errors import WiretailError


def has_display() -> bool:
    """Tell whether a window can be shown; a platform that was asked for counts as one."""
    if sys.platform in {"win32", "darwin"} or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def has_window() -> bool:
    """Tell whether what the window needs is installed."""
    return find_spec("PySide6") is not None and find_spec("pygments") is not None


def require_window() -> None:
    """Raise :class:`~wiretail.errors.WiretailError` where no window can be shown."""
    if not has_window():
        raise WiretailError(
            "the window is not installed: install the extra gui (pip install 'wiretail[gui]'), or "
            "use wiretail inspect."
        )
    if not has_display():
        raise WiretailError(
            "there is no display to open a window on: set DISPLAY, or use wiretail inspect or "
            "wiretail report."
        )
