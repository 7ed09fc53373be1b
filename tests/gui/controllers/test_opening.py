"""Small files are there at once, others come later, and nobody waits for what was given up."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from wiretail.captures import Capture
from wiretail.gui.controllers import opening
from wiretail.gui.controllers.opening import Opening


def test_bytes_are_there_at_once(qtbot: QtBot) -> None:
    made = Opening()
    with qtbot.waitSignal(made.done) as waiting:
        made.start(None, "pasted", b"hello")
    assert waiting.args is not None
    assert isinstance(waiting.args[0], Capture)


def test_a_problem_is_one_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    made = Opening()
    with qtbot.waitSignal(made.failed) as waiting:
        made.start(str(tmp_path), "folder", None)
    assert waiting.args is not None
    assert "is a folder" in waiting.args[0]


def test_what_comes_later_comes_in_this_thread_or_not_at_all(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "AT_ONCE", -1)
    path = tmp_path / "a.txt"
    path.write_text("hello")
    made, given_up = Opening(), Opening()
    answers: list[object] = []
    given_up.done.connect(answers.append)
    given_up.start(str(path), "a.txt", None)
    given_up.abandon()
    with qtbot.waitSignal(made.done):
        made.start(str(path), "a.txt", None)
    assert answers == []
