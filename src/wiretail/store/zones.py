"""Which rows are about which frames: the least and the greatest frame of every 1,024 rows.

Rows come in order of output, not of frames (what was held comes late), so a search by frames looks
at blocks first, and only inside those that may hold a match at rows. What blocks reach is kept as
well, from the first on and from the last back: where the search begins and ends are bisections.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from wiretail.store.columns import NONE, WHOLE, Columns

BLOCK = 1024


class Zones:
    """The frames of the rows of one exchange; grows with its columns."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._least = array("I")
        self._greatest = array("I")
        self._reach = array("I")  # the greatest frame of this block and all before it
        self._floor = array("I")  # the least frame of this block and all behind it
        self._rows = 0

    def extend(self) -> None:
        """Take the rows that are new in the columns."""
        columns = self._columns
        count = len(columns.row_frame)
        if count == self._rows:
            return
        begin = self._rows - self._rows % BLOCK
        whole = begin // BLOCK
        del self._least[whole:], self._greatest[whole:], self._reach[whole:], self._floor[whole:]
        for at in range(begin, count, BLOCK):
            frames = columns.row_frame[at : at + BLOCK]
            self._least.append(min(frames))
            greatest = max(frames)
            if greatest == NONE:  # a row about no frame reaches none
                greatest = max((frame for frame in frames if frame != NONE), default=0)
            self._greatest.append(greatest)
        self._take_lasts(begin)
        self._take_bounds(whole)
        self._rows = count

    def rows(self, first: int, last: int) -> Iterator[int]:
        """Yield the rows about any of the frames ``first`` to ``last``, in order."""
        for begin in self._blocks(first, last):
            frames = self._columns.row_frame[begin : begin + BLOCK]
            yield from self._about(enumerate(frames, begin), first, last)

    def kept_rows(self, first: int, last: int) -> Iterator[int]:
        """Yield those of them that are kept beside the columns: all but most texts."""
        frames, kept = self._columns.row_frame, self._columns.kept_row
        for begin in self._blocks(first, last):
            low, high = bisect_left(kept, begin), bisect_left(kept, begin + BLOCK)
            yield from self._about([(row, frames[row]) for row in kept[low:high]], first, last)

    def _blocks(self, first: int, last: int) -> Iterator[int]:
        """Yield the first rows of blocks that may hold rows about some frames."""
        begin, end = bisect_left(self._reach, first), bisect_right(self._floor, last)
        for block in range(begin, end):
            if self._least[block] <= last and self._greatest[block] >= first:
                yield block * BLOCK

    def _take_lasts(self, begin: int) -> None:
        """Let the last frames of rows about several count, from row ``begin`` on."""
        columns = self._columns
        kept = columns.kept_row
        for at in range(len(kept) - 1, -1, -1):
            row = kept[at]
            if row < begin:
                break
            if columns.row_flags[row] & WHOLE and columns.row_frame[row] != NONE:
                block, frame = row // BLOCK, columns.row_offset[row]
                self._greatest[block] = max(self._greatest[block], frame)

    def _take_bounds(self, begin: int) -> None:
        """Bring what blocks reach up to date, from block ``begin`` on."""
        reach = self._reach[begin - 1] if begin else 0
        for greatest in self._greatest[begin:]:
            reach = max(reach, greatest)
            self._reach.append(reach)
        self._floor.extend(self._least[begin:])
        floor = NONE
        for block in range(len(self._floor) - 1, -1, -1):
            floor = min(floor, self._least[block])
            if block < begin and self._floor[block] <= floor:
                break  # those before it are no higher
            self._floor[block] = floor

    def _about(self, rows: Iterable[tuple[int, int]], first: int, last: int) -> Iterator[int]:
        for row, frame in rows:
            if frame > last or frame == NONE:
                continue
            if frame >= first or _reaches(self._columns, row, first):
                yield row


def _reaches(columns: Columns, row: int, first: int) -> bool:
    return bool(columns.row_flags[row] & WHOLE) and columns.row_offset[row] >= first
