"""A box shows text as it is, tinted where it must be, whatever stands in it."""

from pytestqt.qtbot import QtBot

from wiretail.gui.theme import DARK, LIGHT
from wiretail.gui.views.text_box import TextBox, Tint


def test_tints_stand_on_the_characters_they_are_meant_for(qtbot: QtBot) -> None:
    box = TextBox("Text")
    qtbot.addWidget(box)
    text = "\u202e\U0001f600 held\n<b>"
    roles = ("held", "key", "duplicate", "refused")
    box.show_text(text, [Tint(3, 7, role) for role in roles])
    assert [one.cursor.selectedText() for one in box.extraSelections()] == ["held"] * 4
    assert box.toPlainText() == "[RLO]\U0001f600 held\n<b>"
    assert box.isReadOnly()
    for theme in (LIGHT, DARK):
        box.dress(theme)
        selections = box.extraSelections()  # kept: Qt's formats live as long as this list
        assert selections[0].format.background().color().name() == theme.tints["held"]
