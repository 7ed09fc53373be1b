"""A table of ten million rows paints what is in view, and tells only what a person did."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.models.test_rows import Numbers
from wiretail.gui.models.rows import Look
from wiretail.gui.views.row_table import RowTable


class Many(Numbers):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.asked = 0

    def look(self, row: int) -> Look:
        self.asked += 1
        return Look((str(row), "x" * 5000), tint="held", pill=0)


def table_of(qtbot: QtBot, size: int) -> tuple[RowTable, Many]:
    model = Many(size)
    table = RowTable(model)
    table.set_size(10)
    model.grow()
    qtbot.addWidget(table)
    table.resize(600, 400)
    with qtbot.waitExposed(table):
        table.show()
    return table, model


def test_only_rows_in_view_are_asked_for(qtbot: QtBot) -> None:
    table, model = table_of(qtbot, 10_000_000)
    model.asked = 0
    table.show_row(9_999_999)
    table.viewport().repaint()
    assert 10 < table.painted < 40
    assert model.asked < 200


def test_what_a_person_does_is_told_and_what_the_program_does_is_not(qtbot: QtBot) -> None:
    table, _ = table_of(qtbot, 50)
    picked: list[int] = []
    table.picked.connect(picked.append)
    table.show_row(5)
    table.link(range(30, 33))
    assert picked == []
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert picked == [6]
    table.show_row(-1)
    assert table.current_row() == -1


def test_to_get_the_focus_chooses_nothing(qtbot: QtBot) -> None:
    table, _ = table_of(qtbot, 50)
    table.clearFocus()
    table.setFocus()
    assert table.current_row() == -1


def test_the_end_is_followed_and_leaving_it_is_told(qtbot: QtBot) -> None:
    table, model = table_of(qtbot, 100)
    table.scrollToBottom()
    model.size = 200
    assert table.grow(follow=True) == 100
    assert table.at_end
    with qtbot.waitSignal(table.left_end):
        table.verticalScrollBar().setValue(3)
    model.size = 300
    table.grow(follow=False)
    assert table.verticalScrollBar().value() == 3
    with qtbot.waitSignal(table.reached_end):
        table.scrollToBottom()


def test_a_long_row_is_scrolled_across_and_stays_so(qtbot: QtBot) -> None:
    table, _ = table_of(qtbot, 50)
    bar = table.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 10_000)
    table.show_row(3)
    QTest.keyClick(table, Qt.Key.Key_Right)
    moved = bar.value()
    assert moved > 0
    QTest.keyClick(table, Qt.Key.Key_Down)
    table.show_row(40)
    assert bar.value() == moved
    assert table.current_row() == 40
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert bar.value() == 0


def test_the_column_that_is_flexible_takes_the_room_there_is(qtbot: QtBot) -> None:
    table, _ = table_of(qtbot, 0)
    table.resize(900, 400)
    assert sum(table.columnWidth(n) for n in range(2)) == table.viewport().width()


class Piled(Numbers):
    """Every other row piles up marks, far beyond its height."""

    def __init__(self) -> None:
        super().__init__()
        self.size = 9

    def look(self, row: int) -> Look:
        return Look((str(row), "o" + "\u0301" * 60 if row % 2 else ""))


def test_marks_that_pile_up_stay_in_their_row(qtbot: QtBot) -> None:
    table = RowTable(Piled())
    table.set_size(10)
    table.rows.grow()
    qtbot.addWidget(table)
    table.resize(600, 400)
    picture = table.viewport().grab().toImage()
    height = table.verticalHeader().defaultSectionSize()
    left = table.columnViewportPosition(1)
    for row in (0, 2, 4):
        middle = [(x, row * height + y) for x in range(left, left + 60) for y in range(height)]
        assert {picture.pixelColor(x, y).name() for x, y in middle} == {table.theme.base}
