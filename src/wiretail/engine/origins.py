"""Where something came from: frames, and places in them (spec: unicode 8.1)."""

from typing import NamedTuple

from wiretail.model.decisions import Decision
from wiretail.model.span import Place, Span


class Source(NamedTuple):
    """The frame of a delta: its number and, where there are bytes, its range in the capture."""

    frame: int
    start: int = -1
    end: int = -1


class Mark(NamedTuple):
    """A code point of a channel, resolved."""

    place: Place
    source: Source


def locate(decision: Decision, begin: Mark, end: Mark) -> Decision:
    """Write into a decision where its span begins and ends."""
    decision.start, decision.end = begin.place, end.place
    return locate_frames(decision, begin.source, end.source)


def locate_frames(decision: Decision, first: Source, last: Source) -> Decision:
    """Write into a decision the frames that it is about."""
    decision.frames, decision.bytes = locate_span(first, last)
    return decision


def locate_span(first: Source, last: Source) -> tuple[tuple[int, int], Span | None]:
    """Return the numbers of the first and last frame, and their range in the capture."""
    known = first.start >= 0 and last.end >= 0
    return (first.frame, last.frame), Span(first.start, last.end) if known else None
