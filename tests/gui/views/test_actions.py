"""Menus and keys are those of the table."""

from gui.user import User
from wiretail.gui.keymap import COMMANDS, MENUS


def test_every_command_with_a_menu_stands_in_it(user: User) -> None:
    menus = user.window.menus
    assert list(menus) == list(MENUS)
    for entry in COMMANDS:
        if entry.menu:
            assert user.window.actions_.named[entry.name] in menus[entry.menu].actions()


def test_tooltips_name_the_keys(user: User) -> None:
    assert user.window.actions_.named["open"].toolTip() == "<qt>Open (Ctrl+O)</qt>"
    assert len(user.window.actions_.all()) > 30


def test_what_needs_a_capture_is_off_without_one(user: User) -> None:
    assert not user.window.actions_.named["copy_text"].isEnabled()
    assert not user.window.actions_.named["cancel"].isEnabled()
    assert user.window.actions_.named["open"].isEnabled()
