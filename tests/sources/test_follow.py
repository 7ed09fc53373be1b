import io
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.made import chat, processed
from wiretail.captures import open_capture
from wiretail.errors import CaptureError
from wiretail.profiles import load_profile
from wiretail.sources import follow, opening
from wiretail.sources.follow import InputReader, Live, follow_file, read_stdin
from wiretail.sources.news import Arrived, News, Opened, Over, Replaced
from wiretail.sources.opening import Wanted
from wiretail.store import Store
from wiretail.study.feeder import LiveFeeder
from wiretail.study.rows import stored_row

PATIENCE_S = 60
DATA = chat("one ", "two ", "three")


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def until(live: Live, *kinds: type, size: int = 0) -> list[News]:
    """Drain until news of these kinds came, and so many bytes."""
    found: list[News] = []
    deadline = time.monotonic() + PATIENCE_S
    while (
        not all(any(isinstance(news, kind) for news in found) for kind in kinds)
        or sum(news.size for news in found if isinstance(news, Arrived)) < size
    ):
        assert time.monotonic() < deadline, found
        found += live.drain()
    return found


def sentence(found: list[News]) -> str:
    over = found[-1]
    assert isinstance(over, Over)
    return over.sentence


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "live.sse"
    made.touch()
    return made


@pytest.fixture
def live(path: Path) -> Iterator[Live]:
    made = follow_file(path, poll_s=0.001)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def pipe() -> Iterator[tuple[Live, int]]:
    """A reader of a pipe, and the end that is written to."""
    reading, writing = os.pipe()
    live = InputReader(reading, "standard input", Wanted())
    live.start()
    yield live, writing
    live.stop()
    os.close(reading)


def test_what_is_appended_arrives_and_makes_the_same_rows(path: Path, live: Live) -> None:
    append(path, DATA[:90])
    opened, *arrived = until(live, Opened, Arrived)
    append(path, DATA[90:])
    arrived += until(live, size=len(DATA) - 90)
    assert isinstance(opened, Opened)
    profile = load_profile("wiretail")
    store = Store(opened.capture)
    feeder = LiveFeeder(opened.capture, profile, store.append)
    for news in arrived:
        assert isinstance(news, Arrived)
        feeder.feed(news.size, news.time_ms)
    feeder.close()
    feeder.flush()
    whole = processed(open_capture(path))
    assert [stored_row(store, n) for n in range(store.row_count)] == [
        stored_row(whole, n) for n in range(whole.row_count)
    ]
    assert store.chunk(0).time_ms == 0
    assert store.done


def test_a_file_that_is_there_already_is_read_from_its_first_byte(path: Path) -> None:
    path.write_bytes(DATA)
    live = follow_file(path)
    live.start()
    found = until(live, Opened, size=len(DATA))
    assert isinstance(found[0], Opened)
    assert found[0].capture.name.endswith("live.sse")
    live.stop()
    assert live.drain() == [Over()]
    assert live.drain() == []


def test_a_beginning_without_line_is_opened_after_a_while(
    path: Path, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "ENOUGH_S", 0.0)
    append(path, b"some plain text")
    opened = until(live, Opened, size=15)[0]
    assert isinstance(opened, Opened)
    assert opened.capture.format == "plain"


def test_another_file_in_the_place_is_told_and_the_old_one_followed_on(
    path: Path, live: Live
) -> None:
    append(path, DATA[:90])
    until(live, Opened, size=90)
    old = path.rename(path.with_suffix(".old"))
    path.write_bytes(b"new")
    (replaced,) = until(live, Replaced)
    assert isinstance(replaced, Replaced)
    assert "live.sse" in replaced.sentence
    append(old, DATA[90:])
    assert sum(news.size for news in until(live, size=5) if isinstance(news, Arrived)) > 0


def test_a_file_that_is_cut_is_the_end(path: Path, live: Live) -> None:
    append(path, DATA)
    until(live, Opened, size=len(DATA))
    path.write_bytes(b"")
    assert sentence(until(live, Over)).endswith("live.sse was cut while it was followed.")


def test_what_is_no_capture_is_told_in_a_sentence(path: Path, live: Live) -> None:
    append(path, b"%PDF-1.7\n" + bytes(100))
    found = until(live, Over)
    assert len(found) == 1
    assert "not a capture" in sentence(found)


def test_a_capture_that_must_be_whole_is_not_followed(path: Path, live: Live) -> None:
    append(path, b'{"log":{"version":"1.2","creator":{},"entries":[]}}\n')
    assert "open it without following" in sentence(until(live, Over))


def test_a_reader_waits_for_a_window_that_is_slow(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "_MOST_WAITING", 2)
    monkeypatch.setattr(follow, "_ROOM_S", 0.001)
    monkeypatch.setattr(follow, "SLICE", 10)
    path.write_bytes(DATA)
    live = follow_file(path)
    live.start()
    found: list[News] = []
    deadline = time.monotonic() + PATIENCE_S
    while sum(news.size for news in found if isinstance(news, Arrived)) < len(DATA):
        assert time.monotonic() < deadline
        some = live.drain(1)
        assert live._news.qsize() <= 2
        found += some
    live.stop()
    assert live.drain() == [Over()]


def test_a_full_queue_does_not_keep_the_reader_from_stopping(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "_MOST_WAITING", 1)
    monkeypatch.setattr(follow, "_ROOM_S", 0.001)
    path.write_bytes(DATA)
    live = follow_file(path)
    live.start()
    deadline = time.monotonic() + PATIENCE_S
    while not live._news.full():
        assert time.monotonic() < deadline
    live.stop()
    assert live.drain()[-1] == Over()


def test_a_reader_that_never_began_can_be_stopped(path: Path) -> None:
    live = follow_file(path)
    live.stop()
    assert live.drain() == []


@pytest.mark.parametrize(
    ("name", "part"),
    [("missing.sse", "there is no file"), (".", "no file that can grow"), ("a\0b", "no name")],
)
def test_what_cannot_be_followed_is_an_error_in_a_sentence(
    tmp_path: Path, name: str, part: str
) -> None:
    with pytest.raises(CaptureError, match=part):
        follow_file(tmp_path / name)


def test_a_file_without_permission_is_an_error_in_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(CaptureError, match=r"cannot be followed \(Permission denied\)"):
        follow_file(path)


def test_a_pipe_is_read_to_its_end(pipe: tuple[Live, int]) -> None:
    live, writing = pipe
    os.write(writing, DATA)
    os.close(writing)
    found = until(live, Opened, Over)
    assert isinstance(found[0], Opened)
    assert found[0].capture.read(0, len(DATA)) == DATA
    assert sentence(found) == ""


def test_a_pipe_that_ends_in_its_first_line_is_opened_then(pipe: tuple[Live, int]) -> None:
    live, writing = pipe
    os.write(writing, b"hello")
    os.close(writing)
    assert isinstance(until(live, Over)[0], Opened)


def test_a_pipe_without_a_byte_is_told(pipe: tuple[Live, int]) -> None:
    live, writing = pipe
    os.close(writing)
    assert sentence(until(live, Over)) == "standard input is empty: nothing was sent."


def test_a_pipe_that_is_silent_can_be_left(
    pipe: tuple[Live, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "ENOUGH_S", 0.0)
    live, writing = pipe
    os.write(writing, b"no line yet")
    until(live, Opened)
    live.stop()
    assert live.drain()[-1] == Over()
    os.close(writing)


def test_a_descriptor_that_fails_is_told() -> None:
    reading, writing = os.pipe()
    live = InputReader(writing, "standard input", Wanted())  # the end that cannot be read
    os.close(reading)
    live.start()
    assert "cannot be read any more" in sentence(until(live, Over))
    live.stop()
    os.close(writing)


def test_standard_input_is_the_descriptor_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").write_bytes(DATA)
    with (tmp_path / "in").open("rb") as file:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(file))
        live = read_stdin(input_format="sse", dialect="openai-chat")
        live.start()
        opened = until(live, Opened, Over)[0]
        live.stop()
    assert isinstance(opened, Opened)
    assert opened.capture.reason == "as asked"
