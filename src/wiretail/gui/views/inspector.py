"""The inspector: the state of a selection, the reason with its rule, its fields, its raw frames."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QTabWidget, QVBoxLayout, QWidget

from wiretail.gui.controllers.details import Details, Pair
from wiretail.gui.models.json_colors import json_colors
from wiretail.gui.theme import Theme
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.pane import plain_label
from wiretail.gui.views.text_box import TextBox, Tint

_NOTHING = "Select a chunk, an event or bytes to see what became of them."
_COLORED = 65_536


class Inspector(QWidget):
    """``rule_asked(rule)``: the profile's rule is to be opened."""

    rule_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rule = ""
        self._title = plain_label("", "paneTitle")
        self._title.setWordWrap(True)
        self.boxes = {name: TextBox(name) for name in ("State", "Reason", "Fields", "Raw")}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("Inspector")
        for name, box in self.boxes.items():
            self.tabs.addTab(box, to_qt(name))
        self._open = QPushButton("Open profile rule")
        self._open.clicked.connect(lambda: self.rule_asked.emit(self._rule))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self._title)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self._open)
        self.tell(None)

    def tell(self, details: Details | None) -> None:
        """Show what is to be said of a selection; None for none."""
        told = details or Details()
        self._rule = told.rule
        self._open.setVisible(bool(told.rule))
        self._title.setText(to_qt(told.title or "Nothing selected"))
        self._show("State", told.state, _NOTHING)
        self._show("Reason", told.reason, "No decision was taken here: it is as it came.")
        self._show("Fields", told.fields, "There are no fields.")
        colors = json_colors(told.raw) if len(told.raw) <= _COLORED else []
        words = told.raw or "There are no bytes: it lies in no frame."
        self.boxes["Raw"].show_text(words, [Tint(*color) for color in colors])

    def set_size(self, points: float) -> None:
        """Set the size of the font."""
        for box in self.boxes.values():
            box.set_size(points)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        for box in self.boxes.values():
            box.dress(theme)

    def _show(self, name: str, pairs: list[Pair], empty: str) -> None:
        text, tints = laid_out(pairs)
        self.boxes[name].show_text(text or empty, tints)


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
