"""A line of words that changes often: cut to the room there is, and nobody else has to move."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from wiretail.gui.to_qt import to_qt


class Words(QLabel):
    """A label lays its window out anew for every text, and is never smaller than that.

    This one is as wide as it is let be, and paints.
    """

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.setObjectName(to_qt(name))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """Return the words, also those that there is no room for."""
        return self._words

    def setText(self, words: str) -> None:
        """Show other words; they are fit for Qt."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(to_qt(words))
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a line, and some width."""
        margins = self.contentsMargins()
        height = self.fontMetrics().height() + margins.top() + margins.bottom()
        return QSize(40, height + 4)

    def minimumSizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        mode = Qt.TextElideMode.ElideMiddle
        shown = self.fontMetrics().elidedText(to_qt(self._words), mode, room.width())
        painter.setPen(self.palette().windowText().color())
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, side, to_qt(shown))
        painter.end()
