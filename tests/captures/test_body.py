from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.captures.body import (
    SLICE,
    Body,
    Buffered,
    FileBody,
    MemoryBody,
    Part,
    Reads,
    Spool,
    chunks,
    slices,
)
from wiretail.errors import CaptureError

DATA = bytes(range(256)) * 600  # more than two slices


def _spooled(data: bytes) -> Spool:
    spool = Spool()
    for start in range(0, len(data), 1000):
        spool.append(data[start : start + 1000])
    return spool


KINDS: dict[str, Callable[[bytes], Body]] = {
    "memory": MemoryBody,
    "spool": _spooled,
    "buffered": lambda data: Buffered(MemoryBody(data)),
    "part": lambda data: Part(MemoryBody(b"xx" + data + b"yy"), 2, len(data)),
}


@pytest.mark.parametrize("kind", KINDS)
@given(start=st.integers(0, 200_000), length=st.integers(0, 100_000))
def test_a_range_of_any_body_is_that_range_of_its_bytes(kind: str, start: int, length: int) -> None:
    body = KINDS[kind](DATA)
    assert body.size == len(DATA)
    assert body.read(start, start + length) == DATA[start : start + length]
    assert body.read(0, 3) == DATA[:3]


@pytest.mark.parametrize("kind", KINDS)
def test_the_slices_are_the_body(kind: str) -> None:
    pieces = list(slices(KINDS[kind](DATA)))
    assert b"".join(pieces) == DATA
    assert [len(piece) for piece in pieces[:-1]] == [SLICE] * 2


def test_a_file_body_reads_from_its_place_only(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"head" + DATA + b"tail")
    body = FileBody(path, 4, len(DATA))
    assert body.read(0, body.size + 10) == DATA
    assert body.read(5, 9) == DATA[5:9]
    assert body.read(9, 5) == b""


def test_a_file_that_went_away_or_shrank_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b.bin"
    path.write_bytes(b"abcdef")
    body = FileBody(path, 0, 6)
    path.write_bytes(b"ab")
    with pytest.raises(CaptureError, match=r"a\\x1b\.bin became shorter"):
        body.read(0, 6)
    path.unlink()
    with pytest.raises(CaptureError, match="cannot be read any more"):
        body.read(0, 6)


def test_without_recorded_reads_the_chunks_are_numbered_slices() -> None:
    found = list(chunks(MemoryBody(DATA), None))
    assert [chunk.number for chunk in found] == [0, 1, 2]
    assert {chunk.time_ms for chunk in found} == {None}
    assert b"".join(chunk.data for chunk in found) == DATA


def test_recorded_reads_keep_their_borders_and_times_and_empty_ones() -> None:
    reads = Reads()
    for end, time_ms in ((2, 0.5), (2, None), (5, 7.25)):
        reads.add(end, time_ms)
    found = [(chunk.data, chunk.time_ms) for chunk in chunks(MemoryBody(b"abcde"), reads)]
    assert found == [(b"ab", 0.5), (b"", None), (b"cde", 7.25)]
