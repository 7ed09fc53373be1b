"""The actions of the window, made from the table of commands; menus and keys of them."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from wiretail.gui.keymap import COMMANDS, MENUS, Command, Place
from wiretail.gui.to_qt import to_qt, to_tip

#: Menus have a line in front of these.
_PARTED = {
    "close",
    "quit",
    "copy_text",
    "find",
    "as_hex",
    "larger",
    "theme",
    "goto",
    "next_finding",
}
_PARTED |= {"next_pane", "profile_rule", "rerun", "tour", "next_held"}


class Actions:
    """One action a command; ``named`` gives them by name."""

    def __init__(self, window: QMainWindow, chosen: Callable[[str], None]) -> None:
        self.named: dict[str, QAction] = {}
        for command in COMMANDS:
            self.named[command.name] = self._made(window, command, chosen)

    def fill_menus(self, window: QMainWindow) -> dict[str, QMenu]:
        """Put the actions into the menus of a window."""
        menus: dict[str, QMenu] = {}
        for title in MENUS:
            menu = menus[title] = window.menuBar().addMenu(to_qt(f"&{title}"))
            for command in COMMANDS:
                if command.menu == title:
                    if command.name in _PARTED:
                        menu.addSeparator()
                    menu.addAction(self.named[command.name])
        return menus

    def hold_in(self, place: Place, widgets: Iterable[QWidget]) -> None:
        """Let the keys of a place hold in these widgets."""
        for command in COMMANDS:
            if command.place is place:
                for widget in widgets:
                    widget.addAction(self.named[command.name])

    def enable(self, names: Iterable[str], *, on: bool) -> None:
        """Allow or forbid some commands."""
        for name in names:
            self.named[name].setEnabled(on)

    def rebind(self, commands: Iterable[Command]) -> None:
        """Give the actions the keys that their commands have now."""
        for command in commands:
            _give_keys(self.named[command.name], command)

    def all(self) -> list[QAction]:
        """Return the actions that a palette offers."""
        return [self.named[entry.name] for entry in COMMANDS if entry.menu]

    def _made(
        self, window: QMainWindow, command: Command, chosen: Callable[[str], None]
    ) -> QAction:
        action = QAction(to_qt(command.words), window)
        action.setObjectName(to_qt(command.name))
        action.setCheckable(command.checkable)
        _give_keys(action, command)
        if command.place is Place.WINDOW:
            window.addAction(action)
        else:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False, name=command.name: chosen(name))
        return action


def _give_keys(action: QAction, command: Command) -> None:
    action.setShortcuts([QKeySequence(key) for key in command.keys])
    keys = f" ({', '.join(command.keys)})" if command.keys else ""
    action.setToolTip(to_tip(command.words.rstrip("\u2026") + keys))
