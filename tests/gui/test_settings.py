"""What is remembered is written whole, and what cannot be read is as usual."""

import json
import os
from pathlib import Path

import pytest

from wiretail.gui.settings import (
    USUAL_SIZE,
    VERSION,
    Settings,
    load_settings,
    save_settings,
    settings_path,
)


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    settings = Settings(theme="dark", size=12.0, recent=["/a"], panes=[[1, 2], [3, 4]])
    settings.keys = {"open": ["Ctrl+Shift+O"], "find": []}
    path = tmp_path / "deep" / "window.json"
    assert save_settings(settings, path)
    assert load_settings(path) == settings
    assert [entry.name for entry in path.parent.iterdir()] == ["window.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"version": 99, "theme": "dark"}', '{"theme": "dark"}', "\x00"]
)
def test_a_file_that_is_none_is_as_if_it_were_not_there(tmp_path: Path, text: str) -> None:
    path = tmp_path / "window.json"
    path.write_text(text, "utf-8")
    assert load_settings(path) == Settings()
    assert load_settings(tmp_path / "gone.json") == Settings()


def test_a_value_of_another_kind_is_as_usual(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    wrong = {"version": VERSION, "size": 4000, "recent": [1], "timing": "yes", "theme": "dark"}
    wrong |= {"keys": {"open": "Ctrl+O"}}
    path.write_text(json.dumps(wrong), "utf-8")
    assert load_settings(path) == Settings(theme="dark", size=USUAL_SIZE)


def test_what_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not save_settings(Settings(), tmp_path / "file" / "window.json")


def test_recent_files_stand_once_the_last_first() -> None:
    settings = Settings()
    for path in [*map(str, range(20)), "3"]:
        settings.add_recent(path)
    assert settings.recent[:2] == ["3", "19"]
    assert len(settings.recent) == 12


def test_another_place_may_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WIRETAIL_SETTINGS", str(tmp_path / "mine.json"))
    assert settings_path() == tmp_path / "mine.json"
    monkeypatch.delenv("WIRETAIL_SETTINGS")
    assert settings_path().name == "window.json"


def test_a_device_is_never_replaced_by_settings(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    assert not save_settings(Settings(), pipe)
    assert pipe.is_fifo()
