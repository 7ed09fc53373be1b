"""Bytes as they come: drained once a frame, run through the engine in slices, told in batches."""

from itertools import islice
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from wiretail.captures import Capture
from wiretail.captures.body import Reads
from wiretail.gui.controllers.wishes import Wishes
from wiretail.sources.follow import Live, follow_file, read_stdin
from wiretail.sources.news import (
    Arrived,
    Began,
    Ended,
    News,
    Noted,
    Opened,
    Over,
    Replaced,
    Whole,
)
from wiretail.store import Batch, Growth, Store
from wiretail.study.feeder import LiveFeeder

FRAME_MS = 8
#: The engine has so long of each frame, so that the rest is left for painting and for a person.
SLICE_MS = 3.0
#: Rows are told at most so often (s): each time the window paints.
_TELL_S = 0.033
#: What waits for the engine is at most so many reads; then the reader waits in turn.
_MOST_WAITING = 256


class Listening(QObject):
    """One live source.

    ``opened(capture)`` once, ``grew(growths)`` as rows come, ``told(sentence)`` for what a person
    should know, ``over(sentence)`` at the end, when all that came is processed. ``came(capture)``
    instead of all others: it can only be read when it is whole.
    """

    opened = Signal(object)
    came = Signal(object)
    grew = Signal(object)
    told = Signal(object)
    over = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._live: Live | None = None
        self._feeder: LiveFeeder | None = None
        self._store: Store | None = None
        self._fed: list[int] = []  # so many reads of each exchange were given to the engine
        self._ended = 0  # so many exchanges have ended
        self._came: list[Growth] = []
        self._told = 0.0
        self._reads: Reads | None = None
        self._end: str | None = None
        self._pulse = QTimer(self)
        self._pulse.setInterval(FRAME_MS)
        self._pulse.timeout.connect(self._beat)

    def start(self, path: str) -> None:
        """Follow a file, or standard input (``-``); raises ``CaptureError``."""
        self.stop()
        self._live = read_stdin() if path == "-" else follow_file(path)
        self._live.start()
        self._pulse.start()

    def fill(self, store: Store, wishes: Wishes) -> None:
        """Put the rows of the capture that was opened into a store, from its first read on."""
        self._store, self._came = store, []
        self._feeder = feeder = LiveFeeder(store.capture, wishes.profile, self._take, wishes.offer)
        for number, count in enumerate(self._fed):
            exchange, at = store.capture.exchanges[number], 0
            if number:
                feeder.begin(exchange)
            for end, time_ms in islice(exchange.reads or (), count):
                feeder.feed(end - at, time_ms)
                at = end
            if number < self._ended:
                feeder.end(exchange.end)
        if self._end is not None:
            feeder.close()

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
        self._end, self._came, self._fed, self._ended = None, [], [], 0

    def _beat(self) -> None:
        if self._end is None:
            self._drain()
        now = monotonic()
        if self._came and now - self._told >= _TELL_S:
            self._tell(now)  # whoever hears it paints: the engine waits for the next frame
            return
        more = self._feeder is not None and self._feeder.step(SLICE_MS)
        if self._end is not None and not more:
            self._finish(self._end)

    def _drain(self) -> None:
        assert self._live is not None
        waiting = 0 if self._feeder is None else self._feeder.waiting
        for news in self._live.drain(max(0, _MOST_WAITING - waiting)):
            self._hear(news)

    def _hear(self, news: News) -> None:
        match news:
            case Opened(capture):
                self._open(capture)
            case Arrived() | Began() | Ended():
                self._go_on(news)
            case Noted(unknown, notes) if self._store is not None:
                self._store.capture.unknown, self._store.capture.notes = unknown, notes
            case Replaced():
                self.told.emit(news.sentence)
            case Whole(capture):
                self.stop()
                self.came.emit(capture)
            case Over(sentence):
                self._end = sentence
                if self._feeder is not None:
                    self._feeder.close()

    def _open(self, capture: Capture) -> None:
        exchange = capture.exchanges[0]
        # A recording knows its reads; of other sources those count that are made here.
        self._reads = Reads() if exchange.reads is None else None
        exchange.reads = exchange.reads or self._reads
        self._fed = [0]
        self.opened.emit(capture)

    def _go_on(self, news: Arrived | Began | Ended) -> None:
        """Give the engine what came."""
        if self._store is None or self._feeder is None:
            return
        capture, feeder = self._store.capture, self._feeder
        match news:
            case Arrived(size, time_ms):
                if self._reads is not None:
                    before = self._reads.ends[-1] if self._reads.ends else 0
                    self._reads.add(before + size, time_ms)
                self._fed[-1] += 1
                feeder.feed(size, time_ms)
            case Began(exchange):
                capture.add(exchange)
                self._fed.append(0)
                feeder.begin(exchange)
            case Ended(end, notes):
                capture.exchanges[-1].end, capture.exchanges[-1].notes = end, notes
                self._ended += 1
                feeder.end(end)

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
