"""A capture and what became of it, as a window shows them: tables of rows, read on demand."""

from array import array

from wiretail.captures import Capture
from wiretail.model.decisions import Decision
from wiretail.model.events import Event
from wiretail.model.span import Span
from wiretail.store.batch import Batch
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
    """The tables of a capture. They only grow; ``revision`` is higher after every change.

    Rows are events and decisions in order of output, one for each line of ``inspect --format
    json`` (its JSON: ``study.rows.stored_row``). ``verdict`` is the sentence as far as the capture
    was processed, ``unknown`` what was skipped, ``bytes_done`` how far processing is and ``done``
    whether it is at the end. ``policy`` is the profile's ``repair.bytes``.
    """

    def __init__(self, capture: Capture, policy: str = "maximal-subpart") -> None:
        self.capture = capture
        self.policy = policy
        self.revision = 0
        self.verdict = ""
        self.unknown: dict[str, int] = {}
        self.bytes_done = 0
        self.done = False
        self.turns: list[TurnRecord] = []

    # --- growing ---

    def append(self, batch: Batch) -> Growth:
        """Take a batch of one exchange behind what is known of that exchange."""
        raise NotImplementedError

    # --- tables ---

    @property
    def chunk_count(self) -> int:
        """How many reads are known."""
        raise NotImplementedError

    @property
    def frame_count(self) -> int:
        """How many frames are known."""
        raise NotImplementedError

    @property
    def row_count(self) -> int:
        """How many events and decisions are known."""
        raise NotImplementedError

    @property
    def entry_count(self) -> int:
        """How many lines the flat timeline has, dropped ones counted."""
        raise NotImplementedError

    def chunk(self, number: int) -> ChunkRecord:
        """Return a read by its number in the capture; ``IndexError`` for none (all tables)."""
        raise NotImplementedError

    def frame(self, number: int) -> FrameRecord:
        """Return a frame by its number in the capture."""
        raise NotImplementedError

    def row(self, number: int) -> RowRecord:
        """Return what the columns tell of an event or a decision. Reads no bytes."""
        raise NotImplementedError

    def entry(self, number: int) -> EntryRecord:
        """Return a line of the flat timeline."""
        raise NotImplementedError

    # --- what stands behind a row (reads bytes of the capture) ---

    def item(self, number: int) -> Event | Decision:
        """Return the event or decision of a row, whole, equal to the one that the engine gave.

        Raises :class:`~wiretail.errors.CaptureError` where the capture's bytes are gone.
        """
        raise NotImplementedError

    def text(self, number: int) -> str:
        """Return the text of a row; empty for one that has none."""
        raise NotImplementedError

    def entry_text(self, number: int, limit: int) -> str:
        """Return the first ``limit`` code points of the text of an entry.

        That of a run, or of a call's arguments.
        """
        raise NotImplementedError

    def places(self, exchange: int) -> Places:
        """Return what resolves the spans of an exchange to bytes."""
        raise NotImplementedError

    def bytes_of_row(self, number: int) -> Span | None:
        """Return the very bytes that a row is about, as its line of JSON gives them."""
        raise NotImplementedError

    # --- from one table to another (bisection, no bytes are read) ---

    def chunks_of_bytes(self, start: int, end: int) -> range:
        """Return the chunks that touch the capture's bytes ``[start, end)``."""
        raise NotImplementedError

    def frames_of_bytes(self, start: int, end: int) -> range:
        """Return the frames that touch the capture's bytes ``[start, end)``."""
        raise NotImplementedError

    def frames_of_chunk(self, number: int) -> range:
        """Return the frames that have bytes in a chunk."""
        raise NotImplementedError

    def chunks_of_frames(self, first: int, last: int) -> range:
        """Return the chunks that carried the frames from ``first`` to ``last``, both included."""
        raise NotImplementedError

    def frames_of_row(self, number: int) -> range:
        """Return the frames that a row is about, by their numbers in the capture."""
        raise NotImplementedError

    def rows_of_frames(self, first: int, last: int, limit: int = 10_000) -> "array[int]":
        """Return the first ``limit`` rows about any of the frames ``first`` to ``last``."""
        raise NotImplementedError

    def rows_of_bytes(self, start: int, end: int, limit: int = 10_000) -> "array[int]":
        """Return the first ``limit`` rows about frames that touch bytes ``[start, end)``."""
        raise NotImplementedError

    def entry_of_row(self, number: int) -> int:
        """Return the line of the flat timeline that shows a row; -1 where none does."""
        raise NotImplementedError

    # --- findings ---

    def findings(self) -> "array[int]":
        """Return the rows that deserve a person's eye, in order."""
        raise NotImplementedError
