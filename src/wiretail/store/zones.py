"""Which rows are about which frames: the least and the greatest frame of every 1,024 rows.

Rows come in order of output, not of frames (what was held comes late), so a search by frames looks
at blocks first, and only inside those that may hold a match at rows.
"""

from array import array
from collections.abc import Iterator

from wiretail.store.columns import NONE, WHOLE, Columns

BLOCK = 1024


class Zones:
    """The frames of the rows of one exchange; grows with its columns."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._least = array("I")
        self._greatest = array("I")
        self._rows = 0

    def extend(self) -> None:
        """Take the rows that are new in the columns."""
        columns = self._columns
        count = len(columns.row_frame)
        if count == self._rows:
            return
        begin = self._rows - self._rows % BLOCK
        whole = begin // BLOCK
        del self._least[whole:], self._greatest[whole:]
        for at in range(begin, count, BLOCK):
            frames = columns.row_frame[at : at + BLOCK]
            self._least.append(min(frames))
            self._greatest.append(max(frames))
        self._take_lasts(begin)
        self._rows = count

    def rows(self, first: int, last: int) -> Iterator[int]:
        """Yield the rows about any of the frames ``first`` to ``last``, in order."""
        bounds = zip(self._least, self._greatest, strict=True)
        for block, (least, greatest) in enumerate(bounds):
            if least <= last and greatest >= first:
                yield from self._in_block(block * BLOCK, first, last)

    def _take_lasts(self, begin: int) -> None:
        """Let the last frames of rows about several count, from row ``begin`` on."""
        columns = self._columns
        kept = columns.kept_row
        for at in range(len(kept) - 1, -1, -1):
            row = kept[at]
            if row < begin:
                break
            if columns.row_flags[row] & WHOLE:
                block, frame = row // BLOCK, columns.row_offset[row]
                self._greatest[block] = max(self._greatest[block], frame)

    def _in_block(self, begin: int, first: int, last: int) -> Iterator[int]:
        columns = self._columns
        frames = columns.row_frame[begin : begin + BLOCK]
        for row, frame in enumerate(frames, start=begin):
            if frame > last or frame == NONE:
                continue
            if frame >= first or _reaches(columns, row, first):
                yield row


def _reaches(columns: Columns, row: int, first: int) -> bool:
    return bool(columns.row_flags[row] & WHOLE) and columns.row_offset[row] >= first
