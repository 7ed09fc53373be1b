"""The findings as a list: how grave, what, where."""

from bisect import bisect_left

from wiretail.gui.models.rows import Column, Look, RowModel
from wiretail.model.decisions import Decision
from wiretail.store import Store
from wiretail.study.findings import finding
from wiretail.study.visible import name

_SHAPES = {"E": "\u2716 E", "W": "\u25b2 W", "N": "\u25cf N"}


class FindingModel(RowModel):
    """Rows are the findings of a store, in order."""

    columns = (
        Column("", 6, hint="E error, W warning, N note"),
        Column("Frames", 6, numeric=True),
        Column("Finding", 0),
    )

    def __init__(self) -> None:
        super().__init__()
        self._store: Store | None = None

    def show(self, store: Store | None) -> None:
        """Show the findings of another store, or none."""
        self._store = store
        self.renew()

    def count(self) -> int:
        """Return how many findings are known."""
        return 0 if self._store is None else self._store.finding_count

    def store_row(self, row: int) -> int:
        """Return the row of the store that a finding is about."""
        assert self._store is not None
        return self._store.finding(row)

    def row_of(self, store_row: int) -> int:
        """Return the finding that is about a row of the store, -1 for none."""
        if self._store is None:
            return -1
        count = self._store.finding_count
        place = bisect_left(range(count), store_row, key=self._store.finding)
        found = place < count and self._store.finding(place) == store_row
        return place if found else -1

    def look(self, row: int) -> Look:
        """Return how a finding looks."""
        assert self._store is not None
        number = self.store_row(row)
        record, item = self._store.row(number), self._store.item(number)
        found = finding(item)
        assert found is not None
        frames = "" if record.first < 0 else str(record.first)
        if record.last > record.first:
            frames += f"-{record.last}"
        letter = found.row.severity.letter
        tool = item.evidence.get("tool") if isinstance(item, Decision) else None
        named = f" ({name(tool)})" if isinstance(tool, str) else ""
        cells = (_SHAPES[letter], frames, found.sentence + named)
        spoken = f"{found.row.severity.name.lower()}, frames {frames}, {found.sentence}{named}"
        return Look(cells, tint=found.row.tint, pill=0, spoken=spoken)
