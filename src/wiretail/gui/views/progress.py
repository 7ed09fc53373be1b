"""A thin line that says how far something is."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from wiretail.gui.theme import LIGHT, Theme
from wiretail.gui.to_qt import to_qt

_HEIGHT = 4


class ProgressLine(QWidget):
    """``percent`` of the way is done.

    Qt's own progress bar paints at every new value before it returns, and the whole window waits.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName("Progress")
        self.theme: Theme = LIGHT
        self.percent = 0

    def tell(self, done: int, total: int) -> None:
        """Show how far it is; nothing is shown when ``total`` is 0."""
        self.setVisible(total > 0)
        percent = min(100, done * 100 // total) if total > 0 else 0
        if percent != self.percent:
            self.percent = percent
            self.setAccessibleDescription(to_qt(f"{percent} %"))
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.color("header"))
        done = self.width() * self.percent // 100
        painter.fillRect(0, 0, done, self.height(), self.theme.color("accent"))
        painter.end()
