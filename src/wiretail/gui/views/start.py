"""What is seen when no capture is: a card with the ways in, or a sentence on what went wrong."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wiretail.gui.controllers.touring import Way
from wiretail.gui.to_qt import to_qt, to_tip
from wiretail.gui.views.pane import plain_label

_WAYS = (
    ("open", "Open\u2026"),
    ("paste", "Paste"),
    ("follow_file", "Follow a file\u2026"),
    ("tour", "Take the tour"),
)
_RECENT = 6
#: Words that sentences begin with, as they stand behind the name of the program in a terminal.
_LOWER = frozenset({"there", "the", "standard", "nothing", "pasted"})


class StartCard(QWidget):
    """``asked(name)``: a way in was chosen; ``chosen(path)``: a recent file or a sample."""

    asked = Signal(object)
    chosen = Signal(object)

    def __init__(self, formats: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card = QFrame()
        self._card.setObjectName("card")
        self._card.setMaximumWidth(760)
        self._title = plain_label("Drop a capture here")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.7)
        font.setBold(True)
        self._title.setFont(font)
        self._sentence = plain_label("")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons: dict[str, QPushButton] = {}
        ways = QHBoxLayout()
        ways.setSpacing(8)
        for place, (name, words) in enumerate(_WAYS):
            button = QPushButton(to_qt(words))
            button.setProperty("primary", "true" if place == 0 else "false")
            button.clicked.connect(lambda _checked=False, name=name: self.asked.emit(name))
            self.buttons[name] = button
            ways.addWidget(button)
        note = plain_label(f"Reads {formats}.", "muted")
        note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        note.setWordWrap(True)
        self._lists = QGridLayout()
        self._lists.setHorizontalSpacing(24)
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(36, 30, 36, 30)
        inside.setSpacing(16)
        for widget in (self._title, self._sentence):
            inside.addWidget(widget)
        inside.addLayout(ways)
        inside.addLayout(self._lists)
        inside.addWidget(note)
        around = QVBoxLayout(self)
        around.addStretch(1)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(self._card, 4)
        across.addStretch(1)
        around.addLayout(across)
        around.addStretch(1)
        self.tell("", [], [])

    def tell(self, problem: str, recent: list[str], samples: Sequence[Way]) -> None:
        """Show the ways in, and a problem where there is one."""
        self._title.setText(to_qt("This cannot be opened" if problem else "Drop a capture here"))
        words = problem or "The raw chunks of a model stream, beside what became of them, and why."
        self._sentence.setText(to_qt(_begun(words)))
        while (item := self._lists.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        known = [Way(path.rsplit("/", 1)[-1], path) for path in recent[:_RECENT]]
        filled = [
            (title, ways) for title, ways in (("Recent", known), ("Samples", samples)) if ways
        ]
        for column, (title, ways) in enumerate(filled):
            self._lists.addWidget(plain_label(title, "paneTitle"), 0, column)
            for row, way in enumerate(ways, 1):
                self._lists.addWidget(self._link(way), row, column)
                if len(filled) == 1:  # there is room to say what it shows
                    said = plain_label(way.sentence, "muted")
                    said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
                    self._lists.addWidget(said, row, column + 1)
        self._lists.setColumnStretch(1, 1)
        self._lists.setColumnStretch(0, len(filled) - 1)

    @property
    def sentence(self) -> str:
        """What is said on the card."""
        return f"{self._title.text()}: {self._sentence.text()}"

    def _link(self, way: Way) -> QPushButton:
        button = QPushButton(to_qt(way.title))
        button.setFlat(True)
        button.setStyleSheet("text-align: left; border-color: transparent; padding: 3px 6px;")
        button.setToolTip(to_tip(way.path))
        button.clicked.connect(lambda _checked=False: self.chosen.emit(way.path))
        return button


def _begun(sentence: str) -> str:
    """Return a sentence with a capital, unless it begins with the name of a file."""
    first = sentence.split(" ", 1)[0]
    return sentence[:1].upper() + sentence[1:] if first in _LOWER else sentence
