"""What a block is where no call says where its body ends (spec: tool-call-echo 9)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from wiretail.engine.echo.forms import PARAMETER_CLOSE
from wiretail.engine.echo.headers import CLOSE, Header
from wiretail.engine.text.whitespace import WS

_CLOSER = re.compile(rf"(?P<function></function>[{re.escape(WS)}]*+)?{CLOSE}")


class Extent(NamedTuple):
    """A block without its header: the body's end, and the block's."""

    body_end: int
    end: int


class Display:
    """The closers and line starts of a text, looked for once."""

    __slots__ = ("_cuts", "_ends", "_limits", "_next_closed", "_starts", "_text")

    def __init__(self, text: str, headers: Sequence[Header], *, line_start: bool) -> None:
        """Take all headers of the text, whatever their context."""
        self._text = text
        begins = [header.start for header in headers]
        self._limits = [at for at in begins if (text[at - 1] == "\n" if at else line_start)]
        self._cuts: list[int] = []  # where ``</function>``, or else the closer, begins
        self._starts: list[int] = []
        self._ends: list[int] = []
        for match in _CLOSER.finditer(text):
            self._cuts.append(match.start())
            self._ends.append(match.end())
            self._starts.append(match.end() - len(CLOSE))
        self._next_closed = self._chain()

    def extent(self, header: Header) -> Extent | None:
        """Return the extent of the block behind a header: closed, else unclosed, else None."""
        number = bisect_right(self._limits, header.start)
        limit = self._limits[number] if number < len(self._limits) else len(self._text)
        first = bisect_left(self._starts, header.end)
        if first == len(self._starts):
            return None
        closed = self._next_closed[first]
        if closed == first and self._cuts[first] < header.end:  # that tag is part of the name
            closed = self._next_closed[first + 1]
        unclosed = self._starts[first] < limit
        if closed < len(self._starts) and (self._starts[closed] < limit or not unclosed):
            return self._cut(header.end, self._cuts[closed], self._ends[closed])
        if unclosed:
            return self._cut(header.end, self._starts[first], self._ends[first])
        return None

    def _chain(self) -> list[int]:
        """Return for each closer the number of the next that is closed, itself included."""
        chain = [len(self._starts)] * (len(self._starts) + 1)
        for number in range(len(self._starts) - 1, -1, -1):
            closed = self._cuts[number] < self._starts[number]
            chain[number] = number if closed else chain[number + 1]
        return chain

    def _cut(self, start: int, body_end: int, end: int) -> Extent:
        body = self._text[start:body_end].rstrip(WS).removesuffix(PARAMETER_CLOSE)
        return Extent(start + len(body), end)
