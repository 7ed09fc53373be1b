"""A field to choose one of several words."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox

_ARM = 4.0
_FROM_EDGE = 14.0


class Choice(QComboBox):
    """Flat like the buttons; the arrow is drawn here, since a style sheet would want a picture."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self.palette().buttonText().color(), 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        tip = QPointF(self.width() - _FROM_EDGE, self.height() / 2 + _ARM / 2)
        painter.drawLine(tip - QPointF(_ARM, _ARM), tip)
        painter.drawLine(tip, tip + QPointF(_ARM, -_ARM))
        painter.end()
