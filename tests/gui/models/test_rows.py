"""A flat list keeps the rules of Qt's models while it grows, and begins anew."""

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from wiretail.gui.models.rows import Column, Look, RowModel


class Numbers(RowModel):
    columns = (Column("#", 4, numeric=True, hint="a <number>"), Column("Text", 0))

    def __init__(self) -> None:
        super().__init__()
        self.size = 0

    def count(self) -> int:
        return self.size

    def look(self, row: int) -> Look:
        return Look((str(row), f"<b>\u202e{row}"), spoken=f"row {row}")


def test_rows_come_at_the_end_and_a_shorter_list_begins_anew(qtmodeltester: ModelTester) -> None:
    model = Numbers()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.size = 5
    assert model.grow() == 5
    assert model.grow() == 0
    assert model.rowCount() == 5
    model.size = 2
    model.grow()
    assert model.rowCount() == 2


def test_cells_and_tooltips_are_fit_for_qt() -> None:
    model = Numbers()
    model.size = 1
    model.grow()
    index = model.index(0, 1)
    assert model.data(index) == "<b>[RLO]0"
    tip = model.data(index, Qt.ItemDataRole.ToolTipRole)
    assert tip == "<qt>0<br>&lt;b&gt;[RLO]0</qt>"
    assert model.data(index, Qt.ItemDataRole.AccessibleTextRole) == "row 0"
    assert model.data(QModelIndex()) is None
    assert model.data(index, Qt.ItemDataRole.EditRole) is None


def test_headers_say_what_columns_hold() -> None:
    model = Numbers()
    across, role = Qt.Orientation.Horizontal, Qt.ItemDataRole
    assert model.headerData(0, across) == "#"
    assert model.headerData(0, across, role.ToolTipRole) == "<qt>a &lt;number&gt;</qt>"
    assert model.headerData(1, across, role.ToolTipRole) is None
    assert model.headerData(0, across, role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(9, across) is None
    assert model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount() == 2
