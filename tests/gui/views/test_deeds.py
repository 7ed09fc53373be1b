"""What commands do that no other test shows."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog

from gui.user import User
from wiretail.assets import assets_folder

LEAK = assets_folder() / "captures" / "split-marker.wtail"
BARE = b'a\n<function_calls>\n<invoke name="Read">\n</invoke>\n</function_calls>'


def answers(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (path, ""))


def said(user: User) -> str:
    return user.window.statusBar().currentMessage()


def test_the_dialog_opens_a_file(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, str(LEAK))
    user._until_settled(lambda: user.presses("Ctrl+O"))
    assert user.chunks()
    assert user.shell.settings.recent == [str(LEAK)]


def test_tools_are_loaded_from_a_file_and_a_bad_one_is_told(
    user: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    user.pastes(BARE)
    path = tmp_path / "tools.json"
    answers(monkeypatch, str(path))
    path.write_text("{", "utf-8")
    user.does("load_tools")
    assert "tools.json" in user.window.banner.sentence
    path.write_text('[{"name": "Read", "input_schema": {"type": "object"}}]', "utf-8")
    user._until_settled(lambda: user.does("load_tools"))
    assert "recovered" in user.verdict
    user._until_settled(lambda: user.does("as_captured"))
    assert "not known" in user.verdict


def test_a_place_is_asked_for(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    user.opens(LEAK)
    for words, row, message in (("chunk:4", 4, ""), ("chunk:99", 4, "There is no chunk 99")):
        monkeypatch.setattr(QInputDialog, "getText", lambda *_, words=words: (words, True))
        user.presses("Ctrl+L")
        assert user.window.chunks.current_row() == row
        assert said(user).startswith(message)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("last_finding", "That was the first finding."),
        ("next_held", ""),
        ("last_held", "No text is held before this."),
        ("offer_tool", "No leaked call waits for its tool to be offered."),
        ("copy_text", "There is nothing of that kind to copy here."),
        ("copy_curl", "There is nothing of that kind to copy here."),
    ],
)
def test_what_cannot_be_done_is_said(user: User, name: str, sentence: str) -> None:
    user.opens(LEAK)
    user.does(name)
    assert said(user) == sentence


def test_first_and_last_rows(user: User) -> None:
    user.opens(LEAK)
    user.presses("Shift+G", user.window.events)
    assert user.window.events.at_end
    user.presses("g", user.window.events)
    assert user.window.events.verticalScrollBar().value() == 0


def test_held_rows_are_shown_on_demand(user: User) -> None:
    user.opens(LEAK)
    user.presses("Ctrl+H")
    assert user.events()[0] == "held"
    user.presses("Ctrl+H")
    assert user.events()[0] == "text"


def test_the_palette_does_what_is_chosen(user: User) -> None:
    before = user.window.theme.name
    user.presses("Ctrl+Shift+P")
    palette = user.shell.deeds.dialog
    assert palette is not None
    user.qtbot.keyClicks(palette.field, "light or")  # type: ignore[attr-defined, no-untyped-call]
    user.presses("Return", palette.field)  # type: ignore[attr-defined]
    assert user.window.theme.name != before
    user.does("theme")
    assert user.window.theme.name == before


def test_an_empty_clipboard_is_told(user: User) -> None:
    user.shell.deeds.take([], b"")
    assert said(user) == "There is no text to paste."
