"""A flat list, painted in one go: it reads only the rows that are in view."""

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from wiretail.gui.models.rows import Index, Look, RowModel
from wiretail.gui.settings import USUAL_SIZE
from wiretail.gui.theme import LIGHT, Theme, ink_on, mono_font
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.marks import draw_mark
from wiretail.gui.views.type_face import Face

_PAD = 6
_INDENT = 16
#: So many digits are scrolled across by a key.
_STEP = 8
_ENSURE_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible


class RowTable(QTableView):
    """A table of fixed row height that paints itself.

    ``picked(row)`` is sent when a person goes to a row, not when the program does. ``linked`` rows
    are those that go with the selection.
    """

    picked = Signal(int)
    left_end = Signal()
    reached_end = Signal()

    def __init__(self, model: RowModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = model
        self.theme: Theme = LIGHT
        self.linked: range = range(0)
        self.painted = 0
        #: The column that takes what room is left, and how wide its words were (pixels).
        self._flexible = next(number for number, one in enumerate(model.columns) if not one.width)
        self._widest = 0
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.timeout.connect(self._fit_columns)
        self._leading = False
        self._growing = False
        self._plain = Face(self.font())
        self._mono = Face(mono_font(USUAL_SIZE), mono=True)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        # All of it is painted here, so what lies below need not be.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._dress_headers()
        self.selectionModel().currentRowChanged.connect(self._moved)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def set_size(self, points: float) -> None:
        """Set the size of the font; rows and columns follow."""
        font = self.font()
        font.setPointSizeF(points)
        self.setFont(font)
        face = self._plain = Face(font)
        self._mono = Face(mono_font(points), mono=True)
        self.verticalHeader().setDefaultSectionSize(face.height + 6)
        header = self.horizontalHeader()
        header.setFont(font)
        header.setFixedHeight(face.height + 10)
        for number, column in enumerate(self.rows.columns):
            if column.width:
                wide = max(column.width * face.digit, face.width(column.title))
                header.resizeSection(number, int(wide) + 2 * _PAD + 2)
        self._widest = 0
        self._fit_columns()

    def show_row(self, row: int, *, scroll: bool = True) -> None:
        """Make a row the current one without telling anybody."""
        self._leading = True
        try:
            if 0 <= row < self.rows.rowCount():
                index = self.rows.index(row, 0)
                self.setCurrentIndex(index)
                if scroll:
                    self.scrollTo(index)
            else:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
        finally:
            self._leading = False

    def link(self, rows: range) -> None:
        """Show which rows go with the selection, and bring the first of them into view."""
        self.linked = rows
        if rows and not self._in_view(rows):
            self._leading = True
            self.scrollTo(self.rows.index(rows[0], 0))
            self._leading = False
        self.viewport().update()

    @property
    def at_end(self) -> bool:
        """Whether the last row is in view."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def grow(self, *, follow: bool) -> int:
        """Take in the rows that came; return how many."""
        self._growing = True
        try:
            came = self.rows.grow()
            if came > 0 and follow:
                self.scrollToBottom()
        finally:
            self._growing = False
        return came

    def current_row(self) -> int:
        """Return the current row, -1 for none."""
        return self.currentIndex().row() if self.currentIndex().isValid() else -1

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus; Qt would go to the first row by itself, and nobody chose that."""
        fresh = not self.currentIndex().isValid()
        self._leading = True
        super().focusInEvent(event)
        if fresh:
            self.setCurrentIndex(QModelIndex())
        self._leading = False

    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = _ENSURE_VISIBLE) -> None:
        """Bring a row into view; how far it is scrolled across stays."""
        across = self.horizontalScrollBar().value()
        super().scrollTo(index, hint)
        self.horizontalScrollBar().setValue(across)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll across by Left and Right: a row is one thing, there are no cells to go to."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if not steps:
            super().keyPressEvent(event)
            return
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() + steps * int(_STEP * self._plain.digit))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        painter.fillRect(event.rect(), self.theme.color("base"))
        count = self.rows.rowCount()
        height = self.verticalHeader().defaultSectionSize()
        row = self.verticalScrollBar().value()
        bottom = min(event.rect().bottom(), self.viewport().height())
        current = self.current_row()
        columns = [
            (self.columnViewportPosition(number), self.columnWidth(number))
            for number in range(len(self.rows.columns))
        ]
        top = 0
        self.painted = 0
        while row < count and top <= bottom:
            line = QRect(0, top, self.viewport().width(), height)
            self._paint_ground(painter, line, is_current=row == current, linked=row in self.linked)
            look = self.rows.look(row)
            # What is faint could not be read on the ground of the selection.
            look = look._replace(faint=False) if row == current or row in self.linked else look
            self._paint_row(painter, line, look, columns)
            self.painted += 1
            row, top = row + 1, top + height
        painter.end()
        if self._widest > columns[self._flexible][1]:
            self._fitting.start()

    def _paint_ground(
        self, painter: QPainter, line: QRect, *, is_current: bool, linked: bool
    ) -> None:
        if not is_current and not linked:
            return
        ground = QColor(self.theme.color("selection"))
        if not is_current:
            ground.setAlpha(90)
        painter.fillRect(line, ground)
        if is_current:
            painter.setPen(QPen(self.theme.color("accent"), 1 + self.hasFocus()))
            painter.drawRect(QRectF(line).adjusted(1, 1, -1.5, -1))
        else:
            painter.fillRect(line.x(), line.y(), 3, line.height(), self.theme.color("accent"))

    def _paint_row(
        self, painter: QPainter, line: QRect, look: Look, columns: list[tuple[int, int]]
    ) -> None:
        ink = self.theme.color("muted" if look.faint else "text")
        for number, (left, width) in enumerate(columns):
            words = look.cells[number]
            if not words:
                continue
            inset = _PAD + (look.indent * _INDENT if number == look.pill else 0)
            cell = QRect(left + inset, line.y(), width - inset - _PAD, line.height())
            if number == look.pill and look.tint:
                self._paint_pill(painter, cell, words, look.tint)
            else:
                self._paint_words(painter, cell, words, ink, number)

    def _paint_words(
        self, painter: QPainter, cell: QRect, words: str, ink: QColor, column: int
    ) -> None:
        painter.setPen(ink)
        look = self.rows.columns[column]
        face = self._mono if look.mono else self._plain
        painter.setFont(face.font)
        if column == self._flexible:
            self._widest = max(self._widest, int(face.width(words)) + 2 * _PAD + 2)
        shown = face.fit(words, min(cell.width(), self.viewport().width() - _PAD - cell.x()))
        left = cell.right() + 1 - face.width(shown) if look.numeric else cell.x()
        if not shown.isascii():
            painter.setClipRect(cell)  # marks that pile up would reach into other rows
        # At a point, not in a box: Qt lays out a box of its own for each.
        painter.drawText(QPointF(left, face.baseline(cell.y(), cell.height())), to_qt(shown))
        painter.setClipping(False)

    def _paint_pill(self, painter: QPainter, cell: QRect, words: str, tint: str) -> None:
        face = self._plain
        painter.setFont(face.font)
        words = face.fit(words, cell.width() - 2)
        wide = int(face.width(words)) + 10
        pill = QRect(cell.x() - 3, cell.y() + 2, min(wide, cell.width() + 6), cell.height() - 4)
        draw_mark(painter, pill, tint, self.theme)
        painter.setPen(ink_on(self.theme, tint))
        painter.drawText(
            QPointF(pill.x() + 5, face.baseline(cell.y(), cell.height())), to_qt(words)
        )

    def rows_in_view(self) -> range:
        """Return the rows that are in view, the last one perhaps in part."""
        first = self.verticalScrollBar().value()
        height = max(1, self.verticalHeader().defaultSectionSize())
        behind = first + self.viewport().height() // height + 1
        return range(min(first, self.rows.rowCount()), min(behind, self.rows.rowCount()))

    def _in_view(self, rows: range) -> bool:
        first = self.verticalScrollBar().value()
        height = max(1, self.verticalHeader().defaultSectionSize())
        return rows[-1] >= first and rows[0] < first + self.viewport().height() // height

    def _fit_columns(self) -> None:
        """Make a column as wide as its words in view, at least as wide as there is room."""
        fixed = set(range(len(self.rows.columns))) - {self._flexible}
        room = self.viewport().width() - sum(self.columnWidth(number) for number in fixed)
        self.horizontalHeader().resizeSection(self._flexible, max(self._widest, room))

    def _dress_headers(self) -> None:
        down, across = self.verticalHeader(), self.horizontalHeader()
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setMinimumSectionSize(1)
        down.hide()
        across.setHighlightSections(False)
        across.setMinimumSectionSize(20)

    def _moved(self, current: Index, _previous: Index) -> None:
        if not self._leading and current.isValid():
            self.picked.emit(current.row())

    def _scrolled(self, _value: int) -> None:
        if self._growing or self._leading:
            return
        (self.reached_end if self.at_end else self.left_end).emit()
