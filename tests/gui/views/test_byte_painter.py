"""Bytes become cells: hex, text and code points, and what is hidden is hidden in all three."""

from itertools import pairwise

import pytest

from wiretail.gui.models.byte_lines import Line
from wiretail.gui.theme import mono_font
from wiretail.gui.views.byte_painter import (
    Grid,
    HexPainter,
    Painter,
    PointPainter,
    TextPainter,
    strings,
)

DATA = b"a\xc3\xa9\xff\n"


@pytest.fixture
def grid(qapp: object) -> Grid:  # noqa: ARG001
    return Grid(mono_font(10))


def words(painter: Painter, data: bytes, hidden: list[tuple[int, int]] | None = None) -> list[str]:
    return [cell.words for cell in painter.cells(Line(100, 100 + len(data)), data, hidden or [])]


def test_hex_shows_each_byte_twice(grid: Grid) -> None:
    assert words(HexPainter(grid), DATA) == [
        *("61", "c3", "a9", "ff", "0a"),
        *("a", "\u00b7", "\u00b7", "\u00b7", "\u00b7"),
    ]


def test_text_shows_characters_and_bytes_that_are_none(grid: Grid) -> None:
    assert words(TextPainter(grid), DATA) == ["a", "\u00e9", "[FF]", "\u240a"]
    cells = TextPainter(grid).cells(Line(100, 105), DATA, [])
    assert [(cell.start, cell.end) for cell in cells] == [
        (100, 101),
        (101, 103),
        (103, 104),
        (104, 105),
    ]
    assert all(one.right == other.left for one, other in pairwise(cells))


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"\xc3\xa9", ["c3 a9", "U+00E9", "\u00e9", "LATIN SMALL LETTER E WITH ACUTE"]),
        (b"\x00", ["00", "U+0000", "\u2400", "control or unnamed (Cc)"]),
        (b"\xff", ["ff", "no UTF-8", "\ufffd", "a byte that belongs to no character"]),
    ],
)
def test_a_code_point_has_a_number_and_a_name(grid: Grid, data: bytes, shown: list[str]) -> None:
    assert words(PointPainter(grid), data) == shown


def test_hidden_bytes_are_in_no_cell(grid: Grid) -> None:
    for kind in (HexPainter, TextPainter, PointPainter):
        painter: Painter = kind(grid)
        seen = "".join(words(painter, b"k", [(100, 101)]))
        assert "k" not in seen
        assert "6b" not in seen.lower()


def test_a_character_that_is_hidden_in_part_is_hidden(grid: Grid) -> None:
    for kind in (TextPainter, PointPainter):
        painter: Painter = kind(grid)
        assert "\u00e9" not in words(painter, b"\xc3\xa9", [(101, 105)])


def test_what_is_drawn_at_once_stands_where_its_cells_stand(grid: Grid) -> None:
    for kind, data in (
        (PointPainter, b"a"),
        (HexPainter, b"0123456789abcdef"),
        (TextPainter, b"ab" + DATA),
    ):
        painter: Painter = kind(grid)
        cells = painter.cells(Line(100, 100 + len(data)), data, [])
        drawn = list(strings(cells, {}, grid.cell))
        for cell in cells:
            assert any(
                said.startswith(cell.words, round((cell.left - left) / grid.cell))
                for left, said, _ in drawn
                if left <= cell.left
            )
        assert len(drawn) < len(cells)


def test_lines_need_no_more_than_their_width(grid: Grid) -> None:
    for kind in (HexPainter, PointPainter):
        painter: Painter = kind(grid)
        cells = painter.cells(
            Line(0, 16), b"0123456789abcdef"[: 1 if kind is PointPainter else 16], []
        )
        assert cells[-1].right <= painter.width < cells[-1].right + 40
    assert grid.cells_of(b"\xff") == 4
