"""What a store answers when it is asked for one row of a table: small, made on demand.

All numbers of chunks, frames, rows and entries are those of the whole capture, in order of output,
unless a field says otherwise.
"""

from typing import NamedTuple

from wiretail.model.deltas import Channel


class ChunkRecord(NamedTuple):
    """A read: ``number`` counts within its exchange, ``start`` and ``end`` bytes of the capture."""

    exchange: int
    number: int
    start: int
    end: int
    time_ms: float | None


class FrameRecord(NamedTuple):
    """A frame: ``number`` counts within its exchange, ``start`` and ``end`` bytes of the capture.

    ``cut``: the stream broke off inside it. ``malformed``: it cannot be read.
    """

    exchange: int
    number: int
    start: int
    end: int
    cut: bool
    malformed: bool


class RowRecord(NamedTuple):
    """An event or a decision, as far as its columns tell; :meth:`Store.item` has all of it.

    ``type`` is that of its line of JSON (``decision`` for every decision), ``kind`` a decision's
    kind, else the type. ``start`` and ``end`` count code points of the channel (both 0 where it is
    about no text). ``first`` and ``last`` are frame numbers within the exchange, -1 for none.
    ``severity``: 0 for what is no finding, else 1 note, 2 warning, 3 error.
    """

    exchange: int
    type: str
    kind: str
    channel: Channel | None
    start: int
    end: int
    first: int
    last: int
    severity: int


class EntryRecord(NamedTuple):
    """A line of the flat timeline: a run of events, or one decision.

    ``type`` as in :class:`~wiretail.model.timeline.Run`, or ``decision``. ``first`` and ``last``
    are the rows that begin and end it; rows of others may lie between. ``dropped``: a call that was
    withdrawn, not to be shown. ``timing``: a decision that only says when text was held or given
    out.
    """

    exchange: int
    type: str
    channel: Channel | None
    first: int
    last: int
    dropped: bool
    timing: bool


class TurnRecord(NamedTuple):
    """A choice of a turn that has ended: its last row, and how it ended.

    ``end`` is an end of the closed list, or ``refused``.
    """

    exchange: int
    turn: int
    choice: int
    row: int
    end: str


class Growth(NamedTuple):
    """What a batch put into a store: the numbers of what is new in each table.

    They lie at the end of the table, unless an exchange further behind was processed first.
    ``changed`` are entries that were there before and grew, or were dropped.
    """

    exchange: int
    chunks: range
    frames: range
    rows: range
    entries: range
    changed: list[int]
