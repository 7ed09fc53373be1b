"""However one scrolls, lines cover all bytes once, and the line of a byte is always the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.gui.models.byte_lines import CodePointLines, HexLines, Layout, TextLines

DATA = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from([b"\n", b"ab", b"\xe4\xb8\xad", b"\xff", b"\xf0\x9f\x98\x80"]))
    .map(b"".join),
)  # fmt: skip
KINDS = ("hex", "text", "measured", "points")
WIDTH = 10


def wide(point: bytes) -> float:
    """Return how many cells a code point takes: bytes that are none are written out."""
    try:
        return float(2 if point.decode() >= "\u4e00" else 1)
    except UnicodeDecodeError:
        return 4.0


def layout_of(kind: str, data: bytes) -> Layout:
    def read(start: int, end: int) -> bytes:
        return data[max(0, start) : max(0, end)]

    made: dict[str, Layout] = {
        "hex": HexLines(len(data)),
        "text": TextLines(read, len(data), WIDTH),
        "measured": TextLines(read, len(data), WIDTH, wide),
        "points": CodePointLines(read, len(data)),
    }
    return made[kind]


@pytest.mark.parametrize("kind", KINDS)
@given(data=DATA)
def test_lines_cover_every_byte_once(kind: str, data: bytes) -> None:
    lines = layout_of(kind, data).lines(0, 10_000)
    assert b"".join(data[start:end] for start, end in lines) == data
    assert all(end > start for start, end in lines)


@pytest.mark.parametrize("kind", KINDS)
@given(data=DATA.filter(bool), share=st.floats(0, 1))
def test_a_byte_stands_in_the_line_that_align_finds(kind: str, data: bytes, share: float) -> None:
    layout = layout_of(kind, data)
    at = min(int(share * len(data)), len(data) - 1)
    start = layout.align(at)
    first = layout.lines(start, 1)[0]
    assert first.start <= at < first.end
    assert first in layout.lines(0, 10_000)


@pytest.mark.parametrize("kind", KINDS)
@given(data=DATA.filter(bool), count=st.integers(1, 5))
def test_going_up_is_going_down_again(kind: str, data: bytes, count: int) -> None:
    layout = layout_of(kind, data)
    lines = layout.lines(0, 10_000)
    for number, line in enumerate(lines):
        assert layout.back(line.start, count) == lines[max(0, number - count)].start


def test_a_long_line_is_read_no_further_than_it_is_seen() -> None:
    asked: list[int] = []

    def read(start: int, end: int) -> bytes:
        asked.append(end - start)
        return b"x" * (end - start)

    layout = TextLines(read, 10_000_000, 100)
    start = layout.align(7_654_321)
    assert len(layout.lines(start, 40)) == 40
    assert layout.back(start, 3) < start
    assert sum(asked) < 100_000


@given(data=DATA)
def test_a_measured_line_fits(data: bytes) -> None:
    for start, end in layout_of("measured", data).lines(0, 10_000):
        shown = data[start:end].decode("utf-8", "surrogateescape")
        units = [one.encode("utf-8", "surrogateescape") for one in shown]
        assert end - start <= WIDTH
        assert sum(wide(unit) for unit in units) <= WIDTH or len(units) == 1


@pytest.mark.parametrize("kind", ["text", "measured"])
@pytest.mark.parametrize("before", range(4))
def test_no_edge_of_a_long_line_cuts_a_character(kind: str, before: int) -> None:
    data = b"x" * before + "\U0001f600".encode() * 3000
    layout = layout_of(kind, data)
    lines = layout.lines(0, 10_000)
    assert all(data[start:end].decode() for start, end in lines)
    for at in (4094, 4095, 4096, 4097, 4098, 8191, 8192, len(data) - 1):
        assert layout.align(at) in {start for start, _ in lines}
        assert layout.back(layout.align(at), 1) in {start for start, _ in lines}
