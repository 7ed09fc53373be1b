"""A pane: a title, a word on what is shown of it, and a body, or a sentence in its place."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.words import Words


class Pane(QWidget):
    """``tools`` is where controls of the pane go, at the right of its title."""

    def __init__(self, title: str, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = body
        self._title = plain_label(title, "paneTitle")
        self._note = Words("muted")
        self._sentence = plain_label("", "muted")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        self._title.setBuddy(body)
        self.tools = QHBoxLayout()
        self.tools.setSpacing(4)
        bar = QWidget()
        bar.setObjectName("paneHead")
        head = QHBoxLayout(bar)
        head.setContentsMargins(6, 2, 6, 2)
        self._title.setVisible(bool(title))
        head.addWidget(self._title)
        head.addWidget(self._note, 1)
        head.addLayout(self.tools)
        self._stack = QStackedLayout()
        self._stack.addWidget(body)
        self._stack.addWidget(self._sentence)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        layout.addLayout(self._stack, 1)

    def note(self, words: str) -> None:
        """Say how much of it is shown."""
        self._note.setText(to_qt(words))

    def say(self, sentence: str) -> None:
        """Show a sentence in place of the body; none: the body."""
        self._sentence.setText(to_qt(sentence))
        self._stack.setCurrentIndex(1 if sentence else 0)

    @property
    def sentence(self) -> str:
        """The sentence that stands in place of the body."""
        return self._sentence.text() if self._stack.currentIndex() == 1 else ""

    @property
    def noted(self) -> str:
        """What is said beside the title."""
        return self._note.text()


def plain_label(words: str, name: str = "") -> QLabel:
    """Return a label that takes its words as they are: no markup, no links."""
    label = QLabel(to_qt(words))
    label.setTextFormat(Qt.TextFormat.PlainText)
    if name:
        label.setObjectName(to_qt(name))
    return label
