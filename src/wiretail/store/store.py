"""A capture and what became of it, as a window shows them: tables of rows, read on demand."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from math import isnan

from wiretail.captures import Capture
from wiretail.model.decisions import Decision
from wiretail.model.events import Call, Event
from wiretail.model.span import Span
from wiretail.store.bases import Bases
from wiretail.store.batch import NO_EXCHANGE, Batch
from wiretail.store.blocks import Blocks
from wiretail.store.codes import type_of
from wiretail.store.columns import CUT, DROPPED, MALFORMED, NONE, TIMING
from wiretail.store.part import Part
from wiretail.store.places import Places
from wiretail.store.records import (
    ChunkRecord,
    EntryRecord,
    FrameRecord,
    Growth,
    RowRecord,
    TurnRecord,
)


class Store:
    """The tables of a capture. They only grow; ``revision`` counts how often.

    Rows are events and decisions in order of output, one for each line of ``inspect --format
    json`` (its JSON: ``study.rows.stored_row``). ``verdict`` is the sentence as far as the capture
    was processed, ``unknown`` what was skipped, ``malformed`` how many frames cannot be read,
    ``bytes_done`` how far processing is and ``done`` whether it is at the end. ``policy`` is the
    profile's ``repair.bytes``.
    """

    def __init__(self, capture: Capture, policy: str = "maximal-subpart") -> None:
        self.capture = capture
        self.policy = policy
        self.verdict = ""
        self.unknown: dict[str, int] = {}
        self.malformed = 0
        self.bytes_done = 0
        self.done = False
        self._parts: dict[int, Part] = {}
        self._grew = array("i")  # the exchange of each batch
        self._blocks = Blocks(capture.read)
        self._chunks, self._frames, self._rows, self._entries = Bases(), Bases(), Bases(), Bases()
        self._findings, self._ended = Bases(), Bases()

    # --- growing ---

    def append(self, batch: Batch) -> Growth:
        """Take a batch of one exchange behind what is known of that exchange."""
        if batch.verdict is not None:
            self.verdict = batch.verdict
        for kind, count in batch.unknown.items():
            self.unknown[kind] = self.unknown.get(kind, 0) + count
        self.bytes_done = max(self.bytes_done, batch.bytes_done)
        self.done |= batch.done
        self._grew.append(batch.exchange)
        if batch.exchange == NO_EXCHANGE:
            return Growth(NO_EXCHANGE, range(0), range(0), range(0), range(0), [])
        return self._grow(batch)

    def _grow(self, batch: Batch) -> Growth:
        part = self._part(batch.exchange)
        self.malformed += part.extend(batch)
        columns = part.columns
        chunks, frames, rows, entries, _, _ = (
            _grown(bases, batch.exchange, len(column))
            for bases, column in (
                (self._chunks, columns.chunk_end),
                (self._frames, columns.frame_start),
                (self._rows, columns.row_code),
                (self._entries, columns.entry_code),
                (self._findings, columns.finding),
                (self._ended, columns.ended),
            )
        )
        base = self._entries.of(batch.exchange)
        changed = [base + change.entry for change in batch.changes]
        return Growth(batch.exchange, chunks, frames, rows, entries, changed)

    @property
    def revision(self) -> int:
        """How many batches were taken."""
        return len(self._grew)

    def grown_since(self, revision: int) -> list[int]:
        """Return the exchanges that grew since a revision, in order."""
        return sorted(set(self._grew[revision:]) - {NO_EXCHANGE})

    # --- tables ---

    @property
    def chunk_count(self) -> int:
        """How many reads are known."""
        return self._chunks.total

    @property
    def frame_count(self) -> int:
        """How many frames are known."""
        return self._frames.total

    @property
    def row_count(self) -> int:
        """How many events and decisions are known."""
        return self._rows.total

    @property
    def entry_count(self) -> int:
        """How many lines the flat timeline has, dropped ones counted."""
        return self._entries.total

    @property
    def finding_count(self) -> int:
        """How many rows deserve a person's eye."""
        return self._findings.total

    @property
    def turn_count(self) -> int:
        """How many choices of turns have ended."""
        return self._ended.total

    def chunk(self, number: int) -> ChunkRecord:
        """Return a read by its number in the capture; ``IndexError`` for none (all tables)."""
        exchange, at = self._chunks.find(number)
        part = self._parts[exchange]
        time = part.columns.chunk_time[at]
        end = part.columns.chunk_end[at]
        return ChunkRecord(exchange, at, part.chunk_start(at), end, None if isnan(time) else time)

    def frame(self, number: int) -> FrameRecord:
        """Return a frame by its number in the capture."""
        exchange, at = self._frames.find(number)
        columns = self._parts[exchange].columns
        flags = columns.frame_flags[at]
        start, end = columns.frame_start[at], columns.frame_end[at]
        return FrameRecord(exchange, at, start, end, bool(flags & CUT), bool(flags & MALFORMED))

    def row(self, number: int) -> RowRecord:
        """Return what the columns tell of an event or a decision. Reads no bytes."""
        exchange, at = self._rows.find(number)
        return self._parts[exchange].record(at)

    def entry(self, number: int) -> EntryRecord:
        """Return a line of the flat timeline."""
        exchange, at = self._entries.find(number)
        columns = self._parts[exchange].columns
        base = self._rows.of(exchange)
        first, flags = columns.entry_first[at], columns.entry_flags[at]
        return EntryRecord(
            exchange,
            type_of(columns.entry_code[at]),
            columns.channel(first),
            base + first,
            base + columns.entry_last[at],
            bool(flags & DROPPED),
            bool(flags & TIMING),
        )

    def shown_entries(self, first: int, *, timing: bool) -> "array[int]":
        """Return the lines of the flat timeline from ``first`` on that are there to be seen.

        Without those that were dropped and, unless ``timing``, those that only tell when.
        """
        hidden = DROPPED if timing else DROPPED | TIMING
        found = array("q")
        while first < self.entry_count:
            exchange, at = self._entries.find(first)
            base = first - at
            flags = self._parts[exchange].columns.entry_flags
            shown = [base + n for n, flag in enumerate(flags[at:], at) if not flag & hidden]
            found.extend(shown)
            first = base + len(flags)
        return found

    def turns_of_exchange(self, exchange: int, first: int = 0) -> list[TurnRecord]:
        """Return how the choices of an exchange's turns ended, from its ``first`` end on."""
        part = self._parts.get(exchange)
        if part is None:
            return []
        base = self._rows.of(exchange)
        return [part.turn(row, base) for row in part.columns.ended[first:]]

    def finding(self, number: int) -> int:
        """Return the row of a finding, by its number in order of rows."""
        exchange, at = self._findings.find(number)
        return self._rows.of(exchange) + self._parts[exchange].columns.finding[at]

    def findings(self) -> "array[int]":
        """Return the rows of all findings, in order."""
        rows = array("q")
        for exchange, part in sorted(self._parts.items()):
            base = self._rows.of(exchange)
            rows.extend(base + row for row in part.columns.finding)
        return rows

    def findings_of_exchange(
        self, exchange: int, first: int = 0, last: int | None = None
    ) -> "array[int]":
        """Return the rows of the findings of an exchange, in order, ``[first, last)`` of them."""
        if exchange not in self._parts:
            return array("q")
        base = self._rows.of(exchange)
        found = self._parts[exchange].columns.finding[first:last]
        return array("q", [base + row for row in found])

    def severities_of_exchange(self, exchange: int, first: int = 0) -> bytes:
        """Return how grave the findings of an exchange are, in order, from its ``first`` on."""
        part = self._parts.get(exchange)
        return b"" if part is None else part.severities(first)

    def marks_of_exchange(
        self, exchange: int, first: int
    ) -> tuple[list[tuple[int, int, bool]], int]:
        """Return (byte, severity, is held) of what is marked in an exchange, and how far it went.

        ``first`` is how far the answer before went, 0 in the beginning.
        """
        return self._parts[exchange].marks(first) if exchange in self._parts else ([], first)

    # --- what stands behind a row (reads bytes of the capture) ---

    def item(self, number: int) -> Event | Decision:
        """Return the event or decision of a row, whole, equal to the one that the engine gave.

        Raises :class:`~wiretail.errors.CaptureError` where the capture's bytes are gone.
        """
        exchange, at = self._rows.find(number)
        return self._parts[exchange].item(at)

    def text(self, number: int) -> str:
        """Return the text of a row; empty for one that has none.

        Of a decision it is the text of its span as the engine saw it, read again from its frames:
        also what was removed or refused, which is for no eyes unless somebody asks for it.
        """
        exchange, at = self._rows.find(number)
        return self._parts[exchange].text(at)

    def entry_text(self, number: int, limit: int) -> str:
        """Return the first ``limit`` code points of the text of an entry.

        That of a run, or of a call's arguments.
        """
        exchange, at = self._entries.find(number)
        return self._parts[exchange].entry_text(at, limit)

    def entry_call(self, number: int) -> Call | None:
        """Return the whole call that an entry shows; None where it shows none, or a part."""
        exchange, at = self._entries.find(number)
        return self._parts[exchange].call_of(at)

    def places(self, exchange: int) -> Places:
        """Return what resolves the spans of an exchange to bytes."""
        return self._part(exchange).places

    def bytes_of_row(self, number: int) -> Span | None:
        """Return the very bytes that a row is about, as its line of JSON gives them."""
        exchange, at = self._rows.find(number)
        return self._parts[exchange].bytes_of_row(at)

    def first_byte_of_rows(self, rows: range) -> int:
        """Return the first byte of all frames that some rows of one exchange are about."""
        exchange, at = self._rows.find(rows.start)
        columns = self._parts[exchange].columns
        first = min(columns.row_frame[at : at + len(rows)], default=NONE)
        starts = columns.frame_start
        return starts[first] if first < len(starts) else self.capture.size

    def read(self, start: int, end: int) -> bytes:
        """Return bytes of the capture, through the blocks that are remembered."""
        return self._blocks.read(start, end)

    # --- from one table to another (bisection, no bytes are read) ---

    def chunks_of_bytes(self, start: int, end: int) -> range:
        """Return the chunks that touch the capture's bytes ``[start, end)``."""
        if start >= end:
            return range(0)
        first, last = self._exchange_of(start), self._exchange_of(end - 1)
        begin = self._chunks.of(first) + self._part(first).first_chunk_behind(start)
        return range(begin, self._chunks.of(last) + self._part(last).first_chunk_from(end))

    def frames_of_bytes(self, start: int, end: int) -> range:
        """Return the frames that touch the capture's bytes ``[start, end)``."""
        if start >= end:
            return range(0)
        first, last = self._exchange_of(start), self._exchange_of(end - 1)
        begin = self._frames.of(first) + self._part(first).first_frame_behind(start)
        return range(begin, self._frames.of(last) + self._part(last).first_frame_from(end))

    def frames_of_chunk(self, number: int) -> range:
        """Return the frames that have bytes in a chunk."""
        chunk = self.chunk(number)
        return self.frames_of_bytes(chunk.start, chunk.end)

    def chunks_of_frames(self, first: int, last: int) -> range:
        """Return the chunks that carried the frames from ``first`` to ``last``, both included."""
        return self.chunks_of_bytes(self.frame(first).start, self.frame(last).end)

    def frames_of_row(self, number: int) -> range:
        """Return the frames that a row is about, by their numbers in the capture."""
        row = self.row(number)
        if row.first < 0:
            return range(0)
        base = self._frames.of(row.exchange)
        count = self._frames.count(row.exchange)
        return range(base + min(row.first, count), base + min(row.last + 1, count))

    def frame_number(self, exchange: int, number: int) -> int:
        """Return the number in the capture of a frame of an exchange."""
        return self._frames.of(exchange) + number

    def rows_of_exchange(self, exchange: int) -> range:
        """Return the rows of an exchange."""
        base = self._rows.of(exchange)
        return range(base, base + self._rows.count(exchange))

    def rows_of_frames(self, first: int, last: int, limit: int = 10_000) -> "array[int]":
        """Return the first ``limit`` rows about any of the frames ``first`` to ``last``."""
        rows = array("q")
        begin, end = self._frames.find(first), self._frames.find(last)
        for exchange in range(begin[0], end[0] + 1):
            if exchange not in self._parts:
                continue
            least = begin[1] if exchange == begin[0] else 0
            most = end[1] if exchange == end[0] else NONE - 1
            found = self._parts[exchange].zones.rows(least, most)
            base = self._rows.of(exchange)
            rows.extend(base + row for row in islice(found, limit - len(rows)))
        return rows

    def rows_of_bytes(self, start: int, end: int, limit: int = 10_000) -> "array[int]":
        """Return the first ``limit`` rows about frames that touch bytes ``[start, end)``."""
        frames = self.frames_of_bytes(start, end)
        return self.rows_of_frames(frames[0], frames[-1], limit) if frames else array("q")

    def marked_rows(self, start: int, end: int) -> Iterator[tuple[int, bytes]]:
        """Yield (row, shape) of all findings and holds about frames that touch bytes.

        Rows of an exchange that have the same shape are equal but for their places.
        """
        frames = self.frames_of_bytes(start, end)
        if not frames:
            return
        begin, last = self._frames.find(frames[0]), self._frames.find(frames[-1])
        for exchange in range(begin[0], last[0] + 1):
            if exchange in self._parts:
                least = begin[1] if exchange == begin[0] else 0
                most = last[1] if exchange == last[0] else NONE - 1
                base = self._rows.of(exchange)
                for row, shape in self._parts[exchange].marked(least, most):
                    yield base + row, shape

    def entry_of_row(self, number: int) -> int:
        """Return the line of the flat timeline that shows a row; -1 where none does."""
        exchange, at = self._rows.find(number)
        entry = self._parts[exchange].columns.row_entry[at]
        return -1 if entry == NONE else self._entries.of(exchange) + entry

    def _part(self, exchange: int) -> Part:
        part = self._parts.get(exchange)
        if part is None:
            of = self.capture.exchanges[exchange]
            part = self._parts[exchange] = Part(of, self._blocks.read, self.policy)
        return part

    def _exchange_of(self, byte: int) -> int:
        exchanges = self.capture.exchanges
        return max(bisect_right(exchanges, byte, key=lambda found: found.start) - 1, 0)


def _grown(bases: Bases, exchange: int, count: int) -> range:
    """Note how many rows an exchange has by now; return the new ones."""
    new = count - bases.count(exchange)
    first = bases.grow(exchange, new)
    return range(first, first + new)
