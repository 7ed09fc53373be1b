"""One exchange of a store: its columns, and what is read through them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from wiretail.captures import Exchange
from wiretail.model.decisions import Decision
from wiretail.model.deltas import Channel
from wiretail.model.events import Call, CallArguments, End, Event, Reasoning, Text
from wiretail.model.span import Place, Span
from wiretail.store.batch import Batch
from wiretail.store.codes import (
    ARGUMENTS,
    CODES,
    DECISION,
    HOLDS,
    REASONING,
    TEXT,
    name_of,
    type_of,
)
from wiretail.store.columns import CUT, KEPT, MALFORMED, NONE, SEVERITY, WHOLE, Columns
from wiretail.store.frames import FrameTable, segments_of
from wiretail.store.kept import Numbers, kept_item, kept_text, shape_of
from wiretail.store.places import Places, Read
from wiretail.store.records import RowRecord, TurnRecord
from wiretail.store.span_text import span_text
from wiretail.store.zones import Zones

_OF_TEXT = frozenset({TEXT, REASONING, ARGUMENTS})


class Part:
    """The tables of one exchange; all numbers are those within it."""

    def __init__(self, exchange: Exchange, read: Read, policy: str) -> None:
        self.exchange = exchange
        self.columns = Columns()
        self.zones = Zones(self.columns)
        table = FrameTable(self.columns.frame_start, self.columns.frame_end)
        self.places = Places(read, table, segments_of(exchange.framing), policy)

    def extend(self, batch: Batch) -> int:
        """Put a batch behind what is there, and mend what it says of what is there.

        Return how many frames it says cannot be read.
        """
        columns = self.columns
        known = len(columns.frame_flags)
        columns.extend(batch.columns)
        columns.kept += batch.kept
        columns.sources += batch.sources
        columns.shapes += batch.shapes
        for frame in batch.malformed:
            columns.frame_flags[frame] |= MALFORMED
        for change in batch.changes:
            columns.entry_code[change.entry] = change.code
            columns.entry_flags[change.entry] = change.flags
            columns.entry_last[change.entry] = change.last
        for row, entry in batch.placed:
            columns.row_entry[row] = entry
        self.zones.extend()
        fresh = columns.frame_flags[known:].tobytes()
        return len(batch.malformed) + sum(
            fresh.count(flags) for flags in (MALFORMED, MALFORMED | CUT)
        )

    def record(self, row: int) -> RowRecord:
        """Return what the columns tell of a row."""
        columns = self.columns
        code = columns.row_code[row]
        start, flags = columns.row_start[row], columns.row_flags[row]
        first = _or_none(columns.row_frame[row])
        return RowRecord(
            self.exchange.number,
            type_of(code),
            name_of(code),
            columns.channel(row),
            start,
            start + columns.row_length[row],
            first,
            _or_none(columns.row_offset[row]) if flags & WHOLE else first,
            flags & SEVERITY,
        )

    def item(self, row: int) -> Event | Decision:
        """Return the event or decision of a row."""
        columns = self.columns
        if columns.row_flags[row] & WHOLE:
            return self._kept(row)
        channel, path, call = columns.sources[columns.row_source[row]]
        assert channel is not None  # text is always of one
        code, start = columns.row_code[row], columns.row_start[row]
        frame, offset = columns.row_frame[row], columns.row_offset[row]
        text = self.text(row)
        if code == ARGUMENTS:
            return CallArguments(channel, call, start, text, frame, path, offset)
        return (Text if code == TEXT else Reasoning)(channel, start, text, frame, path, offset)

    def text(self, row: int) -> str:
        """Return the text of a row, of a decision that of its span; empty where it has none."""
        columns = self.columns
        flags, length = columns.row_flags[row], columns.row_length[row]
        if flags & WHOLE:
            item = self._kept(row)
            if isinstance(item, Decision):
                return span_text(item, columns, self.zones, self.places)
            return item.text if isinstance(item, Text | Reasoning | CallArguments) else ""
        if flags & KEPT:
            return kept_text(columns.kept_of(row))
        place = self._place(row)
        return self.places.text(place, place.offset + length) if length else ""

    def bytes_of_row(self, row: int) -> Span | None:
        """Return the bytes that a row is about."""
        length = self.columns.row_length[row]
        if self.columns.row_flags[row] & WHOLE or not length:
            return self.places.of(self.item(row))
        begin = self._place(row)
        return self.places.between(begin, Place(begin.frame, begin.path, begin.offset + length))

    def severities(self, first: int) -> bytes:
        """Return how grave the findings are, in order, from the ``first`` on."""
        flags = self.columns.row_flags
        return bytes([flags[row] & SEVERITY for row in self.columns.finding[first:]])

    def marked(self, least: int, most: int) -> Iterator[tuple[int, bytes]]:
        """Yield (row, shape) of the findings and holds about the frames ``least`` to ``most``.

        Rows of one shape are equal but for their places.
        """
        columns = self.columns
        flags, codes = columns.row_flags, columns.row_code
        for row in self.zones.kept_rows(least, most):
            if flags[row] & SEVERITY or codes[row] in HOLDS:
                # Of events only one kind is a finding: its words are of no account.
                decided = codes[row] >= DECISION
                yield row, shape_of(columns.kept_of(row)) if decided else bytes([codes[row]])

    def marks(self, first: int) -> tuple[list[tuple[int, int, bool]], int]:
        """Return (byte, severity, whether it is of held text) of findings and holds, and how far.

        ``first`` is how far the answer before went; the byte is where their first frame begins.
        """
        columns = self.columns
        flags, codes, starts = columns.row_flags, columns.row_code, columns.frame_start
        found: list[tuple[int, int, bool]] = []
        for row in columns.kept_row[first:]:
            severity, held = flags[row] & SEVERITY, codes[row] in HOLDS
            frame = columns.row_frame[row]
            if (severity or held) and frame < len(starts):
                found.append((starts[frame], severity, held))
        return found, len(columns.kept_row)

    def entry_text(self, entry: int, limit: int) -> str:
        """Return the first ``limit`` code points of the text of a run, or of a call's arguments."""
        columns = self.columns
        parts: list[str] = []
        size = 0
        for row in range(columns.entry_first[entry], columns.entry_last[entry] + 1):
            if columns.row_entry[row] == entry and columns.row_code[row] in _OF_TEXT:
                parts.append(self.text(row))
                size += len(parts[-1])
                if size >= limit:
                    break
        return "".join(parts)[:limit]

    def call_of(self, entry: int) -> Call | None:
        """Return the whole call of an entry, None where it is none, or not whole yet."""
        columns = self.columns
        if columns.entry_code[entry] != CODES[Call]:
            return None
        item = self.item(columns.entry_last[entry])
        return item if isinstance(item, Call) else None

    def turn(self, row: int, base: int) -> TurnRecord:
        """Return the end of a choice of a turn; ``base`` rows lie before the exchange."""
        item = self.item(row)
        channel = item.channel or Channel()
        end = str(item.end) if isinstance(item, End) else "refused"
        return TurnRecord(self.exchange.number, channel.turn, channel.choice, base + row, end)

    def chunk_start(self, number: int) -> int:
        """Return the byte of the capture where a chunk begins."""
        return self.columns.chunk_end[number - 1] if number else self.exchange.start

    def first_chunk_behind(self, byte: int) -> int:
        """Return the first chunk that ends behind a byte of the capture."""
        return bisect_right(self.columns.chunk_end, byte)

    def first_chunk_from(self, byte: int) -> int:
        """Return the first chunk that begins at a byte of the capture, or behind it."""
        if byte <= self.exchange.start:
            return 0
        return min(bisect_left(self.columns.chunk_end, byte) + 1, len(self.columns.chunk_end))

    def first_frame_behind(self, byte: int) -> int:
        """Return the first frame that ends behind a byte of the capture."""
        return bisect_right(self.columns.frame_end, byte)

    def first_frame_from(self, byte: int) -> int:
        """Return the first frame that begins at a byte of the capture, or behind it."""
        return bisect_left(self.columns.frame_start, byte)

    def _kept(self, row: int) -> Event | Decision:
        columns = self.columns
        numbers = Numbers(
            columns.row_start[row],
            columns.row_length[row],
            columns.row_frame[row],
            columns.row_offset[row],
        )
        return kept_item(columns.kept_of(row), columns.shapes, numbers)

    def _place(self, row: int) -> Place:
        columns = self.columns
        path = columns.sources[columns.row_source[row]].path
        return Place(columns.row_frame[row], path, columns.row_offset[row])


def _or_none(frame: int) -> int:
    return -1 if frame == NONE else frame
