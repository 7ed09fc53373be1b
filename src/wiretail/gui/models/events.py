"""The flat timeline as a list: runs, and under each the decisions that fell there."""

from array import array
from bisect import bisect_left
from collections import OrderedDict

from PySide6.QtCore import QModelIndex

from wiretail.errors import CaptureError
from wiretail.gui.models.rows import Column, Look, RowModel
from wiretail.store import Growth, Store
from wiretail.study.describe import Described
from wiretail.study.entries import describe_entry
from wiretail.study.findings import Severity

_REMEMBERED = 512
_SEVERITIES = {severity.letter: severity.name.lower() for severity in Severity}
_ROLES = {"call, recovered": "recovered", "refused": "refused"}
_NOWHERE = QModelIndex()


class EventModel(RowModel):
    """Rows are lines of a store's flat timeline; which, an array of their numbers says.

    ``timing``: rows that only say when text was held or given out are shown as well. ``chosen``
    are the lines that a search found, None where nothing is searched for.
    """

    columns = (
        Column("Frames", 6, numeric=True, hint="The frames that carried it"),
        Column("", 2, hint="E error, W warning, N note"),
        Column("What", 18),
        Column("Channel", 9),
        Column("Detail", 0, mono=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self._store: Store | None = None
        self._shown = array("q")
        self._known = 0
        self.timing = False
        self.chosen: array[int] | None = None
        self._looks: OrderedDict[tuple[int, int], Look] = OrderedDict()

    def show(self, store: Store | None) -> None:
        """Show the lines of another store, or none."""
        self._store = store
        self.chosen = None
        self.again()

    def again(self) -> None:
        """Choose the rows anew: what is to be shown has changed."""
        self._looks.clear()
        self._known = 0
        self._shown = array("q")
        self._take()
        self.renew()

    def count(self) -> int:
        """Return how many rows are shown."""
        self._take()
        return len(self._shown)

    def entry(self, row: int) -> int:
        """Return the number of the line that a row shows, -1 for no row."""
        return self._shown[row] if 0 <= row < len(self._shown) else -1

    def row_of(self, entry: int) -> int:
        """Return the row that shows a line, -1 where none does."""
        place = bisect_left(self._shown, entry)
        found = place < len(self._shown) and self._shown[place] == entry
        return place if found else -1

    def choose(self, lines: "array[int] | None") -> None:
        """Show only some lines, or all of them again."""
        if lines is None and self.chosen is None:
            return
        self.chosen = lines
        self.again()

    def changed(self, growth: Growth) -> None:
        """Take in what a batch changed of lines that were there before."""
        if growth.entries and growth.entries.start < self._known:
            self.again()  # an exchange further behind came first: what is new stands in the middle
            return
        for entry in growth.changed:
            self._looks.pop((entry, 0), None)
            row = self.row_of(entry)
            if row >= 0 and self._store is not None and self._store.entry(entry).dropped:
                self.beginRemoveRows(_NOWHERE, row, row)
                del self._shown[row]
                self._rows -= 1
                self.endRemoveRows()

    def look(self, row: int) -> Look:
        """Return how a row looks; the last ones are remembered."""
        key = self._shown[row], 0
        found = self._looks.get(key)
        if found is None:
            found = self._looks[key] = self._look(key[0])
            if len(self._looks) > _REMEMBERED:
                self._looks.popitem(last=False)
        return found

    def _take(self) -> None:
        """Take in lines that are new at the end."""
        if self._store is None:
            self._shown = array("q")
            return
        if self.chosen is not None:
            self._shown = self.chosen
            return
        self._shown.extend(self._store.shown_entries(self._known, timing=self.timing))
        self._known = self._store.entry_count

    def _look(self, entry: int) -> Look:
        assert self._store is not None
        try:
            told = describe_entry(self._store, entry)
        except CaptureError as error:
            return Look(("", "E", "lost", "", str(error)), faint=True)
        severity = _SEVERITIES.get(told.severity, "")
        words = (f"frames {told.frames}", severity, told.what, told.channel, told.detail)
        return Look(
            (told.frames, told.severity, told.what, told.channel, told.detail),
            tint=_tint(told),
            pill=2,
            indent=int(told.is_decision),
            faint=told.is_decision and not told.severity,
            spoken=", ".join(word for word in words if word),
        )


def _tint(told: Described) -> str:
    if told.is_decision and not told.severity:
        held = told.what.removeprefix("would be ") in {"held", "released"}
        return "held" if held else ""
    return told.tint or _ROLES.get(told.what, "")
