"""A capture beside a window: tables in packed columns, bytes read on demand, nothing kept twice.

``Store`` holds the tables and answers; it is filled by batches. Who makes them: in the window's own
process ``study.feeder.Feeder`` in slices of a few ms, for large captures the same ``Feeder`` in the
process of ``worker.Worker`` (``study.job``), for live bytes ``study.feeder.LiveFeeder``.
"""

from wiretail.store.batch import NO_EXCHANGE, Batch
from wiretail.store.lines import LineIndex
from wiretail.store.records import (
    ChunkRecord,
    EntryRecord,
    FrameRecord,
    Growth,
    RowRecord,
    TurnRecord,
)
from wiretail.store.store import Store

__all__ = [
    "NO_EXCHANGE",
    "Batch",
    "ChunkRecord",
    "EntryRecord",
    "FrameRecord",
    "Growth",
    "LineIndex",
    "RowRecord",
    "Store",
    "TurnRecord",
]
