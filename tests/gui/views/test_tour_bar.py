"""The bar of the tour."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from wiretail.gui.theme import DARK
from wiretail.gui.views.tour_bar import TourBar


def test_its_buttons_step_and_leave(qtbot: QtBot) -> None:
    bar = TourBar()
    qtbot.addWidget(bar)
    bar.dress(DARK)
    bar.tell("2/3 Title", "Sentence.", first=False, last=False)
    assert bar.said == "2/3 Title: Sentence."
    for button, by in ((bar.next, 1), (bar.back, -1)):
        with qtbot.waitSignal(bar.stepped) as stepped:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert stepped.args == [by]
    with qtbot.waitSignal(bar.left):
        QTest.mouseClick(bar.leave, Qt.MouseButton.LeftButton)
    bar.tell("1/3", "First.", first=True, last=False)
    assert not bar.back.isEnabled()
