"""A pane shows its body, or a sentence in its place."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from wiretail.gui.views.pane import Pane, plain_label


def test_a_sentence_stands_in_for_the_body(qtbot: QtBot) -> None:
    pane = Pane("Title", QWidget())
    qtbot.addWidget(pane)
    assert pane.sentence == ""
    pane.say("Nothing here.")
    pane.note("3 of 4")
    assert (pane.sentence, pane.noted) == ("Nothing here.", "3 of 4")
    pane.say("")
    assert pane.sentence == ""


def test_a_label_takes_no_markup(qtbot: QtBot) -> None:
    label = plain_label("<b>x</b>", "muted")
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText
    assert label.objectName() == "muted"
