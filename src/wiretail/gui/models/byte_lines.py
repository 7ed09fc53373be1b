"""Bytes in lines: as hex, as text, as code points. Only what is in view is ever read.

Three layouts with one face: ``align`` finds the line that a byte stands in, ``lines`` gives lines
from there on, ``back`` goes up. All of it costs what is on the screen, not what is in the file.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

Read = Callable[[int, int], bytes]
#: How many cells the bytes of one code point take on the screen.
Measure = Callable[[bytes], float]

#: A line of text is looked for no further back than this; longer ones are cut at its multiples.
_FAR = 4096
#: Whether a line ends inside a character is seen by what follows.
_AHEAD = 4
_CONTINUED = bytes(range(0x80, 0xC0))


class Line(NamedTuple):
    """The bytes ``[start, end)`` of one line on the screen."""

    start: int
    end: int


class Layout(Protocol):
    """How bytes are broken into lines."""

    def align(self, at: int) -> int:
        """Return where the line begins that byte ``at`` stands in."""

    def lines(self, at: int, count: int) -> list[Line]:
        """Return up to ``count`` lines; ``at`` is where the first begins."""

    def back(self, at: int, count: int) -> int:
        """Return where the line begins that stands ``count`` lines above the one at ``at``."""


class HexLines:
    """So many bytes a line."""

    def __init__(self, size: int, width: int = 16) -> None:
        self._size = size
        self._width = width

    def align(self, at: int) -> int:
        """Return where the line begins that byte ``at`` stands in."""
        return at - at % self._width

    def lines(self, at: int, count: int) -> list[Line]:
        """Return up to ``count`` lines from ``at`` on."""
        ends = range(at, min(self._size, at + count * self._width), self._width)
        return [Line(start, min(start + self._width, self._size)) for start in ends]

    def back(self, at: int, count: int) -> int:
        """Return the line ``count`` lines above."""
        return max(0, at - count * self._width)


class TextLines:
    """Lines as their line feeds part them, folded to ``width`` cells and never inside UTF-8.

    ``measure`` says how many cells a code point takes, None: one. A line has at most ``width``
    bytes as well, so that what is read for it is bounded.
    """

    def __init__(self, read: Read, size: int, width: int, measure: Measure | None = None) -> None:
        self._read = read
        self._size = size
        self._width = max(8, width)
        self._measure = measure

    def align(self, at: int) -> int:
        """Return where the line begins that byte ``at`` stands in."""
        line = self._begin(at)
        far = min(self._size, self._edge(at), at + self._width + _AHEAD)
        for start, end in self._folded(line, self._read(line, far)):
            if start <= at < end:
                return start
        return min(line, self._size)

    def lines(self, at: int, count: int) -> list[Line]:
        """Return up to ``count`` lines from ``at`` on."""
        data = self._read(at, min(self._size, at + count * self._width + _AHEAD))
        found: list[Line] = []
        start = at
        while start < at + len(data) and len(found) < count:
            feed = data.find(b"\n", start - at)
            edge = self._edge(start)
            end = at + len(data) if feed < 0 else at + feed + 1
            for line in self._folded(start, data[start - at : min(end, edge) - at]):
                found.append(line)
                start = line.end
        return found[:count]

    def back(self, at: int, count: int) -> int:
        """Return the line ``count`` lines above."""
        starts: list[int] = []
        while at > 0 and len(starts) < count:
            line = self._begin(at - 1)
            above = [start for start, _ in self._folded(line, self._read(line, at))]
            starts += reversed(above)
            at = line
        return starts[count - 1] if len(starts) >= count else 0

    def _begin(self, at: int) -> int:
        """Return where the line of ``at`` begins before it is folded."""
        edge = self._whole(at - at % _FAR)
        if edge > at:
            edge = self._whole(at - at % _FAR - _FAR)
        feed = self._read(edge, at).rfind(b"\n")
        return edge if feed < 0 else edge + feed + 1

    def _edge(self, at: int) -> int:
        """Return where a line that ``at`` stands in is cut at the latest."""
        edge = self._whole(at - at % _FAR)
        return edge if edge > at else self._whole(at - at % _FAR + _FAR)

    def _whole(self, edge: int) -> int:
        """Return an edge moved behind the character that it would cut."""
        if not 0 < edge < self._size:
            return edge
        ahead = self._read(edge, min(self._size, edge + _AHEAD - 1))
        return edge + len(ahead) - len(ahead.lstrip(_CONTINUED))

    def _folded(self, at: int, data: bytes) -> list[Line]:
        width = self._width
        if self._measure is None or (data.isascii() and data.rstrip(b"\n").decode().isprintable()):
            return self._evenly(at, data)
        lines: list[Line] = []
        begin, cells = 0, 0.0
        for start, end in _points(0, data):
            wide = self._measure(data[start:end])
            if start > begin and (cells + wide > width or end - begin > width):
                lines.append(Line(at + begin, at + start))
                begin, cells = start, 0.0
            cells += wide
        return [*lines, Line(at + begin, at + len(data))] if data else lines

    def _evenly(self, at: int, data: bytes) -> list[Line]:
        lines: list[Line] = []
        start = 0
        while start < len(data):
            end = min(start + self._width, len(data))
            while end < len(data) and end > start + 1 and 0x80 <= data[end] < 0xC0:
                end -= 1
            lines.append(Line(at + start, at + end))
            start = end
        return lines


class CodePointLines:
    """One code point a line; a byte that belongs to none is a line of its own."""

    def __init__(self, read: Read, size: int) -> None:
        self._read = read
        self._size = size

    def align(self, at: int) -> int:
        """Return where the code point begins that byte ``at`` belongs to."""
        first = max(0, at - 3)
        data = self._read(first, min(self._size, at + 4))
        for start, end in _points(first, data):
            if start <= at < end and start >= first:
                return start
        return at

    def lines(self, at: int, count: int) -> list[Line]:
        """Return up to ``count`` lines from ``at`` on."""
        data = self._read(at, min(self._size, at + 4 * count))
        return [Line(*point) for point in _points(at, data)][:count]

    def back(self, at: int, count: int) -> int:
        """Return the code point ``count`` lines above."""
        first = self.align(max(0, at - 4 * count))
        starts = [start for start, _ in _points(first, self._read(first, at))]
        return starts[-count] if len(starts) >= count else first


def _points(at: int, data: bytes) -> list[tuple[int, int]]:
    """Return where the code points of ``data`` stand; ``at`` is the place of its first byte."""
    points: list[tuple[int, int]] = []
    start = 0
    while start < len(data):
        end = start + _length(data, start)
        points.append((at + start, at + end))
        start = end
    return points


def _length(data: bytes, start: int) -> int:
    lead = data[start]
    if lead < 0xC2 or lead > 0xF4:
        return 1
    wanted = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    try:
        data[start : start + wanted].decode("utf-8")
    except UnicodeDecodeError:
        return 1
    return wanted
