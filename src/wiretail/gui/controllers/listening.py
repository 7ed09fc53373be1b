"""Bytes as they come: drained once a frame, run through the engine in slices, told in batches."""

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from wiretail.captures import Capture
from wiretail.gui.controllers.wishes import Wishes
from wiretail.sources.follow import (
    Arrived,
    Live,
    Opened,
    Over,
    Replaced,
    follow_file,
    read_stdin,
)
from wiretail.store import Batch, Growth, Store
from wiretail.study.feeder import LiveFeeder

FRAME_MS = 16
#: The engine has so long of each frame, so that the rest is left for painting and for a person.
SLICE_MS = 6.0
#: Rows are told at most so often (s): each time the window paints.
_TELL_S = 0.033
#: What waits for the engine is at most so many reads; then the reader waits in turn.
_MOST_WAITING = 256


class Listening(QObject):
    """One live source.

    ``opened(capture)`` once, ``grew(growths)`` as rows come, ``told(sentence)`` for what a person
    should know, ``over(sentence)`` at the end, when all that came is processed.
    """

    opened = Signal(object)
    grew = Signal(object)
    told = Signal(object)
    over = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._live: Live | None = None
        self._feeder: LiveFeeder | None = None
        self._store: Store | None = None
        self._wishes: Wishes | None = None
        self._came: list[Growth] = []
        self._told = 0.0
        self._end: str | None = None
        self._pulse = QTimer(self)
        self._pulse.setInterval(FRAME_MS)
        self._pulse.timeout.connect(self._beat)

    def start(self, path: str, wishes: Wishes) -> None:
        """Follow a file, or standard input (``-``); raises ``CaptureError``."""
        self.stop()
        self._live = read_stdin() if path == "-" else follow_file(path)
        self._wishes = wishes
        self._live.start()
        self._pulse.start()

    def fill(self, store: Store, capture: Capture) -> None:
        """Put the rows of the capture that was opened into a store."""
        assert self._wishes is not None
        self._store = store
        self._feeder = LiveFeeder(capture, self._wishes.profile, self._take, self._wishes.offer)

    def finish(self) -> None:
        """Stop reading; what was read and not processed yet is left out."""
        if self._feeder is not None:
            self._feeder.forget()
        self._finish("")

    def stop(self) -> None:
        """Leave the source without a word."""
        self._pulse.stop()
        if self._live is not None:
            self._live.stop()
        self._live = self._feeder = self._store = None
        self._end, self._came = None, []

    def _beat(self) -> None:
        if self._end is None:
            self._drain()
        more = self._feeder is not None and self._feeder.step(SLICE_MS)
        now = monotonic()
        if self._came and now - self._told >= _TELL_S:
            self._tell(now)
        if self._end is not None and not more:
            self._finish(self._end)

    def _drain(self) -> None:
        assert self._live is not None
        waiting = 0 if self._feeder is None else self._feeder.waiting
        for news in self._live.drain(max(0, _MOST_WAITING - waiting)):
            match news:
                case Opened(capture):
                    self.opened.emit(capture)
                case Arrived(size, time_ms) if self._feeder is not None:
                    self._feeder.feed(size, time_ms)
                case Replaced():
                    self.told.emit(news.sentence)
                case Over(sentence):
                    self._end = sentence
                    if self._feeder is not None:
                        self._feeder.close()

    def _take(self, batch: Batch) -> None:
        if self._store is not None:
            self._came.append(self._store.append(batch))

    def _tell(self, now: float) -> None:
        self._told = now
        came, self._came = self._came, []
        self.grew.emit(came)

    def _finish(self, sentence: str) -> None:
        if self._feeder is not None:
            self._feeder.close()
            self._feeder.flush()
        if self._came:
            self._tell(monotonic())
        self.stop()
        self.over.emit(sentence)
