"""Reads of a file in blocks that are remembered: rows beside each other lie in the same ones."""

from collections import OrderedDict
from collections.abc import Callable

BLOCK = 65_536

#: Blocks that are remembered; together with the one in hand at most 2 MiB.
_REMEMBERED = 32


class Blocks:
    """``read(start, end)``, through blocks of 64 KiB; the longest unused is forgotten first.

    A block that was not whole (the end of what is there) is read anew: the source may grow.
    """

    def __init__(self, read: Callable[[int, int], bytes]) -> None:
        self._source = read
        self._blocks: OrderedDict[int, bytes] = OrderedDict()

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)``, fewer where the source ends before."""
        first, last = start // BLOCK, max(end - 1, start) // BLOCK
        if last - first > 1:  # a long stretch is read once, and would only push the others out
            return self._source(start, end)
        base = first * BLOCK
        if last == first:
            return self._block(first)[start - base : end - base]
        return self._block(first)[start - base :] + self._block(last)[: end - last * BLOCK]

    def _block(self, number: int) -> bytes:
        found = self._blocks.get(number)
        if found is not None:
            self._blocks.move_to_end(number)
            return found
        data = self._source(number * BLOCK, (number + 1) * BLOCK)
        if len(data) == BLOCK:
            self._blocks[number] = data
            if len(self._blocks) > _REMEMBERED:
                self._blocks.popitem(last=False)
        return data
