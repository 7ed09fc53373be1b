"""A capture driven through the engine, exchange by exchange."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wiretail.captures import Capture, Exchange
from wiretail.captures.tools import read_tools
from wiretail.engine.stream import Stream
from wiretail.model.calls import Tool
from wiretail.model.chunks import Chunk
from wiretail.model.decisions import Decision
from wiretail.model.deltas import EndKind
from wiretail.model.events import Event
from wiretail.model.settings import Profile
from wiretail.store.blocks import Blocks
from wiretail.store.frames import frame_table, segments_of
from wiretail.store.places import Places

#: How a recording ended -> how a turn ends that is still open then; others are for the stream.
_ENDS = {"abort": EndKind.CANCELLED, "error": EndKind.ERROR}

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a caller says of the tools.

    ``replaces``: ``tools`` stand for what the capture's requests say. ``any``: where the tools are
    unknown every tool counts as offered; where the capture knows them nothing changes.
    """

    tools: tuple[Tool, ...] | None = None
    replaces: bool = False
    any: bool = False


def read_offer(word: str | None) -> Offer:
    """Return what ``--tools`` says: None (as captured), ``any``, ``none`` or the path of a file.

    Raises :class:`~wiretail.errors.ToolsError` for a file that holds no list of tools.
    """
    if word is None:
        return Offer()
    if word == "any":
        return Offer(any=True)
    return Offer(() if word == "none" else read_tools(word), replaces=True)


class Replay:
    """One exchange on its way through a stream of its own.

    Iterating gives events and decisions in order of output; the counters are those of the stream
    and final when the iteration has ended. ``tools`` are those that the stream was given (None:
    unknown). ``progress`` is told the size of each chunk in bytes.
    """

    def __init__(
        self,
        exchange: Exchange,
        profile: Profile,
        offer: Offer | None = None,
        progress: Progress | None = None,
    ) -> None:
        offer = offer or Offer()
        request = exchange.request
        known = request.tools if request is not None else None
        self.tools = offer.tools if offer.replaces else known
        if offer.any:
            profile = profile.with_settings({"recover.tools": "any"})
        self.exchange = exchange
        self.stream = Stream(
            profile,
            framing=exchange.framing,
            dialect=exchange.dialect,
            tools=self.tools,
            messages=request.messages if request is not None else None,
            start=exchange.start,
        )
        self._progress = progress

    def __iter__(self) -> Iterator[Event | Decision]:
        for _, items in self.steps():
            yield from items

    def steps(self) -> Iterator[tuple[Chunk | None, list[Event | Decision]]]:
        """Yield each chunk with what it brought out; None stands for the end of the exchange."""
        for chunk in self.exchange.chunks():
            yield chunk, self.stream.feed(chunk.data)
            if self._progress is not None:
                self._progress(len(chunk.data))
        yield None, self.close(self.exchange.end)

    def close(self, end: str) -> list[Event | Decision]:
        """End the stream as a recording ended (a word of ``captures.capture.ENDS``)."""
        return self.stream.close(_ENDS.get(end))

    @property
    def frames(self) -> int:
        """How many frames with data were read."""
        return self.stream.frames

    @property
    def malformed_frames(self) -> int:
        """How many of them could not be read."""
        return self.stream.malformed_frames

    @property
    def unknown(self) -> dict[str, int]:
        """How many records of each unknown type were skipped."""
        return self.stream.unknown


def replays(
    capture: Capture,
    profile: Profile,
    offer: Offer | None = None,
    progress: Progress | None = None,
) -> Iterator[Replay]:
    """Return a replay of each exchange of a capture, in order."""
    for exchange in capture.exchanges:
        yield Replay(exchange, profile, offer, progress)


def places_of(capture: Capture, exchange: Exchange, profile: Profile) -> Places:
    """Return what knows where the events and decisions of an exchange stand in its capture."""
    limit = profile["limits.frame_bytes"]
    table = frame_table(exchange.chunks(), exchange.framing, exchange.start, limit)
    return Places(
        Blocks(capture.read).read, table, segments_of(exchange.framing), profile["repair.bytes"]
    )
