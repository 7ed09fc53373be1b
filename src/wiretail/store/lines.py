"""The lines of a body of any size, found through a sparse index: one number a block."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict

from wiretail.captures.body import Body
from wiretail.store.blocks import BLOCK

_LINE_FEED = re.compile(rb"\n")

#: Blocks whose line feeds are remembered.
_REMEMBERED = 16


class LineIndex:
    """Where the lines of ``body`` are: the count of line feeds before each block of 64 KiB.

    Built in slices (:meth:`step`), usable while it is built, extended when the body grows. A lookup
    is a bisection and one read. Lines end at LF; offsets are bytes of the body.
    """

    def __init__(self, body: Body) -> None:
        self._body = body
        self._before = array("q", [0])  # line feeds before each block, the unfinished last one too
        self._known = 0  # line feeds so far
        self._done = 0
        self._open_end = False  # the last byte is no line feed
        self._feeds: OrderedDict[int, array[int]] = OrderedDict()

    def step(self, size: int = 1_048_576) -> bool:
        """Index the next ``size`` bytes; return whether there are more."""
        data = self._body.read(self._done, min(self._done + size, self._body.size))
        at = 0
        while at < len(data):
            cut = at + BLOCK - self._done % BLOCK
            self._known += data.count(b"\n", at, cut)
            self._done += min(cut, len(data)) - at
            if self._done % BLOCK == 0:
                self._before.append(self._known)
            at = cut
        if data:
            self._open_end = data[-1:] != b"\n"
        return self._done < self._body.size

    @property
    def bytes_done(self) -> int:
        """How many bytes are indexed."""
        return self._done

    def __len__(self) -> int:
        """How many lines are known, the last one without line feed counted if it is not empty."""
        return self._known + self._open_end

    def line(self, number: int) -> tuple[int, int]:
        """Return the bytes ``[start, end)`` of a line, its LF excluded; ``IndexError`` for none."""
        if not 0 <= number < len(self):
            raise IndexError(f"no line {number} of {len(self)}")
        start = self._feed(number - 1) + 1 if number else 0
        return start, self._feed(number) if number < self._known else self._done

    def line_of_byte(self, offset: int) -> int:
        """Return the number of the line that holds the byte ``offset`` (its LF included).

        ``IndexError`` for a byte that is not indexed.
        """
        if not 0 <= offset < self._done:
            raise IndexError(f"byte {offset} is not indexed")
        block, inside = divmod(offset, BLOCK)
        return self._before[block] + bisect_left(self._feeds_of(block), inside)

    def _feed(self, number: int) -> int:
        """Return where a line feed stands."""
        block = bisect_right(self._before, number) - 1
        return block * BLOCK + self._feeds_of(block)[number - self._before[block]]

    def _feeds_of(self, block: int) -> "array[int]":
        found = self._feeds.get(block)
        if found is not None:
            self._feeds.move_to_end(block)
            return found
        begin = block * BLOCK
        end = min(begin + BLOCK, self._done)
        data = self._body.read(begin, end)
        found = array("I", [match.start() for match in _LINE_FEED.finditer(data)])
        if end - begin == BLOCK:
            self._feeds[block] = found
            if len(self._feeds) > _REMEMBERED:
                self._feeds.popitem(last=False)
        return found
