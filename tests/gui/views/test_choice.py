"""A field to choose from shows that it can be opened, on any ground."""

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from wiretail.gui.theme import DARK, LIGHT, Theme, dress
from wiretail.gui.views.choice import Choice


def arrow(qtbot: QtBot, theme: Theme) -> set[str]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    dress(application, theme)
    choice = Choice()
    qtbot.addWidget(choice)
    choice.resize(120, 30)
    picture = choice.grab().toImage()
    at = range(100, 113), range(11, 20)
    return {picture.pixelColor(x, y).name() for x in at[0] for y in at[1]}


def test_the_arrow_is_seen_on_light_and_dark_ground(qtbot: QtBot) -> None:
    for theme in (DARK, LIGHT):
        base = QColor(theme.base).lightness()
        assert max(abs(QColor(one).lightness() - base) for one in arrow(qtbot, theme)) > 100
