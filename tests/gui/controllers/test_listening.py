"""Live bytes become rows in slices; all that came is there at the end."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from wiretail.captures import Capture
from wiretail.gui.controllers import listening
from wiretail.gui.controllers.listening import Listening
from wiretail.gui.controllers.wishes import Wishes
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.run import Offer


def sse(count: int) -> bytes:
    deltas = [{"choices": [{"index": 0, "delta": {"content": f"w{n} "}}]} for n in range(count)]
    return b"".join(b"data: " + json.dumps(delta).encode() + b"\n\n" for delta in deltas)


class Ear:
    """Listens to a file, as the window's controller does."""

    def __init__(self) -> None:
        self.listening = Listening()
        self.listening.opened.connect(self._opened)
        self.listening.over.connect(self.ends_append)
        self.ends: list[str] = []
        self.store: Store | None = None

    def ends_append(self, sentence: str) -> None:
        self.ends.append(sentence)

    def _opened(self, capture: Capture) -> None:
        self.store = Store(capture)
        self.listening.fill(self.store, Wishes(load_profile("wiretail"), Offer()))

    def listens(self, path: Path) -> None:
        self.listening.start(str(path))

    @property
    def frames(self) -> int:
        return 0 if self.store is None else self.store.frame_count


@pytest.fixture
def ear(qtbot: QtBot) -> Iterator[Ear]:  # noqa: ARG001 - timers need Qt
    made = Ear()
    yield made
    made.listening.stop()


def test_all_rows_come_though_each_slice_is_short(
    ear: Ear, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "SLICE_MS", 0.0)
    monkeypatch.setattr(listening, "_MOST_WAITING", 2)
    path = tmp_path / "a.sse"
    path.write_bytes(sse(600))
    ear.listens(path)
    qtbot.waitUntil(lambda: ear.frames == 600)
    with path.open("ab") as file:
        file.write(sse(5))
    qtbot.waitUntil(lambda: ear.frames == 605)
    ear.listening.finish()
    assert ear.ends == [""]
    assert ear.store is not None
    assert ear.store.done


def test_a_file_that_was_cut_ends_with_a_sentence(ear: Ear, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.sse"
    path.write_bytes(sse(20))
    ear.listens(path)
    qtbot.waitUntil(lambda: ear.frames == 20)
    path.write_bytes(b"x")
    with qtbot.waitSignal(ear.listening.over):
        pass
    assert "was cut" in ear.ends[0]


def test_what_was_left_says_nothing_more(ear: Ear, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.sse"
    path.write_bytes(sse(20))
    ear.listens(path)
    ear.listening.stop()
    ear.listens(path)
    qtbot.waitUntil(lambda: ear.frames == 20)
    assert ear.ends == []
