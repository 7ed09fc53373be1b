"""The highlights: a tint and a second cue for each role; none is told by colour alone."""

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF

from wiretail.gui.theme import MARKS, Mark, Theme

_WAVE = 2


def draw_mark(painter: QPainter, where: QRect, role: str, theme: Theme) -> None:
    """Draw the ground and the edge of a role; its words come on top."""
    mark = MARKS[role][0] if role in MARKS else Mark.SOLID
    painter.fillRect(where, theme.color(role))
    painter.setPen(QPen(theme.color("text"), 1))
    edge = where.adjusted(0, 0, -1, -1)
    match mark:
        case Mark.SOLID:
            painter.drawRect(edge)
        case Mark.DASHED:
            painter.setPen(QPen(theme.color("text"), 1, Qt.PenStyle.DashLine))
            painter.drawRect(edge)
        case Mark.DOUBLE:
            painter.drawLine(edge.bottomLeft(), edge.bottomRight())
            above = QRect(edge.adjusted(0, 0, 0, -2))
            painter.drawLine(above.bottomLeft(), above.bottomRight())
        case Mark.WAVY:
            _wave(painter, edge)
        case Mark.HATCH:
            hatch = QBrush(theme.color("border"), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(where, hatch)
            middle = edge.center().y()
            painter.drawLine(edge.left(), middle, edge.right(), middle)
        case Mark.BAR:
            pass


def _wave(painter: QPainter, edge: QRect) -> None:
    bottom = edge.bottom()
    places = range(edge.left(), edge.right() + 1, _WAVE)
    points = [QPointF(x, bottom - _WAVE * (number % 2)) for number, x in enumerate(places)]
    painter.drawPolyline(QPolygonF(points))
