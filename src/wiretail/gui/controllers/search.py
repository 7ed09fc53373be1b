"""Words looked for in the timeline, in slices: the window goes on while they are looked for."""

from array import array
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from wiretail.store import Store
from wiretail.study.entries import describe_entry

_SLICE_S = 0.004


class Search(QObject):
    """``found(lines)`` when all was looked at.

    An array of the lines that hold the words, or None where nothing is looked for.
    """

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self.timing = False
        self._store: Store | None = None
        self._at = 0
        self._lines = array("q")
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)

    def start(self, store: Store | None, words: str) -> None:
        """Look for words, in any case; empty words show everything."""
        self.words = words
        self._store = store
        self._at = 0
        self._lines = array("q")
        self._timer.stop()
        if store is None or not words:
            self.found.emit(None)
        else:
            self._timer.start(0)

    def go_on(self) -> None:
        """Look at what has come since."""
        if self.words and self._store is not None:
            self._timer.start(0)

    def _step(self) -> None:
        assert self._store is not None
        wanted = self.words.casefold()
        until = monotonic() + _SLICE_S
        while self._at < self._store.entry_count and monotonic() < until:
            entry = self._store.entry(self._at)
            if not entry.dropped and (self.timing or not entry.timing):
                told = describe_entry(self._store, self._at)
                heap = f"{told.what} {told.channel} {told.detail}".casefold()
                if wanted in heap:
                    self._lines.append(self._at)
            self._at += 1
        if self._at >= self._store.entry_count:
            self._timer.stop()
            self.found.emit(self._lines)
