"""A whole capture on a strip: where its findings lie, and where text was held.

A strip has at most 1,024 cells, each so many bytes of the capture; as the capture grows cells are
put together in pairs. What was put on it is not looked at again.
"""

from typing import NamedTuple

from wiretail.store import Store

CELLS = 1024


class Spot(NamedTuple):
    """The bytes ``[start, end)``: the gravest finding there (0: none), whether text was held."""

    start: int
    end: int
    severity: int
    held: bool


class Overview:
    """The strip of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._size = 1  # bytes of a cell
        self._cells: dict[int, tuple[int, bool]] = {}
        self._seen: dict[int, int] = {}
        self._revision = 0

    def update(self) -> bool:
        """Put on what came since; return whether anything did."""
        store = self._store
        if self._revision == store.revision:
            return False
        grown, self._revision = store.grown_since(self._revision), store.revision
        changed = self._fit(store.capture.size)
        for exchange in grown:
            first = self._seen.get(exchange, 0)
            marks, self._seen[exchange] = store.marks_of_exchange(exchange, first)
            for byte, severity, held in marks:
                cell = byte // self._size
                before = self._cells.get(cell, (0, False))
                self._cells[cell] = max(before[0], severity), before[1] or held
            changed |= bool(marks)
        return changed

    def spots(self) -> list[Spot]:
        """Return the cells with something on them, in order."""
        size = self._size
        return [
            Spot(cell * size, (cell + 1) * size, severity, held)
            for cell, (severity, held) in sorted(self._cells.items())
        ]

    def _fit(self, total: int) -> bool:
        """Make cells large enough; return whether they changed."""
        before = self._size
        while self._size * CELLS < total:
            self._size *= 2
        if self._size == before:
            return False
        factor = self._size // before
        cells, self._cells = self._cells, {}
        for cell, (severity, held) in cells.items():
            known = self._cells.get(cell // factor, (0, False))
            self._cells[cell // factor] = max(known[0], severity), known[1] or held
        return True
