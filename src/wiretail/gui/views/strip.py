"""The verdict strip: what is wrong, in one sentence, and what to do about it; the banner below."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wiretail.gui.theme import LIGHT, Theme
from wiretail.gui.to_qt import to_qt, to_tip
from wiretail.gui.views.pane import plain_label
from wiretail.gui.views.progress import ProgressLine

_BADGES = {
    0: ("\u2713", "recovered", "All is well"),
    1: ("\u25cf N", "surrogate", "The gravest is a note"),
    2: ("\u25b2 W", "held", "The gravest is a warning"),
    3: ("\u2716 E", "refused", "The gravest is an error"),
    4: ("\u2026", "duplicate", "Not known yet"),
}
#: Nothing has ended yet, so nobody knows how grave it is.
UNKNOWN = 4


class VerdictStrip(QFrame):
    """``asked(name, argument)``: an action was chosen."""

    asked = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAccessibleName("Verdict")
        self.theme: Theme = LIGHT
        self._severity = 0
        self._badge = plain_label("")
        self._badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence = plain_label("")
        self._sentence.setWordWrap(True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._sentence.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding
        )
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(6)
        self._bar = ProgressLine()
        self._dressed: tuple[object, ...] = ()
        self._actions: list[tuple[str, str, str]] = []
        row = QHBoxLayout()
        row.setContentsMargins(10, 7, 10, 7)
        row.setSpacing(10)
        row.addWidget(self._badge)
        row.addWidget(self._sentence, 1)
        row.addLayout(self._buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self._bar)
        self._bar.hide()

    def tell(self, sentence: str, severity: int, actions: list[tuple[str, str, str]]) -> None:
        """Show a verdict; ``actions`` are (name, argument, words), the first is the main one."""
        self._severity = severity
        self._sentence.setText(to_qt(sentence))
        self.setAccessibleDescription(to_qt(sentence))
        self._actions = actions
        wanted = [to_qt(words) for _, _, words in actions]
        if wanted != [button.text() for button in self.buttons()]:
            self._place(wanted)
        self.dress(self.theme)

    def progress(self, done: int, total: int) -> None:
        """Show how far it is; nothing when ``total`` is 0."""
        self._bar.tell(done, total)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = self._bar.theme = theme
        if self._dressed == (theme.name, self._severity):
            return  # a style that is set again is worked out again
        self._dressed = theme.name, self._severity
        badge, tint, words = _BADGES[self._severity]
        self._badge.setText(to_qt(badge))
        self._badge.setToolTip(to_tip(words))
        self._badge.setAccessibleName(to_qt(words))
        ink = theme.base if tint == "refused" else theme.text
        self._badge.setStyleSheet(
            f"background: {theme.tints[tint]}; color: {ink}; border: 1px solid {theme.text};"
            "border-radius: 4px; padding: 2px 8px; font-weight: 700;"
        )

    def buttons(self) -> list[QPushButton]:
        """Return the buttons, from left to right."""
        return [
            widget
            for place in range(self._buttons.count())
            if (item := self._buttons.itemAt(place)) is not None
            and isinstance(widget := item.widget(), QPushButton)
        ]

    @property
    def sentence(self) -> str:
        """The sentence that is shown."""
        return self._sentence.text()

    @property
    def busy(self) -> bool:
        """Whether progress is shown."""
        return not self._bar.isHidden()

    def _place(self, words: list[str]) -> None:
        for button in self.buttons():
            self._buttons.removeWidget(button)
            button.deleteLater()
        for place, said in enumerate(words):
            button = QPushButton(to_qt(said))
            button.setProperty("primary", "true" if place == 0 else "false")
            button.clicked.connect(lambda _checked=False, place=place: self._ask(place))
            self._buttons.addWidget(button)

    def _ask(self, place: int) -> None:
        """Ask for what a button means by now: its words may have stayed the same."""
        name, argument, _ = self._actions[place]
        self.asked.emit(name, argument)


class Banner(QFrame):
    """One sentence that can be put away: what happened to the source, what went wrong."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._sentence = plain_label("")
        self._sentence.setWordWrap(True)
        self._sentence.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding
        )
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        away = QPushButton("Put away")
        away.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 10, 4)
        row.addWidget(plain_label("\u26a0"))
        row.addWidget(self._sentence, 1)
        row.addWidget(away)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show a sentence."""
        self._sentence.setText(to_qt(sentence))
        self.setAccessibleName(to_qt(sentence))
        self.show()

    def clear(self) -> None:
        """Put the sentence away."""
        self.hide()

    @property
    def sentence(self) -> str:
        """The sentence that is shown, empty for none."""
        return "" if self.isHidden() else self._sentence.text()
