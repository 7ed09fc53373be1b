import gzip
import os
import threading
from pathlib import Path

import pytest

from wiretail.captures.limits import Limits
from wiretail.captures.lines import SAMPLE
from wiretail.captures.source import STANDARD_INPUT, open_source
from wiretail.errors import CaptureError


def test_a_file_is_not_read_beyond_its_head(tmp_path: Path) -> None:
    path = tmp_path / "big.sse"
    with path.open("wb") as file:
        file.write(b"data: 1\n\n")
        file.truncate(2**40)  # a hole of a terabyte
    source = open_source(path)
    assert source.body.size == 2**40
    assert len(source.head) == SAMPLE
    assert source.sampled
    assert source.verbatim


def test_bytes_that_were_read_already_have_a_name_all_the_same() -> None:
    source = open_source(None, b"abc")
    assert (source.name, source.head, source.sampled) == (STANDARD_INPUT, b"abc", False)


def test_gzip_around_a_file_is_undone(tmp_path: Path) -> None:
    path = tmp_path / "a.sse.gz"
    path.write_bytes(gzip.compress(b"data: 1\n\n", mtime=0))
    source = open_source(path)
    assert source.head == b"data: 1\n\n"
    assert not source.verbatim
    assert not source.cut


def test_a_gzip_file_that_breaks_off_is_cut_and_its_begin_is_there() -> None:
    packed = gzip.compress(os.urandom(5000))
    source = open_source("a.gz", packed[:3000])
    assert source.cut
    assert source.body.size
    assert "breaks off" in source.notes[0]


def test_a_gzip_bomb_is_kept_up_to_the_ratio_with_a_note() -> None:
    source = open_source("a.gz", gzip.compress(bytes(1_000_000)), Limits(ratio=2))
    assert source.body.size == SAMPLE
    assert "limits.ratio" in source.notes[0]
    assert not source.cut


def test_a_pipe_is_read_to_its_end() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, b"data: 1\n\n")
    os.close(write_end)
    try:
        source = open_source(f"/dev/fd/{read_end}")
    finally:
        os.close(read_end)
    assert source.head == b"data: 1\n\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (gzip.compress(b"abc", mtime=0)[:5], "gzip file that breaks off"),
        (gzip.compress(b"", mtime=0), "holds nothing"),
    ],
)
def test_nothing_to_read_is_an_error(data: bytes, words: str) -> None:
    with pytest.raises(CaptureError, match=words):
        open_source("a.sse", data)


def test_what_cannot_be_opened_is_named_with_its_reason(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path / "none\x1b.sse", r"there is no file .*none\\x1b\.sse"),
        (tmp_path, "is a folder"),
        ("a\0b", r"a\\x00b is no name"),
        ("/dev/null", "is a device"),
        (tmp_path / ("x" * 5000), "cannot be read"),
    ):
        with pytest.raises(CaptureError, match=words):
            open_source(path)


def test_a_file_without_permission_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sse"
    path.write_bytes(b"data: 1\n\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(CaptureError, match="may not be read: you lack the permission"):
        open_source(path)


def test_neither_a_path_nor_bytes_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="neither"):
        open_source(None)


def test_a_pipe_that_brings_too_much_is_not_cut_in_silence(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"data: 1\n\n",))
    writer.start()
    with pytest.raises(CaptureError, match=r"more than limits\.body_bytes \(5 bytes\)"):
        open_source(pipe, limits=Limits(body_bytes=5))
    writer.join()
