"""The bar at the right of the events: the whole capture at a glance, and a way to any place of it.

Errors are bars over the whole width, warnings triangles, notes dots; held text is a dashed line at
the left edge, what a search found a line at the right one; a frame shows what is in view.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from wiretail.gui.theme import LIGHT, Theme
from wiretail.gui.to_qt import to_qt, to_tip
from wiretail.study.overview import Spot
from wiretail.study.wording import counted

_WIDTH = 16
_EDGE = 3
_LEAST = 3.0
_FAINT = 90
_ERROR, _WARNING = 3, 2
_NAMES = {3: "error", 2: "warning", 1: "note"}


class OverviewBar(QWidget):
    """``asked(start, end)``: a person wants to go to these bytes of the capture."""

    asked = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Overview")
        self.theme: Theme = LIGHT
        self.spots: Sequence[Spot] = ()
        self.matches: Sequence[int] = ()
        self.in_view = (0, 0)
        self._total = 0

    def tell(self, spots: Sequence[Spot], total: int) -> None:
        """Show what lies where in a capture of so many bytes."""
        self.spots, self._total = spots, total
        words = [
            f"{_NAMES[severity]}s in {counted(number, 'place')}"
            for severity in (3, 2, 1)
            if (number := sum(spot.severity == severity for spot in spots))
        ]
        self.setAccessibleDescription(to_qt(", ".join(words) or "nothing found"))
        self.update()

    def tell_matches(self, places: Sequence[int]) -> None:
        """Show the bytes at which a search found something."""
        self.matches = places
        self.update()

    def look_at(self, start: int, end: int) -> None:
        """Show which bytes are in view."""
        if self.in_view != (start, end):
            self.in_view = start, end
            self.update()

    def spot_at(self, y: float) -> tuple[int, int]:
        """Return the bytes that a height stands for: those of the nearest spot within reach."""
        near = [spot for spot in self.spots if abs(self._middle(spot) - y) <= 2 * _EDGE]
        if near:
            spot = min(near, key=lambda spot: (-spot.severity, abs(self._middle(spot) - y)))
            return spot.start, spot.end
        at = int(max(0.0, min(1.0, y / max(1, self.height()))) * self._total)
        at = max(0, min(at, self._total - 1))
        return at, at + 1

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self.theme
        painter.fillRect(self.rect(), theme.color("window"))
        painter.fillRect(0, 0, 1, self.height(), theme.color("border"))
        if self._total:
            top, bottom = (self._y(at) for at in self.in_view)
            view = QRectF(1.5, top, _WIDTH - 2, max(_LEAST * 2, bottom - top))
            ground = QColor(theme.color("selection"))
            ground.setAlpha(_FAINT)
            painter.fillRect(view, ground)
            for spot in self.spots:
                self._paint_spot(painter, spot)
            painter.setPen(QPen(theme.color("accent"), 2))
            for at in self.matches:
                painter.drawLine(QPointF(_WIDTH - 3, self._y(at)), QPointF(_WIDTH, self._y(at)))
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.drawRect(view)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._total and event.button() == Qt.MouseButton.LeftButton:
            self.asked.emit(*self.spot_at(event.position().y()))

    def event(self, event: QEvent) -> bool:
        """Say in a tooltip what a place holds."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._total:
            start, end = self.spot_at(event.pos().y())
            found = [spot for spot in self.spots if spot.start == start and spot.end == end]
            what = [_NAMES[spot.severity] for spot in found if spot.severity]
            what += ["held text" for spot in found if spot.held]
            words = ", ".join([f"byte {start:,}", *what])
            QToolTip.showText(event.globalPos(), to_tip(words), self)
            return True
        return super().event(event)

    def _y(self, at: int) -> float:
        return at / max(1, self._total) * max(1, self.height() - 1)

    def _middle(self, spot: Spot) -> float:
        """Return the height of a spot's mark, which is seen as a whole at both ends as well."""
        middle = self._y((spot.start + min(spot.end, self._total)) // 2)
        return min(max(middle, 2.0 * _EDGE), self.height() - 2.0 * _EDGE)

    def _paint_spot(self, painter: QPainter, spot: Spot) -> None:
        theme, y = self.theme, self._middle(spot)
        if spot.held:
            painter.setPen(QPen(theme.color("text"), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(3, y - _EDGE), QPointF(3, y + _EDGE))
        if not spot.severity:
            return
        painter.setPen(QPen(theme.color("text"), 1))
        if spot.severity == _ERROR:
            painter.fillRect(QRectF(2, y - 1.5, _WIDTH - 3, _EDGE), theme.color("error"))
        elif spot.severity == _WARNING:
            painter.setBrush(theme.color("held"))
            corners = [QPointF(4, y + _EDGE), QPointF(12, y + _EDGE), QPointF(8, y - _EDGE - 1)]
            painter.drawPolygon(QPolygonF(corners))
        else:
            painter.setBrush(theme.color("surrogate"))
            painter.drawEllipse(QPointF(8, y), 2.5, 2.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
