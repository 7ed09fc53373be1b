"""The bar of the tour: which stop, one sentence, next and back."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from wiretail.gui.theme import Theme
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.pane import plain_label


class TourBar(QFrame):
    """``stepped(by)``: the next stop or the one before; ``left``: the tour is over."""

    stepped = Signal(int)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tour")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title, self._sentence = plain_label(""), plain_label("")
        font = self._title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.3)
        self._title.setFont(font)
        font.setBold(False)
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self._sentence.setFont(font)
        self._sentence.setWordWrap(True)
        self.back, self.next = QPushButton("\u25c0 Back (B)"), QPushButton("Next (N) \u25b6")
        self.leave = QPushButton("Leave (Esc)")
        self.next.setProperty("primary", "true")
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.leave.clicked.connect(self.left)
        words = QVBoxLayout()
        words.addWidget(self._title)
        words.addWidget(self._sentence)
        self._check = plain_label("", "muted")
        words.addWidget(self._check)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for button in (self.back, self.next, self.leave):
            row.addWidget(button)
        self.hide()

    def tell(self, title: str, sentence: str, *, first: bool, last: bool) -> None:
        """Show a stop."""
        self._title.setText(to_qt(title))
        self._sentence.setText(to_qt(sentence))
        self._check.setText("\u2026 checking the timeline")
        self.back.setEnabled(not first)
        self.next.setEnabled(not last)
        self.show()

    def tell_check(self, *, right: bool) -> None:
        """Say whether the timeline is the one that the stop states."""
        words = "\u2713 The timeline below is checked: it is what this stop says."
        if not right:
            words = "\u2716 The timeline below is another than this stop says: please report it."
        self._check.setText(to_qt(words))

    @property
    def check(self) -> str:
        """What is said of the timeline."""
        return self._check.text()

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        edge = f"border-bottom: 2px solid {theme.accent};"
        self.setStyleSheet(f"QFrame#tour {{ background: {theme.header}; {edge} }}")

    @property
    def said(self) -> str:
        """What the bar says."""
        return f"{self._title.text()}: {self._sentence.text()}"
