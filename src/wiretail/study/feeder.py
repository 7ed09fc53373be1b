"""A capture through the engine into packed batches: in slices, or as live bytes come."""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wiretail.captures import Capture, Exchange
from wiretail.engine.framing import FRAMINGS
from wiretail.model.decisions import Decision
from wiretail.model.events import CallArguments, Event, Reasoning, Text
from wiretail.model.settings import Profile
from wiretail.store import NO_EXCHANGE, Batch
from wiretail.store.pack import Packer
from wiretail.study.findings import finding
from wiretail.study.run import Offer, Replay
from wiretail.study.verdict import Verdict, merged

Sink = Callable[[Batch], object]

#: So many bytes of a chunk are fed at once where the framing does not care: a slice stays short.
_PIECE = 4096
#: A verdict is told anew at most so often (it looks at all findings).
_VERDICT_S = 0.25


class Lane:
    """One exchange on its way through a stream into a packer."""

    def __init__(
        self, capture: Capture, exchange: Exchange, profile: Profile, offer: Offer
    ) -> None:
        self.exchange = exchange
        self.verdict = Verdict(exchanges=len(capture.exchanges))
        self.packer = Packer(exchange.number, exchange.start)
        self._replay = Replay(exchange, profile, offer)
        limits = {"start": exchange.start, "limit": profile["limits.frame_bytes"]}
        self._framing = FRAMINGS[exchange.framing](**limits)
        self._whole_reads = exchange.framing == "plain"  # there a read is a frame

    def pieces(self) -> Iterator[int]:
        """Process the recorded exchange, its end included; yield bytes that were done, often."""
        for chunk in self.exchange.chunks():
            self.packer.chunk(chunk)
            yield from self.feed(chunk.data)
        self.close(self.exchange.end)

    def feed(self, data: bytes) -> Iterator[int]:
        """Process the bytes of one read, piece by piece."""
        size = len(data) if self._whole_reads else _PIECE
        for at in range(0, len(data), size or 1):
            piece = data if len(data) <= size else data[at : at + size]
            for frame in self._framing.feed(piece):
                self.packer.frame(frame)
            self._take(self._replay.stream.feed(piece))
            yield len(piece)

    def close(self, end: str) -> None:
        """There is no more input."""
        for frame in self._framing.close():
            self.packer.frame(frame)
        self._take(self._replay.close(end))
        self.verdict.read(self._replay.frames, sum(self._replay.unknown.values()))

    @property
    def unknown(self) -> dict[str, int]:
        """How many records of each unknown type were skipped so far."""
        return self._replay.unknown

    def _take(self, items: Sequence[Event | Decision]) -> None:
        packer, number = self.packer, self.exchange.number
        for item in items:
            if isinstance(item, Text | Reasoning | CallArguments):
                packer.text(item)
                continue
            found = finding(item)
            packer.item(item, found.row.severity if found is not None else 0)
            self.verdict.add(number, item)


@dataclass(slots=True)
class _Way:
    """How far an exchange is: its lane and what is left of it."""

    lane: Lane
    rest: Iterator[int]
    over: bool = False


class Feeder:
    """Runs all exchanges of a capture; ``sink`` (a store's ``append``) takes what comes out.

    For small captures in the window's process:

        store = Store(capture, profile["repair.bytes"])
        feeder = Feeder(capture, profile, store.append)
        while feeder.step(4.0):
            ...  # paint
    """

    def __init__(
        self, capture: Capture, profile: Profile, sink: Sink, offer: Offer | None = None
    ) -> None:
        self._capture = capture
        self._profile = profile
        self._offer = offer or Offer()
        self._sink = sink
        self._ways: dict[int, _Way] = {}
        self._left = dict.fromkeys(range(len(capture.exchanges)))  # in order, quick to take from
        self._preferred = -1
        self._cancelled = False
        self._done_bytes = 0
        self._verdicts: dict[int, Verdict] = {}
        self._told = -_VERDICT_S

    def step(self, budget_ms: float) -> bool:
        """Go on for about so long, give the sink a batch; return whether there is more to do."""
        deadline = time.perf_counter() + budget_ms / 1000
        if not self._capture.exchanges:
            self._sink(Batch(NO_EXCHANGE, verdict=merged([]), done=True))
        while self._left and not self._cancelled:
            way = self._next()
            in_time = self._run(way, deadline)
            self._give(way)
            if not in_time:
                break
        return bool(self._left) and not self._cancelled

    def prefer(self, exchange: int) -> None:
        """Process this exchange next: it is in view."""
        self._preferred = exchange

    def cancel(self) -> None:
        """Stop for good; what was given out stays."""
        self._cancelled = True

    def _next(self) -> _Way:
        number = self._preferred if self._preferred in self._left else next(iter(self._left))
        way = self._ways.get(number)
        if way is None:
            exchange = self._capture.exchanges[number]
            lane = Lane(self._capture, exchange, self._profile, self._offer)
            way = self._ways[number] = _Way(lane, lane.pieces())
            self._verdicts[number] = lane.verdict
        return way

    def _run(self, way: _Way, deadline: float) -> bool:
        """Go on with an exchange; return whether time is left."""
        for size in way.rest:
            self._done_bytes += size
            if time.perf_counter() >= deadline:
                return False
        way.over = True
        number = way.lane.exchange.number
        del self._left[number], self._ways[number]
        return time.perf_counter() < deadline

    def _give(self, way: _Way) -> None:
        batch = way.lane.packer.take()
        batch.bytes_done = self._done_bytes
        batch.last = way.over
        batch.done = not self._left
        if way.over:
            batch.unknown = way.lane.unknown
        now = time.perf_counter()
        if batch.done or now - self._told >= _VERDICT_S:
            self._told = now
            batch.verdict = merged([self._verdicts[number] for number in sorted(self._verdicts)])
        self._sink(batch)


class LiveFeeder:
    """Takes bytes as they arrive for a capture that grows: of one exchange, then of the next.

    The body must hold the bytes before they are fed. ``step`` once a frame of the window; what was
    fed and not processed waits as two numbers a read.
    """

    def __init__(
        self, capture: Capture, profile: Profile, sink: Sink, offer: Offer | None = None
    ) -> None:
        self._capture = capture
        self._profile = profile
        self._offer = offer or Offer()
        self._sink = sink
        #: Reads; where another exchange begins; how one ended.
        self._waiting: deque[tuple[int, float | None] | Exchange | str] = deque()
        self._verdicts: list[Verdict] = []
        self._unknown: dict[str, int] = {}
        self._pieces: Iterator[int] = iter(())
        self._read = 0
        self._begin(capture.exchanges[0])
        self._done = 0
        self._told = -_VERDICT_S
        self._end: str | None = None
        self._over = False

    @property
    def waiting(self) -> int:
        """How many reads wait to be processed."""
        return len(self._waiting)

    def feed(self, size: int, time_ms: float | None = None) -> None:
        """Take the next ``size`` bytes of the body as one chunk."""
        self._waiting.append((size, time_ms))

    def end(self, end: str) -> None:
        """The exchange has ended (``end``: a word of ``captures.capture.ENDS``)."""
        self._waiting.append(end)

    def begin(self, exchange: Exchange) -> None:
        """What is fed from now on is of another exchange of the capture."""
        self._waiting.append(exchange)

    def close(self, end: str = "eof") -> None:
        """There is no more input; an exchange that has not ended ends like this."""
        self._end = end

    def forget(self) -> None:
        """Leave out the reads that wait."""
        self._waiting.clear()

    def step(self, budget_ms: float) -> bool:
        """Process what waits for about so long, give the sink a batch; return if more waits."""
        deadline = time.perf_counter() + budget_ms / 1000
        before = self._done, self._over
        idle = self._over
        while not idle and self._run(deadline):
            idle = not self._next()
        if (self._done, self._over) != before:
            self._give()
        return not idle

    def flush(self) -> None:
        """Process all that waits."""
        self.step(math.inf)

    def _run(self, deadline: float) -> bool:
        """Go on with a read; return whether time is left."""
        for size in self._pieces:
            self._done += size
            if time.perf_counter() >= deadline:
                return False
        return True

    def _next(self) -> bool:
        """Begin with the next read, or end; return whether there is something to go on with."""
        if not self._waiting:
            if self._end is not None:
                self._finish(self._end)
                self._over = True
            return False
        match self._waiting.popleft():
            case (size, time_ms):
                data = self._exchange.body.read(self._read, self._read + size)
                self._read += size
                self._lane.packer.read(size, time_ms)
                self._pieces = self._lane.feed(data)
            case str(end):
                self._finish(end)
                self._give()
            case exchange:
                self._begin(exchange)
        return True

    def _begin(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._lane = Lane(self._capture, exchange, self._profile, self._offer)
        self._verdicts.append(self._lane.verdict)
        self._pieces, self._read = iter(()), 0
        self._ended = False

    def _finish(self, end: str) -> None:
        if not self._ended:
            self._ended = True
            self._lane.close(end)
            self._unknown = self._lane.unknown

    def _give(self) -> None:
        batch = self._lane.packer.take()
        batch.bytes_done = self._done
        batch.last, batch.done = self._ended, self._over
        now = time.perf_counter()
        if self._ended or now - self._told >= _VERDICT_S:
            self._told = now
            for verdict in self._verdicts:
                verdict.exchanges = len(self._capture.exchanges)
            batch.verdict = merged(self._verdicts)
        batch.unknown, self._unknown = self._unknown, {}
        self._sink(batch)
