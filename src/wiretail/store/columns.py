"""The tables of one exchange: columns of numbers, one entry a row, nothing a Python object a row.

| table   | columns (bytes) | a row |
| ------- | --------------- | ----- |
| chunks  | end 8, time 8 | where a read ends in the capture, when it came (NaN: unknown) |
| frames  | start 8, end 8, flags 1 | its bytes in the capture |
| rows    | code 1, flags 1, source 4, start 4, length 4, frame 4, offset 4, entry 4 | see below |
| entries | code 1, flags 1, first 4, last 4 | the rows of a line of the flat timeline |
| kept    | row 4, end 8, and the bytes | what a row has beside its columns (see ``kept``) |

A row's ``source`` is an index into the exchange's list of (channel, path, id); ``start`` and
``length`` count code points of the channel; ``frame`` is the number of its first frame and
``offset`` its place in the frame's string; of a row that is kept as a whole (all but most texts)
``offset`` is the number of its last frame. ``entry`` is its line of the flat timeline. :data:`NONE`
stands for no number. Chunk, frame, row and event of one delta come to 59 bytes.
"""

from array import array
from bisect import bisect_left
from typing import NamedTuple

from wiretail.model.deltas import Channel

NONE = 0xFFFFFFFF

#: Column -> type code of its array.
TABLES = {
    "chunk_end": "q",
    "chunk_time": "d",
    "frame_start": "q",
    "frame_end": "q",
    "frame_flags": "B",
    "row_code": "B",
    "row_flags": "B",
    "row_source": "I",
    "row_start": "I",
    "row_length": "I",
    "row_frame": "I",
    "row_offset": "I",
    "row_entry": "I",
    "entry_code": "B",
    "entry_flags": "B",
    "entry_first": "I",
    "entry_last": "I",
    "kept_row": "I",
    "kept_end": "q",
    "finding": "I",
    "ended": "I",
}

# Flags of frames.
CUT = 1
MALFORMED = 2
# Flags of rows: the severity of a finding; its text is kept, not read from its frame; it is kept
# as a whole.
SEVERITY = 3
KEPT = 4
WHOLE = 8
# Flags of entries.
DROPPED = 1
TIMING = 2

Numbers = array  # of int; of float for the times


class Source(NamedTuple):
    """What rows of text share: their channel, their path in a frame, and the id of their call."""

    channel: Channel | None = None
    path: str = ""
    id: str = ""


class Columns:
    """The columns of one exchange, by the names of :data:`TABLES`; they only grow."""

    __slots__ = (*TABLES, "kept", "shapes", "sources")

    chunk_end: "array[int]"
    chunk_time: "array[float]"
    frame_start: "array[int]"
    frame_end: "array[int]"
    frame_flags: "array[int]"
    row_code: "array[int]"
    row_flags: "array[int]"
    row_source: "array[int]"
    row_start: "array[int]"
    row_length: "array[int]"
    row_frame: "array[int]"
    row_offset: "array[int]"
    row_entry: "array[int]"
    entry_code: "array[int]"
    entry_flags: "array[int]"
    entry_first: "array[int]"
    entry_last: "array[int]"
    kept_row: "array[int]"
    kept_end: "array[int]"
    finding: "array[int]"
    ended: "array[int]"

    def __init__(self) -> None:
        for name, code in TABLES.items():
            setattr(self, name, array(code))
        self.kept = bytearray()
        self.sources: list[Source] = []
        self.shapes: list[bytes] = []  # what decisions share, see ``kept``

    def extend(self, packed: dict[str, bytes]) -> None:
        """Put packed columns behind what is there."""
        for name, data in packed.items():
            getattr(self, name).frombytes(data)

    def pack(self) -> dict[str, bytes]:
        """Return the columns as bytes, those without rows left out."""
        return {name: column.tobytes() for name in TABLES if (column := getattr(self, name))}

    def channel(self, row: int) -> Channel | None:
        """Return the channel of a row."""
        return self.sources[self.row_source[row]].channel

    def kept_of(self, row: int) -> bytes:
        """Return what is kept of a row beside its columns; nothing where nothing is."""
        at = bisect_left(self.kept_row, row)
        if at == len(self.kept_row) or self.kept_row[at] != row:
            return b""
        begin = self.kept_end[at - 1] if at else 0
        return bytes(memoryview(self.kept)[begin : self.kept_end[at]])
