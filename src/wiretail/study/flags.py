"""What stretches of a capture are marked with: the letters of their findings, and of held text."""

from typing import NamedTuple

from wiretail.store import Store
from wiretail.study.findings import finding

HELD = "H"


class Flag(NamedTuple):
    """A letter, how grave it is (0: no finding), and its highlight role."""

    letter: str
    severity: int
    tint: str


def flags_of(store: Store, start: int, end: int) -> list[Flag]:
    """Return the flags of the capture's bytes ``[start, end)``, the gravest first.

    All rows count, however many there are: of those that are equal but for their places one is
    read that has bytes here.
    """
    found: dict[str, Flag] = {}
    seen: set[tuple[int, bytes]] = set()
    for row, shape in store.marked_rows(start, end):
        record = store.row(row)
        kind = record.exchange, shape
        if kind in seen or not _has_bytes(store, row, start, end):
            continue
        seen.add(kind)
        if record.kind in {"held", "released"}:
            found.setdefault(HELD, Flag(HELD, 0, "held"))
        told = finding(store.item(row)) if record.severity else None
        if told is not None:
            flag = Flag(told.row.flag, record.severity, told.row.tint)
            known = found.get(flag.letter)
            if known is None or known.severity < flag.severity:
                found[flag.letter] = flag
    return sorted(found.values(), key=lambda flag: -flag.severity)


def _has_bytes(store: Store, row: int, start: int, end: int) -> bool:
    """Tell whether a row is about any of the bytes: by its frames where they lie within."""
    frames = store.frames_of_row(row)
    if frames and store.frame(frames[0]).start >= start and store.frame(frames[-1]).end <= end:
        return True
    where = store.bytes_of_row(row)
    return where is not None and where.start < end and where.end > start
