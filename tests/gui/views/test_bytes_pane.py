"""The pane of bytes: keys, wheel and mouse move through any size, and only what is seen is read."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from wiretail.gui.views.byte_painter import Highlight, Scene
from wiretail.gui.views.bytes_pane import ByteSource, BytesPane, Mode

SIZE = 3_000_000_000


def pane_of(qtbot: QtBot, size: int = SIZE) -> tuple[BytesPane, list[int]]:
    asked: list[int] = []

    def read(start: int, end: int) -> bytes:
        asked.append(end - start)
        return bytes(0x20 + at % 64 for at in range(max(0, start), min(end, size)))

    pane = BytesPane()
    qtbot.addWidget(pane)
    marks = [Highlight(4, 9, role) for role in ("held", "recovered", "duplicate", "surrogate")]
    scene = Scene(marks, [(2, 3)], frozenset({8}), (0, 0))
    pane.set_source(ByteSource(size, read, lambda _start, _end: scene))
    pane.resize(900, 400)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane, asked


def test_keys_move_through_bytes(qtbot: QtBot) -> None:
    pane, _ = pane_of(qtbot)
    moves = (
        (Qt.Key.Key_Right, (1, 2)),
        (Qt.Key.Key_Down, (17, 18)),
        (Qt.Key.Key_Up, (1, 2)),
        (Qt.Key.Key_Left, (0, 1)),
        (Qt.Key.Key_Left, (0, 1)),
        (Qt.Key.Key_Home, (0, 1)),
    )
    for key, selection in moves:
        QTest.keyClick(pane, key)
        assert pane.selection == selection
    QTest.keyClick(pane, Qt.Key.Key_PageDown)
    assert pane.selection[0] > 100
    QTest.keyClick(pane, Qt.Key.Key_PageUp)
    assert pane.selection[0] < 100


def test_dragging_selects_a_stretch(qtbot: QtBot) -> None:
    pane, _ = pane_of(qtbot)
    pane.viewport().repaint()
    cells = pane.painted[0].cells
    first, last = (QPoint(int(cells[n].left) + 2, pane.painted[0].top + 4) for n in (3, 7))
    with qtbot.waitSignal(pane.selected):
        QTest.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(pane.viewport(), last)
    QTest.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=last)
    assert pane.selection == (3, 8)


def test_any_place_of_three_gigabytes_is_shown_at_once(qtbot: QtBot) -> None:
    pane, asked = pane_of(qtbot)
    for mode in Mode:
        pane.set_mode(mode)
        pane.select(SIZE - 5, SIZE - 1)
        pane.viewport().repaint()
        assert pane.painted[0].line.start > SIZE - 5000
        pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum() // 2)
        pane.viewport().repaint()
        assert abs(pane.painted[0].line.start - SIZE // 2) < 20_000
    assert sum(asked) < 3_000_000


def test_the_wheel_moves_by_lines(qtbot: QtBot) -> None:
    pane, _ = pane_of(qtbot)
    for turn, start in ((-120, 48), (120, 0)):
        wheel = QWheelEvent(
            QPointF(5, 5),
            QPointF(5, 5),
            QPoint(0, 0),
            QPoint(0, turn),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        pane.wheelEvent(wheel)
        pane.viewport().repaint()
        assert pane.painted[0].line.start == start


def test_hidden_bytes_are_not_drawn_and_a_reader_is_told_the_selection(qtbot: QtBot) -> None:
    pane, _ = pane_of(qtbot)
    pane.viewport().repaint()
    assert pane.painted[0].cells[2].words == "\u2592\u2592"
    pane.select(1, 2)
    assert pane.accessibleDescription().startswith("1 bytes from 1, ")


def test_without_bytes_nothing_is_drawn(qtbot: QtBot) -> None:
    pane, _ = pane_of(qtbot)
    pane.set_source(None)
    pane.viewport().repaint()
    assert pane.painted == []
    QTest.keyClick(pane, Qt.Key.Key_Down)
    assert pane.selection == (0, 0)


def test_lines_that_are_wider_than_the_pane_are_scrolled_across(qtbot: QtBot) -> None:
    pane, _ = pane_of(qtbot)
    pane.resize(300, 200)
    bar = pane.horizontalScrollBar()
    assert bar.maximum() > 0
    pane.viewport().repaint()
    cell = pane.painted[0].cells[15]
    bar.setValue(bar.maximum())
    pane.viewport().repaint()
    at = QPoint(int(cell.left) + 2 - bar.value(), pane.painted[0].top + 4)
    assert pane.byte_at(at) == (15, 16)
    pane.set_mode(Mode.TEXT)
    assert bar.maximum() == 0


def test_the_wheel_goes_across_with_shift(qtbot: QtBot) -> None:
    pane, _ = pane_of(qtbot)
    pane.resize(300, 200)
    wheel = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ShiftModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    pane.wheelEvent(wheel)
    assert pane.horizontalScrollBar().value() > 0
    assert pane.verticalScrollBar().value() == 0
