"""A cut marker that a channel holds, and nothing else: the short way of most text with a ``<``.

Nearly all that looks like a marker is none. While the end of a channel's text may become one, and
nothing else waits anywhere, its text stands here and not in the queue: it is given out as soon as
it cannot become one, or goes the long way when it does, or when anything else comes. What comes out
is the same on both ways, to the last place (law: the same however it is cut).
"""

from dataclasses import dataclass

from wiretail.engine.origins import Source, locate_span
from wiretail.engine.strip import Slot, Strip
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.events import Reasoning, Text
from wiretail.model.span import Place, Span


@dataclass(slots=True)
class Part:
    """A delta that brought some of it; ``start`` is where the delta begins in its channel."""

    start: int
    text: str
    source: Source
    path: str

    def place(self, at: int) -> Place:
        """Return the place of a code point of the channel, or of the delta's end."""
        return Place(self.source.frame, self.path, at - self.start)

    def slot(self, strip: Strip) -> Slot:
        """Return what stands in the queue for the delta."""
        end = self.start + len(self.text)
        return Slot(strip, self.start, end, self.text, self.source, self.path)


class CutMarker:
    """The text from ``start`` on, the rule under which it is held, and the deltas it came in."""

    __slots__ = ("_begin", "parts", "rule", "start", "text")

    def __init__(self, start: int, text: str, rule: str, part: Part) -> None:
        self.start = start
        self.text = text
        self.rule = rule
        self.parts = [part]
        self._begin = part.place(start)

    def told(self, channel: Channel) -> Decision:
        """Return the decision that it is held; it has come in one delta so far."""
        return self._decision(
            Kind.HELD, "marker_prefix", channel, self.start + len(self.text), self.parts[0]
        )

    def let_go(self, channel: Channel, end: int, last: Part) -> Decision:
        """Return the decision that all text up to ``end`` is let go; ``last`` came just now."""
        ends_in = last if end > last.start else self.parts[-1]
        return self._decision(Kind.RELEASED, "not_a_marker", channel, end, ends_in)

    def _decision(
        self, kind: Kind, reason: str, channel: Channel, end: int, last: Part
    ) -> Decision:
        first, begin, span = self.parts[0].source, self._begin, Span(self.start, end)
        frames, where = locate_span(first, last.source)
        return Decision(
            kind, self.rule, reason, channel, span, frames, where, begin, last.place(end)
        )

    def texts(self, channel: Channel, kind: type[Text | Reasoning]) -> list[Text | Reasoning]:
        """Return its text as it is given out, an event for each delta."""
        given, events = self.start, []
        for part in self.parts:
            offset = given - part.start
            text = part.text[offset:] if offset else part.text
            events.append(kind(channel, given, text, part.source.frame, part.path, offset))
            given += len(text)
        return events
