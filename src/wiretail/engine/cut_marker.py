"""A cut marker that a channel holds, and nothing else: the short way of most text with a ``<``.

Nearly all that looks like a marker is none. While the end of a channel's text may become one, and
nothing else waits anywhere, its text stands here and not in the queue: it is given out as soon as
it cannot become one, or goes the long way when it does, or when anything else comes. What comes out
is the same on both ways, to the last place (law: the same however it is cut).
"""

from dataclasses import dataclass

from wiretail.engine.origins import Mark, Source, locate
from wiretail.engine.strip import Slot, Strip
from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import Reasoning, Text
from wiretail.model.span import Place, Span


@dataclass(slots=True)
class Part:
    """A delta that brought some of it; ``start`` is where the delta begins in its channel."""

    start: int
    text: str
    source: Source
    path: str

    def mark(self, at: int) -> Mark:
        """Return the place of a code point of the channel, or of the delta's end."""
        return Mark(Place(self.source.frame, self.path, at - self.start), self.source)

    def slot(self, strip: Strip) -> Slot:
        """Return what stands in the queue for the delta."""
        end = self.start + len(self.text)
        return Slot(strip, self.start, end, self.text, self.source, self.path)


@dataclass(slots=True)
class CutMarker:
    """The text from ``start`` on, the rule under which it is held, and the deltas it came in."""

    start: int
    text: str
    rule: str
    parts: list[Part]

    def told(self, strip: Strip) -> Decision:
        """Return the decision that it is held."""
        begin, end = self.start, self.start + len(self.text)
        part = self.parts[-1]
        span = Span(begin, end)
        decision = Decision(Kind.HELD, self.rule, "marker_prefix", strip.channel, span)
        return locate(decision, part.mark(begin), part.mark(end))

    def let_go(self, strip: Strip, end: int, last: Part) -> Decision:
        """Return the decision that all text up to ``end`` is let go; ``last`` came just now."""
        span = Span(self.start, end)
        decision = Decision(Kind.RELEASED, self.rule, "not_a_marker", strip.channel, span)
        ends_in = last if end > last.start else self.parts[-1]
        return locate(decision, self.parts[0].mark(self.start), ends_in.mark(end))

    def texts(self, strip: Strip, kind: type[Text | Reasoning]) -> list[Text | Reasoning]:
        """Return its text as it is given out, an event for each delta."""
        given, events = self.start, []
        for part in self.parts:
            offset = given - part.start
            text = part.text[offset:] if offset else part.text
            events.append(kind(strip.channel, given, text, part.source.frame, part.path, offset))
            given += len(text)
        return events
