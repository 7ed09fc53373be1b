"""Keys are chosen by keyboard, at once in force, and remembered."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gui.user import User
from wiretail.gui.keymap import COMMANDS
from wiretail.gui.views.keys_box import KeyModel, KeysBox


def box_of(user: User) -> KeysBox:
    user.does("keys")
    box = user.shell.deeds.dialog
    assert isinstance(box, KeysBox)
    return box


def row_of(name: str) -> int:
    return next(row for row, entry in enumerate(COMMANDS) if entry.name == name)


def test_other_keys_work_at_once_and_the_next_time(qtbot: QtBot, tmp_path: Path) -> None:
    user = User(qtbot, tmp_path / "window.json")
    box = box_of(user)
    box.table.show_row(row_of("timing"))
    box.field.setFocus()
    QTest.keyClick(box.field, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(box.buttons["set"], Qt.MouseButton.LeftButton)
    assert "Ctrl+Y" in box.table.rows.look(row_of("timing")).cells[1]
    box.close()
    before = user.shell.settings.timing
    user.presses("Ctrl+Y")
    assert user.shell.settings.timing is not before
    user.leaves()
    again = User(qtbot, tmp_path / "window.json")
    assert again.window.actions_.named["timing"].shortcut().toString() == "Ctrl+Y"
    again.leaves()


def test_a_clash_is_told_and_nothing_changes(user: User) -> None:
    box = box_of(user)
    box.table.show_row(row_of("open"))
    QTest.mouseClick(box.buttons["set"], Qt.MouseButton.LeftButton)
    assert box.sentence.startswith("Press the new keys")
    QTest.keyClick(box.field, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(box.buttons["set"], Qt.MouseButton.LeftButton)
    assert box.sentence == "Ctrl+Q already means Quit: give that another key first."
    assert user.window.actions_.named["open"].shortcut().toString() == "Ctrl+O"
    QTest.mouseClick(box.buttons["none"], Qt.MouseButton.LeftButton)
    assert user.window.actions_.named["open"].shortcut().isEmpty()
    QTest.mouseClick(box.buttons["usual"], Qt.MouseButton.LeftButton)
    assert user.window.actions_.named["open"].shortcut().toString() == "Ctrl+O"


@pytest.mark.usefixtures("qapp")
def test_the_model_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    model = KeyModel(lambda: COMMANDS)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    assert model.look(row_of("copy_curl")).cells[1] == "none"
