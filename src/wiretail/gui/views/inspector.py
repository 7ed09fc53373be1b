"""The inspector: the state of a selection, the reason with its rule, its fields, its raw frames.

Only the page that is open is written; the others wait until somebody turns to them.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QTabWidget, QVBoxLayout, QWidget

from wiretail.gui.controllers.details import Details, Pair
from wiretail.gui.models.json_colors import json_colors
from wiretail.gui.theme import Theme
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.text_box import TextBox, Tint
from wiretail.gui.views.words import Words

_NOTHING = "Select a chunk, an event or bytes to see what became of them."
_EMPTY = {
    "State": _NOTHING,
    "Reason": "No decision was taken here: it is as it came.",
    "Fields": "There are no fields.",
}
_COLORED = 65_536


class Inspector(QWidget):
    """``rule_asked(rule)``: the profile's rule is to be opened."""

    rule_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told = Details()
        self._waiting: set[str] = set()
        self._title = Words("paneTitle")
        self.boxes = {name: TextBox(name) for name in ("State", "Reason", "Fields", "Raw")}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("Inspector")
        for name, box in self.boxes.items():
            self.tabs.addTab(box, to_qt(name))
        self.tabs.currentChanged.connect(lambda _: self._write())
        self._open = QPushButton("Open profile rule")
        self._open.clicked.connect(lambda: self.rule_asked.emit(self._told.rule))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self._title)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self._open)
        self.tell(None)

    def tell(self, details: Details | None) -> None:
        """Show what is to be said of a selection; None for none."""
        self._told = told = details or Details()
        self._open.setEnabled(bool(told.rule))
        self._title.setText(to_qt(told.title or "Nothing selected"))
        self._waiting = set(self.boxes)
        self._write()

    def set_size(self, points: float) -> None:
        """Set the size of the font."""
        for box in self.boxes.values():
            box.set_size(points)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        for box in self.boxes.values():
            box.dress(theme)

    def _write(self) -> None:
        name = list(self.boxes)[max(0, self.tabs.currentIndex())]
        if name in self._waiting:
            self._waiting.discard(name)
            self.boxes[name].show_text(*_page(name, self._told))


def _page(name: str, told: Details) -> tuple[str, list[Tint]]:
    """Return the words of a page, and their tints."""
    if name == "Raw":
        colors = json_colors(told.raw) if 0 < len(told.raw) <= _COLORED else []
        words = told.raw or "There are no bytes: it lies in no frame."
        return words, [Tint(*color) for color in colors]
    pairs = {"State": told.state, "Reason": told.reason, "Fields": told.fields}[name]
    text, tints = laid_out(pairs)
    return text or _EMPTY[name], tints


def laid_out(pairs: list[Pair]) -> tuple[str, list[Tint]]:
    """Return pairs as lines, labels in front, and where the labels stand."""
    parts: list[str] = []
    tints: list[Tint] = []
    at = 0
    for label, value in pairs:
        shown = value.replace("\n", "\u240a")
        long = len(shown) > 28
        line = f"{label}\n  {shown}" if long else f"{label}: {shown}"
        tints.append(Tint(at, at + len(label), "key"))
        parts.append(line)
        at += len(line) + 1
    return "\n".join(parts), tints
