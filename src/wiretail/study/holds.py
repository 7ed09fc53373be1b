"""Held text: from where to where, and what became of it."""

from typing import NamedTuple

from wiretail.model.decisions import Decision, Kind
from wiretail.store import Store

_SETTLES = frozenset({Kind.RELEASED, Kind.RECOVERED, Kind.PASSED, Kind.REMOVED, Kind.REFUSED})
#: So many rows further on an answer is looked for.
_FAR = 20_000


class Hold(NamedTuple):
    """``row`` withheld text; ``settled`` is the row that settled it, None if none did yet.

    ``chunks`` carried it, from the first that it came with to the one that settled it.
    """

    row: int
    decision: Decision
    settled: int | None
    settling: Decision | None
    chunks: range


def hold_of(store: Store, row: int) -> Hold | None:
    """Return the hold that begins at a row; None for a row that withholds nothing."""
    record = store.row(row)
    if record.kind != Kind.HELD:
        return None
    decision = store.item(row)
    assert isinstance(decision, Decision)
    settled = _settled(store, row, decision)
    settling = None if settled is None else store.item(settled)
    frames = store.frames_of_row(row)
    last = store.frames_of_row(settled) if settled is not None else frames
    chunks = store.chunks_of_frames(frames[0], (last or frames)[-1]) if frames else range(0)
    return Hold(
        row, decision, settled, settling if isinstance(settling, Decision) else None, chunks
    )


def _settled(store: Store, row: int, held: Decision) -> int | None:
    for number in range(row + 1, min(store.row_count, row + 1 + _FAR)):
        record = store.row(number)
        if record.kind not in _SETTLES or record.exchange != store.row(row).exchange:
            continue
        if record.channel != held.channel:
            continue
        if held.span is None or (
            record.start <= held.span.start < max(record.end, record.start + 1)
        ):
            return number
    return None
