"""The base of every flat list: rows that know how they look, asked for only when they are seen."""

from abc import abstractmethod
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from wiretail.gui.to_qt import to_qt, to_tip

Index = QModelIndex | QPersistentModelIndex

_NOWHERE = QModelIndex()


class Column(NamedTuple):
    """A column: its title, its width in characters (0: the rest), whether it holds numbers.

    ``mono``: it holds text of a stream, shown in the font of streams.
    """

    title: str
    width: int
    numeric: bool = False
    hint: str = ""
    mono: bool = False


class Look(NamedTuple):
    """How a row looks.

    ``cells`` are the words of its columns, not yet made fit for Qt. ``tint`` is a highlight role,
    drawn behind the cell of column ``pill``. ``spoken`` is the row as a screen reader says it.
    """

    cells: tuple[str, ...]
    tint: str = ""
    pill: int = -1
    indent: int = 0
    faint: bool = False
    spoken: str = ""


class RowModel(QAbstractTableModel):
    """A flat list that only grows, or begins anew.

    A subclass gives ``columns``, ``look`` and ``count``; it tells of rows that came with ``grow``.
    """

    columns: tuple[Column, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self._rows = 0

    @abstractmethod
    def look(self, row: int) -> Look:
        """Return how a row looks."""

    @abstractmethod
    def count(self) -> int:
        """Return how many rows there are by now."""

    def grow(self) -> int:
        """Tell Qt of the rows that came since it last asked; return how many."""
        now = self.count()
        came = now - self._rows
        if came < 0:
            self.renew()
        elif came:
            self.beginInsertRows(_NOWHERE, self._rows, now - 1)
            self._rows = now
            self.endInsertRows()
        return came

    def renew(self) -> None:
        """Begin anew: nothing that was known of the rows holds any more."""
        self.beginResetModel()
        self._rows = self.count()
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return to_qt(self.look(index.row()).cells[index.column()])
        if role == Qt.ItemDataRole.ToolTipRole:
            return to_tip("\n".join(cell for cell in self.look(index.row()).cells if cell))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            look = self.look(index.row())
            return to_qt(look.spoken or ", ".join(cell for cell in look.cells if cell))
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return to_qt(column.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return to_tip(column.hint) if column.hint else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
