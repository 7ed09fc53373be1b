"""How lines of bytes are drawn: as hex, as text, as code points."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from wiretail.gui.models.byte_lines import Line
from wiretail.gui.theme import Theme, ink_on
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.marks import draw_mark
from wiretail.store.units import wide_offsets
from wiretail.study.visible import token

_LEFT = 8
_SELECTED = 150
_HIDDEN = "\u2592"
#: So many spaces between two cells are drawn with them.
_JOINED = 12
_REMEMBERED = 4096
_HEX = [f"{byte:02x}" for byte in range(256)]
_ASCII = [chr(byte) if 0x20 <= byte < 0x7F else "\u00b7" for byte in range(256)]


class Highlight(NamedTuple):
    """The bytes ``[start, end)`` play a role."""

    start: int
    end: int
    role: str


class Scene(NamedTuple):
    """What is to be seen of the lines in view, besides their bytes.

    ``hidden`` are ranges of bytes that must not be shown, ``borders`` where chunks begin.
    """

    highlights: Sequence[Highlight]
    hidden: Sequence[tuple[int, int]]
    borders: frozenset[int]
    selection: tuple[int, int]


class Cell(NamedTuple):
    """Where the bytes ``[start, end)`` stand on their line, and the words that stand for them."""

    left: float
    right: float
    start: int
    end: int
    words: str


class Painter(Protocol):
    """How one line is drawn; ``width`` is what a line needs, 0 where lines are folded to fit."""

    width: int

    def cells(self, line: Line, data: bytes, hidden: Sequence[tuple[int, int]]) -> list[Cell]:
        """Return what stands on a line, from left to right."""


class Grid:
    """The measures of a fixed-width font."""

    def __init__(self, font: QFont) -> None:
        metrics = QFontMetricsF(font)
        self.metrics = metrics
        self.cell = metrics.horizontalAdvance("0")
        self.height = int(metrics.height()) + 3
        self.ascent = metrics.ascent() + 1.5
        self.offset_width = 10 * self.cell + 2 * _LEFT
        self._widths: dict[str, float] = {}

    def wide(self, words: str) -> float:
        """Return how wide the words of one code point are."""
        if len(words) == 1 and words < "\u0250":
            return self.cell
        known = self._widths.get(words)
        if known is None:
            if len(self._widths) >= _REMEMBERED:
                self._widths.clear()
            known = self._widths[words] = self.metrics.horizontalAdvance(to_qt(words))
        return known

    def cells_of(self, point: bytes) -> float:
        """Return how many cells the bytes of one code point take as text."""
        return self.wide(_shown(point)) / self.cell

    def text_width(self, width: int) -> int:
        """Return how many cells fit beside the offsets."""
        return max(8, int((width - self.offset_width - _LEFT) / self.cell))


class HexPainter:
    """Sixteen bytes as hex, and again as text."""

    def __init__(self, grid: Grid) -> None:
        cell, first = grid.cell, grid.offset_width
        self.width = int(first + cell * (4 * 16 + 3)) + _LEFT
        lefts = [first + cell * (3 * place + (place >= 8)) for place in range(16)]
        self._hex = [(left, left + 2 * cell) for left in lefts]
        lefts = [first + cell * (3 * 16 + 3 + place) for place in range(16)]
        self._text = [(left, left + cell) for left in lefts]

    def cells(self, line: Line, data: bytes, hidden: Sequence[tuple[int, int]]) -> list[Cell]:
        """Return two cells a byte: its hex, then its character."""
        found: list[Cell] = []
        for places, words, mask in (
            (self._hex, _HEX, _HIDDEN * 2),
            (self._text, _ASCII, _HIDDEN),
        ):
            at = line.start
            for byte, (left, right) in zip(data, places, strict=False):
                shown = mask if hidden and _is_hidden(at, hidden) else words[byte]
                found.append(Cell(left, right, at, at + 1, shown))
                at += 1
        return found


class TextPainter:
    """Bytes as the text that they are, everything invisible written out.

    Its lines are folded to what fits.
    """

    width = 0

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def cells(self, line: Line, data: bytes, hidden: Sequence[tuple[int, int]]) -> list[Cell]:
        """Return one cell a code point."""
        found: list[Cell] = []
        x = self._grid.offset_width
        for start, end in _points(data):
            words = _shown(data[start:end])
            if _is_hidden(line.start + start, hidden, line.start + end):
                words = _HIDDEN
            wide = self._grid.wide(words)
            found.append(Cell(x, x + wide, line.start + start, line.start + end, words))
            x += wide
        return found


class PointPainter:
    """One code point: its bytes, its number, itself, its name."""

    _COLUMNS = (13, 10, 10, 40)

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self.width = int(grid.offset_width + sum(self._COLUMNS) * grid.cell) + _LEFT

    def cells(self, line: Line, data: bytes, hidden: Sequence[tuple[int, int]]) -> list[Cell]:
        """Return the columns of one code point."""
        words = ["\u2592\u2592", "", "\u2592", "contained text"]
        if not _is_hidden(line.start, hidden, line.end):
            words = [data.hex(" "), *_named(data)]
        found: list[Cell] = []
        x = self._grid.offset_width
        for text, width in zip(words, self._COLUMNS, strict=True):
            wide = width * self._grid.cell
            found.append(Cell(x, x + wide, line.start, line.end, text))
            x += wide
        return found


def draw_line(
    painter: QPainter, top: int, line: Line, cells: Sequence[Cell], scene: Scene, look: "Looks"
) -> None:
    """Draw one line: its offset, its highlights, its selection, its words."""
    grid, theme = look.grid, look.theme
    painter.setPen(theme.color("muted"))
    painter.drawText(QPointF(_LEFT, top + grid.ascent), to_qt(f"{line.start:08x}"))
    roles: dict[int, str] = {}
    start, end = scene.selection
    runs = list(_runs(cells, start, end))
    for run in runs:
        ground = QColor(theme.color("selection"))
        ground.setAlpha(_SELECTED)
        painter.fillRect(_box(run, top, grid), ground)
    for highlight in scene.highlights:
        for run in _runs(cells, highlight.start, highlight.end):
            draw_mark(painter, _box(run, top, grid), highlight.role, theme)
            if highlight.role == "refused":
                roles |= dict.fromkeys((cell.start for cell in run), highlight.role)
    for run in runs:
        edges = _Edges(line.start <= start, end <= line.end)
        _draw_frame(painter, QRectF(_box(run, top, grid)), theme, edges)
    painter.setPen(QPen(theme.color("accent"), 2))
    borders = () if scene.borders.isdisjoint(range(line.start, line.end)) else scene.borders
    before = -1
    for cell in cells if borders else ():
        if cell.start in borders and cell.start != before:
            painter.drawLine(QPointF(cell.left - 1, top), QPointF(cell.left - 1, top + grid.height))
        before = cell.start
    width = int(cells[-1].right) + 1 if cells else 0
    painter.setClipRect(0, top, width, grid.height)  # marks that pile up would reach other lines
    for left, words, role in strings(cells, roles, grid.cell):
        painter.setPen(ink_on(theme, role))
        painter.drawText(QPointF(left, top + grid.ascent), to_qt(words))
    painter.setClipping(False)


class Looks(NamedTuple):
    """The measures and the colours."""

    grid: Grid
    theme: Theme


def strings(
    cells: Sequence[Cell], roles: Mapping[int, str], width: float
) -> Iterable[tuple[float, str, str]]:
    """Yield (left, words, role): cells whose widths are sure are joined, one drawing for many.

    What stands between the words of two cells is filled with spaces.
    """
    left, words, role, right = 0.0, "", "", -1.0
    for cell in cells:
        gap = int((cell.left - right) / width + 0.5)
        sure = cell.words.isascii() or cell.words == "\u00b7"
        other = roles.get(cell.start, "")
        if words and sure and other == role and 0 <= gap <= _JOINED:
            words += " " * gap + cell.words
        else:
            if words:
                yield left, words, role
            left, words, role = cell.left, cell.words, other
        right = cell.left + len(cell.words) * width if sure else -100 * width
    if words:
        yield left, words, role


class _Edges(NamedTuple):
    """Whether the selection begins and whether it ends on a line."""

    first: bool
    last: bool


def _draw_frame(painter: QPainter, box: QRectF, theme: Theme, edges: _Edges) -> None:
    """Draw the frame of the selection: sides on every line, top and bottom where it ends."""
    painter.setPen(QPen(theme.color("accent"), 2))
    painter.drawLine(box.topLeft(), box.bottomLeft())
    painter.drawLine(box.topRight(), box.bottomRight())
    if edges.first:
        painter.drawLine(box.topLeft(), box.topRight())
    if edges.last:
        painter.drawLine(box.bottomLeft(), box.bottomRight())


def _runs(cells: Sequence[Cell], start: int, end: int) -> Iterable[list[Cell]]:
    """Yield runs of neighbouring cells that hold bytes of a range."""
    if not cells or end <= cells[0].start or cells[-1].end <= start:
        return  # most lines, and each is asked for every highlight
    run: list[Cell] = []
    for cell in cells:
        inside = cell.start < end and cell.end > start
        if run and (not inside or cell.start < run[-1].start):
            yield run
            run = []
        if inside:
            run.append(cell)
    if run:
        yield run


def _box(run: Sequence[Cell], top: int, grid: Grid) -> QRect:
    left, right = int(run[0].left) - 1, int(run[-1].right) + 1
    return QRect(left, top, right - left, grid.height)


def _is_hidden(at: int, hidden: Sequence[tuple[int, int]], behind: int = 0) -> bool:
    last = max(at, behind - 1)
    return bool(hidden) and any(start <= last and at < end for start, end in hidden)


def _points(data: bytes) -> Iterable[tuple[int, int]]:
    starts = [*wide_offsets(data, "maximal-subpart"), len(data)]
    return pairwise(starts)


def _shown(data: bytes) -> str:
    try:
        character = data.decode("utf-8")
    except UnicodeDecodeError:
        return f"[{data.hex(' ').upper()}]"
    return token(ord(character)) if len(character) == 1 else character


def _named(data: bytes) -> list[str]:
    try:
        character = data.decode("utf-8")
    except UnicodeDecodeError:
        return ["no UTF-8", "\ufffd", "a byte that belongs to no character"]
    code = ord(character)
    name = (
        unicodedata.name(character, "") or f"control or unnamed ({unicodedata.category(character)})"
    )
    return [f"U+{code:04X}", token(code), name]
