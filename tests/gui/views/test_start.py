"""The card with the ways in."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from wiretail.gui.views.start import StartCard


def test_ways_in_recent_files_and_samples(qtbot: QtBot) -> None:
    card = StartCard("sse, har")
    qtbot.addWidget(card)
    card.tell("", ["/home/me/a.sse"], [("A sample", "/s.wtail")])
    assert "Drop a capture here" in card.sentence
    with qtbot.waitSignal(card.asked) as asked:
        QTest.mouseClick(card.buttons["paste"], Qt.MouseButton.LeftButton)
    assert asked.args == ["paste"]
    link = next(one for one in card.findChildren(QPushButton) if one.text() == "a.sse")
    with qtbot.waitSignal(card.chosen) as chosen:
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert chosen.args == ["/home/me/a.sse"]


def test_a_problem_is_said_with_the_ways_in_below_it(qtbot: QtBot) -> None:
    card = StartCard("sse")
    qtbot.addWidget(card)
    card.tell("there is no file <x>.", [], [])
    assert card.sentence == "This cannot be opened: there is no file <x>."
