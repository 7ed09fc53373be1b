"""A capture is opened, run, run again, stopped; a window is not needed for that."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from wiretail.assets import assets_folder
from wiretail.captures import open_capture
from wiretail.errors import ProfileError, ToolsError
from wiretail.gui.controllers.inspection import Inspection, State
from wiretail.store.records import ChunkRecord

LEAK = assets_folder() / "captures" / "split-marker.wtail"
BARE = b'a\n<function_calls>\n<invoke name="Read">\n</invoke>\n</function_calls>'


@pytest.fixture
def inspection(qapp: object) -> Iterator[Inspection]:  # noqa: ARG001
    made = Inspection()
    yield made
    made.shut_down()


def until(qtbot: QtBot, inspection: Inspection, state: State) -> None:
    qtbot.waitUntil(lambda: inspection.state is state)


def test_a_file_is_opened_and_run(qtbot: QtBot, inspection: Inspection) -> None:
    inspection.open_path(LEAK)
    until(qtbot, inspection, State.DONE)
    assert inspection.store is not None
    assert inspection.store.done
    assert inspection.total == inspection.store.bytes_done


def test_a_large_file_is_opened_in_a_thread_and_run_in_the_worker(
    qtbot: QtBot, inspection: Inspection, tmp_path: Path
) -> None:
    path = tmp_path / "large.sse"
    line = b'data: {"choices":[{"index":0,"delta":{"content":"' + b"word " * 200 + b'"}}]}\n\n'
    path.write_bytes(line * 2400)
    inspection.open_path(path)
    assert inspection.state is State.OPENING
    qtbot.waitUntil(lambda: inspection.state is State.DONE, timeout=60_000)
    assert inspection.store is not None
    assert inspection.store.frame_count == 2400


def test_opening_may_be_given_up(qtbot: QtBot, inspection: Inspection, tmp_path: Path) -> None:
    path = tmp_path / "large.sse"
    path.write_bytes(b'data: {"choices":[]}\n\n' * 100_000)
    inspection.open_path(path)
    inspection.cancel()
    assert inspection.state is State.EMPTY
    inspection.open_path(LEAK)
    until(qtbot, inspection, State.DONE)
    assert inspection.origin is not None
    assert inspection.origin.name == LEAK.name


def test_tools_are_offered_one_after_the_other(qtbot: QtBot, inspection: Inspection) -> None:
    inspection.open_data(BARE)
    until(qtbot, inspection, State.DONE)
    inspection.offer_tools(["Write"])
    inspection.offer_tools(["Read", "Write"])
    until(qtbot, inspection, State.DONE)
    assert inspection.offer.tools is not None
    assert [tool.name for tool in inspection.offer.tools] == ["Write", "Read"]
    assert inspection.store is not None
    assert "recovered" in inspection.store.verdict

    inspection.use_tools(None)
    until(qtbot, inspection, State.DONE)
    assert "not known" in inspection.store.verdict
    for word in ("any", "none"):
        inspection.use_tools(word)
        until(qtbot, inspection, State.DONE)
        assert inspection.tools_word == word


def test_what_cannot_be_used_changes_nothing(inspection: Inspection, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text("{")
    with pytest.raises(ToolsError):
        inspection.use_tools(str(tmp_path / "tools.json"))
    with pytest.raises(ProfileError):
        inspection.use_profile("nonsense")
    assert inspection.profile_name == "wiretail"
    inspection.rerun()
    assert inspection.state is State.EMPTY


def test_a_file_to_be_followed_must_be_there(inspection: Inspection, tmp_path: Path) -> None:
    inspection.follow_path(tmp_path / "gone.sse")
    assert inspection.state is State.FAILED
    assert "gone.sse" in inspection.problem


def test_a_followed_file_ends_when_it_is_stopped(
    qtbot: QtBot, inspection: Inspection, tmp_path: Path
) -> None:
    path = tmp_path / "growing.sse"
    path.write_bytes(b'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n')
    inspection.follow_path(path)
    qtbot.waitUntil(lambda: inspection.store is not None and inspection.store.row_count > 0)
    inspection.cancel()
    assert inspection.state is State.DONE
    assert inspection.store is not None
    assert inspection.store.row(inspection.store.row_count - 1).type == "end"


def test_standard_input_is_shown_as_it_comes(
    qtbot: QtBot, inspection: Inspection, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = os.pipe()
    with os.fdopen(read, "rb") as source, os.fdopen(write, "wb", buffering=0) as pipe:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(source))
        inspection.follow_stdin()
        pipe.write(b'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n')
        qtbot.waitUntil(lambda: inspection.store is not None and inspection.store.row_count > 0)
        assert inspection.state is State.LIVE
        pipe.close()
        until(qtbot, inspection, State.DONE)


def test_what_must_be_whole_comes_from_standard_input_as_well(
    qtbot: QtBot, inspection: Inspection, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = os.pipe()
    har = b'{"log": {"version": "1.2", "creator": {}, "entries": []}}'
    with os.fdopen(read, "rb") as source, os.fdopen(write, "wb", buffering=0) as pipe:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(source))
        inspection.follow_stdin()
        pipe.write(har)
        pipe.close()
        until(qtbot, inspection, State.DONE)
        inspection.use_profile("observe")
        until(qtbot, inspection, State.DONE)
    assert inspection.capture is not None
    assert inspection.capture.format == "har"


def kinds(inspection: Inspection) -> list[str]:
    store = inspection.store
    return [] if store is None else [store.row(row).kind for row in range(store.row_count)]


def chunks(inspection: Inspection) -> list[ChunkRecord]:
    store = inspection.store
    return [] if store is None else [store.chunk(row) for row in range(store.chunk_count)]


@pytest.mark.parametrize("name", ["split-marker.wtail", "made.sse"])
def test_a_profile_changes_what_is_followed_at_once_and_what_was(
    qtbot: QtBot, inspection: Inspection, tmp_path: Path, name: str
) -> None:
    capture = open_capture(LEAK)
    whole = LEAK.read_bytes()
    if name.endswith(".sse"):
        whole = capture.read(0, capture.size)
    path = tmp_path / name
    place = whole.rindex(b"\n", 0, len(whole) // 2) + 1
    path.write_bytes(whole[:place])
    inspection.follow_path(path)
    qtbot.waitUntil(lambda: bool(chunks(inspection)))
    inspection.use_tools("any")
    inspection.use_profile("observe")
    assert inspection.state is State.LIVE
    with path.open("ab") as file:
        file.write(whole[place:])
    qtbot.waitUntil(lambda: "end" in kinds(inspection))
    assert "recovered" in kinds(inspection)
    assert "call" not in kinds(inspection)
    inspection.use_profile("wiretail")
    qtbot.waitUntil(lambda: "call" in kinds(inspection))
    qtbot.waitUntil(lambda: chunks(inspection)[-1].end == capture.size)
    came = chunks(inspection)
    inspection.cancel()
    until(qtbot, inspection, State.DONE)
    inspection.use_profile("observe")
    until(qtbot, inspection, State.DONE)
    assert "call" not in kinds(inspection)
    assert chunks(inspection) == came


def test_a_recording_is_followed_read_by_read_and_exchange_by_exchange(
    qtbot: QtBot, inspection: Inspection, tmp_path: Path
) -> None:
    path = tmp_path / "growing.wtail"
    path.write_bytes(LEAK.read_bytes())
    inspection.follow_path(path)
    qtbot.waitUntil(lambda: "end" in kinds(inspection))
    with path.open("ab") as file:
        file.write(LEAK.read_bytes())
    qtbot.waitUntil(lambda: kinds(inspection).count("end") == 2)
    inspection.cancel()
    followed = chunks(inspection), kinds(inspection)
    assert inspection.store is not None
    verdict = inspection.store.verdict
    inspection.open_path(path)
    until(qtbot, inspection, State.DONE)
    assert (chunks(inspection), kinds(inspection)) == followed
    assert inspection.store.verdict == verdict
