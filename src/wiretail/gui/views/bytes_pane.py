"""The bytes of a capture: as hex, as text, as code points. It paints the lines in view, no more."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from wiretail.gui.models.byte_lines import (
    CodePointLines,
    HexLines,
    Layout,
    Line,
    Read,
    TextLines,
)
from wiretail.gui.theme import LIGHT, Theme, mono_font
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.byte_painter import (
    Cell,
    Grid,
    HexPainter,
    Looks,
    Painter,
    PointPainter,
    Scene,
    TextPainter,
    draw_line,
)

_UNIT = 16  # bytes to a step of the scroll bar
_WHEEL_LINES = 3


class Mode(StrEnum):
    """How bytes are shown."""

    HEX = "hex"
    TEXT = "text"
    POINTS = "code points"


class ByteSource(NamedTuple):
    """Where bytes come from, and what is to be seen of ``[start, end)`` of them."""

    size: int
    read: Read
    scene: Callable[[int, int], Scene]


class Painted(NamedTuple):
    """A line as it was painted: where, and what stands on it."""

    top: int
    line: Line
    cells: list[Cell]


_NOTHING = ByteSource(
    0, lambda _start, _end: b"", lambda _s, _e: Scene((), (), frozenset(), (0, 0))
)


class BytesPane(QAbstractScrollArea):
    """``selected(start, end)`` is sent when a person selects bytes."""

    selected = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bytes")
        self.setAccessibleName("Bytes")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.theme: Theme = LIGHT
        self.mode = Mode.HEX
        self.painted: list[Painted] = []
        self.selection = (0, 0)
        self._source = _NOTHING
        self._top = 0
        self._grabbed: int | None = None
        self._scrolling = False
        # All of it is painted here, so what lies below need not be.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.set_size(10)
        self.verticalScrollBar().valueChanged.connect(self._bar_moved)

    def set_size(self, points: float) -> None:
        """Set the size of the font."""
        self._font = mono_font(points)
        self._grid = Grid(self._font)
        self._lay_out()

    def set_mode(self, mode: Mode) -> None:
        """Show bytes in another way; the line on top stays."""
        self.mode = mode
        self._lay_out()
        self.reveal(*self.selection)

    def set_source(self, source: ByteSource | None) -> None:
        """Show the bytes of another capture, or none."""
        self._source = source or _NOTHING
        self.selection = (0, 0)
        self._top = 0
        self._lay_out()

    def extend(self, size: int) -> None:
        """Take in that the capture grew."""
        before = self._source.size
        if size == before:
            return
        self._source = self._source._replace(size=size)
        in_view = self._layout.lines(self._top, self._rows() + 1)
        self._build()
        if not in_view or in_view[-1].end >= before:
            self.viewport().update()

    def select(self, start: int, end: int) -> None:
        """Show a selection without telling anybody."""
        self.selection = (start, end)
        self.reveal(start, end)
        self._tell_reader()

    def reveal(self, start: int, end: int) -> None:
        """Bring bytes into view, with some lines above them."""
        if end <= start:
            self.viewport().update()
            return
        shown = self._layout.lines(self._top, self._rows())
        first = bool(shown) and shown[0].start <= start < shown[-1].end
        whole = first and (end <= shown[-1].end or start < shown[min(2, len(shown) - 1)].end)
        if not whole:
            self._go(self._layout.back(self._layout.align(start), 2))
        self.viewport().update()

    def text_in_view(self) -> str:
        """Return the words of the lines in view, as they are drawn."""
        return "\n".join("".join(cell.words for cell in line.cells) for line in self.painted)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(self._font)
        painter.fillRect(event.rect(), self.theme.color("base"))
        lines = self._layout.lines(self._top, self._rows() + 1)
        self.painted = []
        painter.translate(-self.horizontalScrollBar().value(), 0)
        if lines:
            start, end = lines[0].start, lines[-1].end
            data = self._source.read(start, end)
            scene = self._source.scene(start, end)._replace(selection=self.selection)
            looks = Looks(self._grid, self.theme)
            for number, line in enumerate(lines):
                raw = data[line.start - start : line.end - start]
                cells = self._painter.cells(line, raw, scene.hidden)
                self.painted.append(Painted(number * self._grid.height, line, cells))
                draw_line(painter, number * self._grid.height, line, cells, scene, looks)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            QApplication.sendEvent(self.horizontalScrollBar(), event)
            return
        steps = event.angleDelta().y() / 120
        self._step(round(-steps * _WHEEL_LINES))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.byte_at(event.position().toPoint())
        if at is not None and event.button() == Qt.MouseButton.LeftButton:
            self._grabbed = at[0]
            self._choose(*at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self.byte_at(event.position().toPoint())
        if at is not None and self._grabbed is not None:
            self._choose(min(self._grabbed, at[0]), max(self._grabbed + 1, at[1]))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._grabbed = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, start = event.key(), self.selection[0]
        line = self._layout.align(start)
        below = self._layout.lines(line, 2)
        page = self._rows() - 1
        moves = {
            Qt.Key.Key_Left: max(0, start - 1),
            Qt.Key.Key_Right: max(self.selection[1], start + 1),
            Qt.Key.Key_Up: max(0, self._layout.back(line, 1) + start - line),
            Qt.Key.Key_Down: below[-1].start + start - line if len(below) > 1 else start,
            Qt.Key.Key_PageUp: self._layout.back(line, page),
            Qt.Key.Key_PageDown: (self._layout.lines(line, page) or [Line(start, start)])[-1].start,
            Qt.Key.Key_Home: 0,
        }
        if key not in moves or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        at = min(moves[Qt.Key(key)], max(0, self._source.size - 1))
        found = self._layout.lines(self._layout.align(at), 1)
        end = found[0].end if self.mode is Mode.POINTS and found else at + 1
        self._choose(at, min(end, self._source.size))

    def byte_at(self, where: QPoint) -> tuple[int, int] | None:
        """Return the bytes that are drawn at a point of the viewport."""
        x = where.x() + self.horizontalScrollBar().value()
        for top, _, cells in self.painted:
            if top <= where.y() < top + self._grid.height:
                return next(((c.start, c.end) for c in cells if c.left <= x < c.right), None)
        return None

    def _choose(self, start: int, end: int) -> None:
        if end > start:
            self.selection = (start, end)
            self.reveal(start, end)
            self._tell_reader()
            self.selected.emit(start, end)

    def _tell_reader(self) -> None:
        start, end = self.selection
        words = [f"{end - start} bytes from {start}"]
        for _, line, cells in self.painted:
            if line.start <= start < line.end:
                words.append("".join(cell.words for cell in cells))
        self.setAccessibleDescription(to_qt(", ".join(words)))

    def _rows(self) -> int:
        return max(1, self.viewport().height() // self._grid.height)

    def _lay_out(self) -> None:
        self._build()
        self._top = self._layout.align(min(self._top, max(0, self._source.size - 1)))
        self._scrolling = True
        self.verticalScrollBar().setValue(self._top // _UNIT)
        self._scrolling = False
        self.viewport().update()

    def _build(self) -> None:
        """Make the layout anew: the size, the width or the way of showing is another."""
        size, read = self._source.size, self._source.read
        width = self._grid.text_width(self.viewport().width())
        layouts: dict[Mode, tuple[Layout, Painter]] = {
            Mode.HEX: (HexLines(size), HexPainter(self._grid)),
            Mode.TEXT: (TextLines(read, size, width, self._grid.cells_of), TextPainter(self._grid)),
            Mode.POINTS: (CodePointLines(read, size), PointPainter(self._grid)),
        }
        self._layout, self._painter = layouts[self.mode]
        bar = self.verticalScrollBar()
        self._scrolling = True
        bar.setRange(0, max(0, (size - 1) // _UNIT))
        bar.setPageStep(self._rows())
        across, room = self.horizontalScrollBar(), self.viewport().width()
        across.setRange(0, max(0, self._painter.width - room))
        across.setPageStep(room)
        across.setSingleStep(int(self._grid.cell) * 3)
        self._scrolling = False

    def _go(self, top: int) -> None:
        self._top = top
        self._scrolling = True
        self.verticalScrollBar().setValue(top // _UNIT)
        self._scrolling = False
        self.viewport().update()

    def _step(self, lines: int) -> None:
        if lines < 0:
            self._go(self._layout.back(self._top, -lines))
        elif shown := self._layout.lines(self._top, lines + 1):
            self._go(shown[-1].start)

    def _bar_moved(self, value: int) -> None:
        if not self._scrolling and self._source.size:
            self._top = self._layout.align(min(value * _UNIT, self._source.size - 1))
            self.viewport().update()
