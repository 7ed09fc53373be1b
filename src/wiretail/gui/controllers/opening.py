"""Opening a capture without making the window wait: small ones at once, others in a thread."""

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from wiretail.captures import Capture, open_capture
from wiretail.errors import WiretailError

#: Files up to this many bytes are opened at once.
AT_ONCE = 1_000_000


class Opening(QObject):
    """``done(capture)`` or ``failed(sentence)``, once; neither after ``abandon``."""

    done = Signal(object)
    failed = Signal(object)
    _answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = True
        self._answered.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    def start(self, path: str | None, name: str, data: bytes | None) -> None:
        """Open a file, or bytes under a name."""
        if data is not None or _size(path) <= AT_ONCE:
            self._answer(_opened(path, name, data))
            return
        thread = threading.Thread(
            target=lambda: self._tell(_opened(path, name, data)), name="open", daemon=True
        )
        thread.start()

    def abandon(self) -> None:
        """Nobody waits for the answer any more."""
        self._wanted = False

    def _tell(self, answer: Capture | str) -> None:
        if self._wanted:
            self._answered.emit(answer)

    def _answer(self, answer: Capture | str) -> None:
        if not self._wanted:
            return
        if isinstance(answer, Capture):
            self.done.emit(answer)
        else:
            self.failed.emit(answer)


def _opened(path: str | None, name: str, data: bytes | None) -> Capture | str:
    try:
        return open_capture(path if data is None else name, data=data)
    except WiretailError as error:
        return str(error)


def _size(path: str | None) -> int:
    try:
        return Path(path or "").stat().st_size
    except (OSError, ValueError):
        return 0
