"""Every command is found by typing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gui.user import User
from wiretail.gui.views.palette import CommandModel, Palette


def actions() -> list[QAction]:
    return [QAction(words) for words in ("&Open file", "Close file", "Quit")]


def test_typing_and_return_choose(qtbot: QtBot) -> None:
    known = actions()
    palette = Palette(known, "Commands")
    qtbot.addWidget(palette)
    palette.set_size(10)
    palette.open()
    QTest.keyClicks(palette.field, "file")
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    with qtbot.waitSignal(palette.chosen) as chosen:
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert chosen.args == [known[1]]


def test_words_of_no_command_choose_nothing(qtbot: QtBot) -> None:
    palette = Palette(actions(), "Commands")
    qtbot.addWidget(palette)
    QTest.keyClicks(palette.field, "zzz")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.table.rows.count() == 0


@pytest.mark.usefixtures("qapp")
def test_the_model_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    known = actions()
    model = CommandModel(known)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.filter("OPEN file")
    assert [action.text() for action in model.found] == ["&Open file"]
    assert model.look(0).cells == ("Open file", "", "")


def test_it_has_the_colours_of_its_window(user: User) -> None:
    for _ in range(2):
        user.does("theme")
        user.does("palette")
        box = user.shell.deeds.dialog
        assert isinstance(box, Palette)
        assert box.table.theme is user.window.theme
        box.close()
