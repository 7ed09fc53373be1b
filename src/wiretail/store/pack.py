"""Events and decisions into packed columns: the other end of :class:`~wiretail.store.Store`."""

from math import nan

from wiretail.model.chunks import Chunk
from wiretail.model.decisions import Decision
from wiretail.model.deltas import Channel
from wiretail.model.events import CallArguments, End, Error, Event, Reasoning, Refusal, Text
from wiretail.model.frames import Frame
from wiretail.model.span import Place, Span
from wiretail.store.batch import Batch
from wiretail.store.codes import CODES, code_of
from wiretail.store.columns import CUT, KEPT, MALFORMED, NONE, WHOLE, Columns, Source
from wiretail.store.entries import Entries
from wiretail.store.kept import Numbers, Shapes, is_readable, keep_text

#: Greatest number that a column of four bytes holds; what counts further is kept whole.
_MOST = NONE - 1


class Packer:
    """Takes what one exchange brings, in order, and gives it away in batches.

    ``start`` is the byte of the capture where its body begins.
    """

    def __init__(self, exchange: int, start: int = 0) -> None:
        self._exchange = exchange
        self._at = start  # where the next chunk begins
        self._columns = Columns()
        self._entries = Entries()
        self._sources: dict[Source, int] = {}
        self._new_sources: list[Source] = []
        self._last: tuple[Channel | None, str, str, int] = (None, "\0", "", 0)
        self._shapes = Shapes()
        self._kept = bytearray()
        self._kept_before = 0
        self._frames_before = 0
        self._rows_before = 0
        self._malformed: list[int] = []

    @property
    def rows(self) -> int:
        """How many rows were taken since the last batch."""
        return len(self._columns.row_code)

    def chunk(self, chunk: Chunk) -> None:
        """Take a read."""
        self.read(len(chunk.data), chunk.time_ms)

    def read(self, size: int, time_ms: float | None) -> None:
        """Take a read of so many bytes."""
        self._at += size
        self._columns.chunk_end.append(self._at)
        self._columns.chunk_time.append(nan if time_ms is None else time_ms)

    def frame(self, frame: Frame) -> None:
        """Take the next frame."""
        columns = self._columns
        columns.frame_start.append(frame.start)
        columns.frame_end.append(frame.end)
        columns.frame_flags.append(frame.cut and CUT)

    def text(self, item: Text | Reasoning | CallArguments) -> None:
        """Take an event of text."""
        text, start, frame, offset = item.text, item.start, item.frame, item.offset
        length = len(text)
        if max(start + length, frame, offset) > _MOST or _is_joined(item):
            self._rest(item, 0)
            return
        columns = self._columns
        row = self._rows_before + len(columns.row_code)
        flags = 0
        if not is_readable(text):
            self._keep(row, keep_text(text))
            flags = KEPT
        if isinstance(item, CallArguments):
            entry = self._entries.add(item, row, columns)
            source = self._source(item.channel, item.path, item.id)
        else:
            entry = self._entries.text(item, row, columns)
            source = self._source(item.channel, item.path)
        columns.row_code.append(CODES[type(item)])
        columns.row_flags.append(flags)
        columns.row_source.append(source)
        columns.row_start.append(start)
        columns.row_length.append(length)
        columns.row_frame.append(frame)
        columns.row_offset.append(offset)
        columns.row_entry.append(entry)

    def item(self, item: Event | Decision, severity: int = 0) -> None:
        """Take any event or decision; ``severity`` is that of a finding, 0 for none."""
        if isinstance(item, Text | Reasoning | CallArguments):
            self.text(item)
        else:
            self._rest(item, severity)

    def take(self) -> Batch:
        """Return what gathered, and begin anew."""
        columns = self._columns
        changes, placed = self._entries.take(columns)
        # Rows of this batch find their place in it, rows of earlier ones are told.
        before = self._rows_before
        for row, entry in placed:
            if row >= before:
                columns.row_entry[row - before] = entry
        batch = Batch(
            self._exchange,
            columns.pack(),
            bytes(self._kept),
            self._new_sources,
            self._shapes.new,
            self._malformed,
            changes,
            [pair for pair in placed if pair[0] < before],
        )
        self._kept_before += len(self._kept)
        self._frames_before += len(columns.frame_start)
        self._rows_before += len(columns.row_code)
        self._columns, self._kept = Columns(), bytearray()
        self._new_sources, self._shapes.new, self._malformed = [], [], []
        return batch

    def _source(self, channel: Channel | None, path: str = "", call: str = "") -> int:
        channel_before, path_before, call_before, number_before = self._last
        if channel is channel_before and path is path_before and call is call_before:
            return number_before  # nearly always: the same objects come again and again
        source = Source(channel, path, call)
        number = self._sources.get(source)
        if number is None:
            number = self._sources[source] = len(self._sources)
            self._new_sources.append(source)
        self._last = (channel, path, call, number)
        return number

    def _keep(self, row: int, data: bytes) -> None:
        self._kept += data
        self._columns.kept_row.append(row)
        self._columns.kept_end.append(self._kept_before + len(self._kept))

    def _rest(self, item: Event | Decision, severity: int) -> None:
        columns = self._columns
        row = self._rows_before + len(columns.row_code)
        self._keep(row, self._shapes.keep(item))
        start, length, first, last = _numbers(item)
        columns.row_code.append(code_of(item))
        columns.row_flags.append(severity | WHOLE)
        columns.row_source.append(self._source(item.channel))
        columns.row_start.append(start)
        columns.row_length.append(length)
        columns.row_frame.append(first)
        columns.row_offset.append(last)
        columns.row_entry.append(self._entries.add(item, row, columns, severity))
        if severity:
            columns.finding.append(row)
        if isinstance(item, Error) and item.malformed:
            self._mark(item.frame)
        if isinstance(item, End | Refusal):
            columns.ended.append(row)

    def _mark(self, frame: int) -> None:
        at = frame - self._frames_before
        if 0 <= at < len(self._columns.frame_flags):
            self._columns.frame_flags[at] |= MALFORMED
        else:
            self._malformed.append(frame)


def _is_joined(item: Text | Reasoning | CallArguments) -> bool:
    """Tell whether an event is a character whose halves came in two frames, and knows both."""
    return getattr(item, "tail", None) is not None


def _numbers(item: Event | Decision) -> Numbers:
    """Return start and length of its span, and its first and last frame."""
    if isinstance(item, Decision):
        first, last = item.frames if item.frames is not None else (NONE, NONE)
        span = item.span or Span(0, 0)
        return _clamped(span.start, span.end, first, last)
    last = item.frame
    start = end = 0
    if isinstance(item, Text | Reasoning | CallArguments):
        start, end = item.start, item.start + len(item.text)
        tail: Place | None = getattr(item, "tail", None)
        last = last if tail is None else tail.frame
    return _clamped(start, end, item.frame, last)


def _clamped(start: int, end: int, first: int, last: int) -> Numbers:
    start = min(start, _MOST)
    return Numbers(start, min(end, _MOST) - start, min(first, NONE), min(last, NONE))
