"""Where the text of a channel came from: one entry a delta, back to the oldest held character.

Spec: unicode 8.1. A span resolves by bisection; inside the frame the string is read again on demand
(``store.places``).
"""

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from wiretail.model.decisions import Decision
from wiretail.model.span import Place, Span


class Source(NamedTuple):
    """The frame of a delta: its number and, where there are bytes, its range in the capture."""

    frame: int
    start: int = -1
    end: int = -1


class Origin(NamedTuple):
    """A delta's text begins at ``start`` of the channel, ``offset`` into the frame's string.

    An offset above 0: the delta begins with a half that was joined to the delta before.
    """

    start: int
    source: Source
    path: str
    offset: int = 0

    def __deepcopy__(self, memo: object) -> "Origin":
        """An entry never changes, so snapshots share it."""
        return self


class Mark(NamedTuple):
    """A code point of a channel, resolved."""

    place: Place
    source: Source


class Origins:
    """The table of one channel. Old entries are dropped when their text has settled."""

    __slots__ = ("_rows", "_starts")

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._rows: list[Origin] = []

    def add(self, start: int, source: Source, path: str, offset: int = 0) -> None:
        """Add a delta whose text begins at ``start``."""
        self._starts.append(start)
        self._rows.append(Origin(start, source, path, offset))

    def forget(self, before: int) -> None:
        """Drop what lies wholly before a code point, now and then, so that it costs little."""
        useless = bisect_right(self._starts, before) - 1
        if useless > 64 and useless * 2 > len(self._starts):
            del self._starts[:useless]
            del self._rows[:useless]

    def begin(self, at: int) -> Mark:
        """Return where the code point ``at`` stands."""
        return self._mark(at, bisect_right(self._starts, at) - 1)

    def end(self, at: int) -> Mark:
        """Return where a span that ends at ``at`` ends; a joined pair ends in its second half."""
        row = bisect_left(self._starts, at)
        while row < len(self._rows) and self._rows[row].start == at and self._rows[row].offset:
            row += 1
        return self._mark(at, row - 1)

    def _mark(self, at: int, row: int) -> Mark:
        origin = self._rows[max(row, 0)]
        place = Place(origin.source.frame, origin.path, origin.offset + at - origin.start)
        return Mark(place, origin.source)


def locate(decision: Decision, begin: Mark, end: Mark) -> Decision:
    """Write into a decision where its span begins and ends."""
    decision.start, decision.end = begin.place, end.place
    return locate_frames(decision, begin.source, end.source)


def locate_frames(decision: Decision, first: Source, last: Source) -> Decision:
    """Write into a decision the frames that it is about."""
    decision.frames = (first.frame, last.frame)
    if first.start >= 0 and last.end >= 0:
        decision.bytes = Span(first.start, last.end)
    return decision
