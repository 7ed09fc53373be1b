"""The command palette: every command by its name, found by typing."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget

from wiretail.gui.models.rows import Column, Look, RowModel
from wiretail.gui.theme import Theme
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.pane import plain_label
from wiretail.gui.views.row_table import RowTable


class CommandModel(RowModel):
    """Rows are the actions whose words hold what was typed."""

    columns = (Column("Command", 0), Column("Key", 16), Column("", 3))

    def __init__(self, actions: list[QAction]) -> None:
        super().__init__()
        self._all = actions
        self.found = actions
        self.renew()

    def filter(self, typed: str) -> None:
        """Show the actions that hold every typed word."""
        words = typed.casefold().split()
        self.found = [
            action
            for action in self._all
            if all(word in action.text().replace("&", "").casefold() for word in words)
        ]
        self.renew()

    def count(self) -> int:
        """Return how many were found."""
        return len(self.found)

    def look(self, row: int) -> Look:
        """Return how an action looks: its words, its first key, whether it is on."""
        action = self.found[row]
        key = action.shortcut().toString()
        state = "\u2713" if action.isCheckable() and action.isChecked() else ""
        words = action.text().replace("&", "")
        return Look((words, key, state), faint=not action.isEnabled())


class Palette(QDialog):
    """``chosen(action)`` when a command was chosen; it closes itself."""

    chosen = Signal(object)

    def __init__(self, actions: list[QAction], title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(to_qt(title))
        self.setMinimumSize(560, 420)
        self._model = CommandModel(actions)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Type what you want to do")
        self.field.setAccessibleName("Command")
        self.table = RowTable(self._model)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.horizontalHeader().hide()
        self.table.doubleClicked.connect(lambda _index: self._choose())
        self._none = plain_label("No command is called that.", "muted")
        layout = QVBoxLayout(self)
        layout.addWidget(self.field)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._none)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._choose)
        self.field.installEventFilter(self)
        self._filter("")

    def set_size(self, points: float) -> None:
        """Set the size of the font."""
        self.table.set_size(points)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.table.theme = theme

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if by is not None:
                last = self._model.count() - 1
                self.table.show_row(max(0, min(last, self.table.current_row() + by)))
                return True
        return False

    def _filter(self, typed: str) -> None:
        self._model.filter(typed)
        self._none.setVisible(not self._model.found)
        self.table.show_row(0)

    def _choose(self) -> None:
        row = self.table.current_row()
        if 0 <= row < len(self._model.found):
            self.accept()
            self.chosen.emit(self._model.found[row])
