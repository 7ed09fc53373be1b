import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.captures.body import MemoryBody
from wiretail.store.blocks import BLOCK
from wiretail.store.lines import _REMEMBERED, LineIndex


class Growing:
    """A body that grows, and counts its reads."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = data
        self.reads = 0

    @property
    def size(self) -> int:
        return len(self.data)

    def read(self, start: int, end: int) -> bytes:
        self.reads += 1
        return self.data[start:end]


def indexed(data: bytes, step: int = BLOCK) -> LineIndex:
    index = LineIndex(MemoryBody(data))
    while index.step(step):
        pass
    return index


def expected(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return lines[:-1] if not lines[-1] else lines


def made(lines: int, seed: int) -> bytes:
    chance = random.Random(seed)
    sizes = [chance.choice([0, 1, 7, 200, BLOCK - 1, BLOCK, 3 * BLOCK]) for _ in range(lines)]
    return b"\n".join(b"x" * size for size in sizes)


@pytest.mark.parametrize("step", [1000, BLOCK, BLOCK + 1, 10 * BLOCK])
@pytest.mark.parametrize("seed", range(4))
def test_every_line_is_found_where_a_plain_split_finds_it(step: int, seed: int) -> None:
    data = made(60, seed)
    index = indexed(data, step)
    spans = [index.line(number) for number in range(len(index))]
    assert [data[start:end] for start, end in spans] == expected(data)
    assert index.bytes_done == len(data)


@given(st.binary(max_size=60).map(lambda data: data.replace(b"a", b"\n")))
def test_the_line_of_a_byte_is_the_line_that_holds_it(data: bytes) -> None:
    index = indexed(data)
    assert len(index) == len(expected(data))
    for offset in range(len(data)):
        start, end = index.line(index.line_of_byte(offset))
        assert start <= offset <= end


def test_lines_are_found_while_the_index_is_built_and_the_body_grows() -> None:
    body = Growing(b"one\ntw")
    index = LineIndex(body)
    assert not index.step()
    assert [index.line(number) for number in range(len(index))] == [(0, 3), (4, 6)]
    body.data += b"o\nthree"
    index.step()
    assert [index.line(number) for number in range(len(index))] == [(0, 3), (4, 7), (8, 13)]
    body.data += b"\n" * BLOCK
    index.step()
    assert index.line(2) == (8, 13)
    assert len(index) == 2 + BLOCK


def test_a_lookup_reads_a_block_and_remembers_it() -> None:
    body = Growing(b"line\n" * (20 * BLOCK // 5))
    index = LineIndex(body)
    while index.step():
        pass
    body.reads = 0
    for _ in range(3):
        index.line(100)
    assert body.reads == 1
    for block in range(_REMEMBERED + 2):
        index.line_of_byte(block * BLOCK)
    body.reads = 0
    index.line(100)
    assert body.reads == 1


@pytest.mark.parametrize("number", [-1, 2])
def test_there_is_no_line_behind_the_last(number: int) -> None:
    with pytest.raises(IndexError, match="of 2"):
        indexed(b"a\nb").line(number)


@pytest.mark.parametrize("offset", [-1, 3])
def test_there_is_no_line_of_a_byte_that_is_not_there(offset: int) -> None:
    with pytest.raises(IndexError, match="not indexed"):
        indexed(b"a\nb").line_of_byte(offset)
