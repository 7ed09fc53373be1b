from hypothesis import given
from hypothesis import strategies as st

from wiretail.store.blocks import _REMEMBERED, BLOCK, Blocks


class Source:
    """Bytes, and what was read of them."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.reads: list[tuple[int, int]] = []

    def read(self, start: int, end: int) -> bytes:
        self.reads.append((start, end))
        return self.data[start:end]


SIZE = 3 * BLOCK + 100
DATA = bytes(range(251)) * (SIZE // 251 + 1)


@given(st.integers(0, SIZE + 10), st.integers(0, SIZE + 10))
def test_any_range_is_what_the_source_has(one: int, other: int) -> None:
    start, end = sorted((one, other))
    data = DATA[:SIZE]
    assert Blocks(Source(data).read).read(start, end) == data[start:end]


def test_a_block_is_read_once() -> None:
    source = Source(DATA)
    blocks = Blocks(source.read)
    assert [blocks.read(at, at + 10) for at in (5, 50, BLOCK - 5)] == [
        DATA[at : at + 10] for at in (5, 50, BLOCK - 5)
    ]
    assert source.reads == [(0, BLOCK), (BLOCK, 2 * BLOCK)]


def test_the_end_is_read_anew_because_it_may_grow() -> None:
    source = Source(b"ab")
    blocks = Blocks(source.read)
    assert blocks.read(0, 4) == b"ab"
    source.data = b"abcd"
    assert blocks.read(0, 4) == b"abcd"


def test_only_some_blocks_are_remembered() -> None:
    source = Source(bytes((_REMEMBERED + 2) * BLOCK))
    blocks = Blocks(source.read)
    for number in range(_REMEMBERED + 1):
        blocks.read(number * BLOCK, number * BLOCK + 1)
    blocks.read(BLOCK, BLOCK + 1)
    assert len(source.reads) == _REMEMBERED + 1
    blocks.read(0, 1)
    assert len(source.reads) == _REMEMBERED + 2
