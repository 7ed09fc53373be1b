"""One key means one thing, and every command is reached by keyboard."""

from PySide6.QtGui import QKeySequence

from gui.user import User
from wiretail.gui.keymap import COMMANDS, MENUS, Command, clashes, command


def test_no_key_means_two_things() -> None:
    assert clashes() == []


def test_a_clash_is_found() -> None:
    two = (Command("a", "A", ("Ctrl+X",)), Command("b", "B", ("ctrl+x", "F1")))
    assert clashes(two) == [("ctrl+x", "a", "b")]


def test_keys_are_keys_and_names_are_given_once() -> None:
    keys = [key for entry in COMMANDS for key in entry.keys]
    assert [key for key in keys if QKeySequence(key).toString() == ""] == []
    names = [entry.name for entry in COMMANDS]
    assert sorted(names) == sorted(set(names))
    assert {entry.menu for entry in COMMANDS} <= {*MENUS, ""}
    assert command("open").words.startswith("Open")


def test_every_command_can_be_done(user: User) -> None:
    done = user.shell.deeds.commands()
    assert set(done) == {entry.name for entry in COMMANDS}
