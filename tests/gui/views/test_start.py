"""The card with the ways in."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from wiretail.gui.controllers.touring import Way
from wiretail.gui.views.start import StartCard


def test_ways_in_recent_files_and_samples(qtbot: QtBot) -> None:
    card = StartCard("sse, har")
    qtbot.addWidget(card)
    card.tell("", ["/home/me/a.sse"], [Way("A sample", "/s.wtail", "It shows something.")])
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
    assert card.sentence == "This cannot be opened: There is no file <x>."
    card.tell("there.sse is not a capture.", [], [])
    assert card.sentence == "This cannot be opened: there.sse is not a capture."


def test_samples_say_what_they_show_where_there_is_room(qtbot: QtBot) -> None:
    card = StartCard("sse")
    qtbot.addWidget(card)
    sample = Way("A sample", "/s.wtail", "It shows something.")

    def said() -> list[str]:
        labels = card.findChildren(QLabel)
        return [label.text() for label in labels if not label.isHidden()]

    card.tell("", [], [sample])
    assert "It shows something." in said()
    card.tell("", ["/home/me/a.sse"], [sample])
    assert "It shows something." not in said()
