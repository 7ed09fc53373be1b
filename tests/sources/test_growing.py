from pathlib import Path

import pytest

from wiretail.errors import CaptureError
from wiretail.sources.growing import GrowingFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "live.sse"
    made.write_bytes(b"one ")
    return made


@pytest.fixture
def body(path: Path) -> GrowingFile:
    return GrowingFile(path)


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_it_gives_what_came_since(path: Path, body: GrowingFile) -> None:
    assert body.size == 0
    assert body.grow(100) == b"one "
    assert body.grow(100) == b""
    append(path, b"two ")
    append(path, b"x" * 200)
    assert body.grow(6) == b"two xx"
    assert body.size == 10


def test_what_was_taken_over_can_be_read_and_no_more(body: GrowingFile) -> None:
    body.grow(3)
    assert body.read(1, 100) == b"ne"
    assert body.read(3, 3) == b""


def test_a_file_that_is_put_aside_is_read_on(path: Path, body: GrowingFile) -> None:
    body.grow(2)
    assert not body.was_replaced()
    path.rename(path.with_suffix(".old"))
    assert body.was_replaced()
    path.write_bytes(b"another")
    assert body.was_replaced()
    assert body.grow(100) == b"e "
    assert body.read(0, 4) == b"one "


@pytest.mark.parametrize("now", [b"", b"o", b"not the same, and longer", b"onX two"])
def test_a_file_that_was_cut_is_found_out(path: Path, body: GrowingFile, now: bytes) -> None:
    body.grow(100)
    path.write_bytes(now)
    with pytest.raises(CaptureError, match="was cut"):
        body.grow(100)


def test_reading_what_is_gone_is_an_error_in_a_sentence(path: Path, body: GrowingFile) -> None:
    body.grow(100)
    path.write_bytes(b"o")
    with pytest.raises(CaptureError, match=r"live\.sse was cut while it was followed\.$"):
        body.read(0, 4)
