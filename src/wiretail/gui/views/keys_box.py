"""The keys of all commands, and a way to choose others."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QKeySequenceEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from wiretail.gui.keymap import Command, Place
from wiretail.gui.models.rows import Column, Look, RowModel
from wiretail.gui.theme import Theme
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.pane import plain_label
from wiretail.gui.views.row_table import RowTable

_WHERE = {Place.WINDOW: "everywhere", Place.LISTS: "lists and bytes", Place.TOUR: "the tour"}
_HINT = "Choose a command, then press the keys that it is to have."


class KeyModel(RowModel):
    """Rows are commands with their keys."""

    columns = (Column("Command", 0), Column("Keys", 24), Column("Where", 14))

    def __init__(self, commands: Callable[[], Sequence[Command]]) -> None:
        super().__init__()
        self._commands = commands
        self.renew()

    def count(self) -> int:
        """Return how many commands there are."""
        return len(self._commands())

    def command(self, row: int) -> Command:
        """Return the command of a row."""
        return self._commands()[row]

    def look(self, row: int) -> Look:
        """Return how a command looks: its words, its keys, where they hold."""
        entry = self.command(row)
        keys = ", ".join(entry.keys) or "none"
        words = entry.words.rstrip("\u2026")
        return Look((words, keys, _WHERE[entry.place]), spoken=f"{words}, keys {keys}")


class KeysBox(QDialog):
    """``asked(name, keys)``: a command is to have these keys; None for the usual ones."""

    asked = Signal(object, object)

    def __init__(
        self, commands: Callable[[], Sequence[Command]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setMinimumSize(640, 520)
        self._model = KeyModel(commands)
        self.table = RowTable(self._model)
        self.table.setAccessibleName("Commands and their keys")
        self.field = QKeySequenceEdit()
        self.field.setAccessibleName("New keys")
        self.field.setMaximumSequenceLength(1)
        self.buttons = {
            "set": QPushButton("Use these keys"),
            "none": QPushButton("No keys"),
            "usual": QPushButton("Usual keys"),
        }
        self.buttons["set"].setProperty("primary", "true")
        self._sentence = plain_label(_HINT, "muted")
        self._sentence.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.field, 1)
        for button in self.buttons.values():
            button.setAutoDefault(False)
            row.addWidget(button)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        layout.addWidget(self._sentence)
        layout.addWidget(close)
        self.buttons["set"].clicked.connect(self._set)
        self.buttons["none"].clicked.connect(lambda: self._ask([]))
        self.buttons["usual"].clicked.connect(lambda: self._ask(None))
        self.table.show_row(0)

    def set_size(self, points: float) -> None:
        """Set the size of the font."""
        self.table.set_size(points)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.table.theme = theme

    def tell(self, sentence: str) -> None:
        """Say what came of it, and show the keys as they are now."""
        self._sentence.setText(to_qt(sentence or _HINT))
        self.table.viewport().update()
        if not sentence:
            self.field.clear()

    @property
    def sentence(self) -> str:
        """What is said below the list."""
        return self._sentence.text()

    def _set(self) -> None:
        pressed = self.field.keySequence()
        if pressed.isEmpty():
            self.tell("Press the new keys in the field first.")
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._ask([pressed.toString()])

    def _ask(self, keys: list[str] | None) -> None:
        row = self.table.current_row()
        if row >= 0:
            self.asked.emit(self._model.command(row).name, keys)
