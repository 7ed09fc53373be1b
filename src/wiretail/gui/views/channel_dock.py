"""A channel as the client would have seen it: as it came, and as it is given out."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from wiretail.gui.theme import Theme
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.choice import Choice
from wiretail.gui.views.pane import Pane
from wiretail.gui.views.text_box import TextBox, Tint
from wiretail.study.client_view import View
from wiretail.study.wording import counted

#: More than so many stretches are not tinted: they could not be told apart.
_TINTED = 2000


class ChannelDock(QWidget):
    """``asked(index)``: another channel is to be followed; ``seen``: the dock has come in view."""

    asked = Signal(int)
    seen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = Choice()
        self.choice.setAccessibleName("Channel")
        self.choice.activated.connect(self.asked)
        self.before, self.after = TextBox("As it came"), TextBox("As it is given out")
        self._panes = [
            Pane("As it came", self.before),
            Pane("As the client sees it now", self.after),
        ]
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        for pane in self._panes:
            split.addWidget(pane)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.choice)
        layout.addWidget(split, 1)

    def offer(self, names: list[str], current: int) -> None:
        """Say which channels there are."""
        self.choice.clear()
        for name in names:
            self.choice.addItem(to_qt(name))
        self.choice.setCurrentIndex(current)
        self.choice.setEnabled(bool(names))

    def select(self, index: int) -> None:
        """Say which channel is shown."""
        self.choice.setCurrentIndex(index)

    def tell(self, view: View | None) -> None:
        """Show a channel before and after."""
        if view is None:
            for pane in self._panes:
                pane.note("")
                pane.say("There is no channel with text yet.")
            return
        tints = [Tint(start, end, role) for start, end, role, _ in view.pieces[:_TINTED] if role]
        self.before.show_text(view.before, tints)
        self.after.show_text(view.after)
        more = ", only the beginning" if view.cut else ""
        for pane, text in zip(self._panes, (view.before, view.after), strict=True):
            pane.note(f"{counted(len(text), 'code point')}{more}")
            pane.say("" if text else "Nothing: no text of this channel is given out.")

    def set_size(self, points: float) -> None:
        """Set the size of the font."""
        self.before.set_size(points)
        self.after.set_size(points)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.before.dress(theme)
        self.after.dress(theme)
