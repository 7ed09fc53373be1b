"""A person in front of the window: the one place of the tests that touches widgets.

Nothing sleeps: every deed waits for the signal that says it is done.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from wiretail.gui.controllers.inspection import State
from wiretail.gui.views.row_table import RowTable
from wiretail.gui.views.shell import Shell

_SETTLED = frozenset({State.DONE, State.STOPPED, State.FAILED, State.EMPTY})
_LEFT = Qt.MouseButton.LeftButton


class User:
    """Opens, clicks, types; says what is seen."""

    def __init__(self, qtbot: QtBot, settings: Path | None = None) -> None:
        self.qtbot = qtbot
        self.shell = Shell(settings)
        self.window = self.shell.window
        qtbot.addWidget(self.window)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)

    def leaves(self) -> None:
        """Close the window, if it is not closed yet."""
        self.window.close()

    # --- deeds ---

    def opens(self, path: Path | str) -> None:
        """Open a file as the dialog and the command line do."""
        self._until_settled(lambda: self.shell.deeds.open_path(str(path)))

    def pastes(self, data: bytes) -> None:
        """Paste text from the clipboard."""
        mime = QMimeData()
        mime.setData("text/plain", data)
        QApplication.clipboard().setMimeData(mime)
        self._until_settled(lambda: self.presses("Ctrl+V"))

    def drops(self, path: Path) -> None:
        """Drop a file on the window."""
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(50, 50),
            Qt.DropAction.CopyAction,
            mime,
            _LEFT,
            Qt.KeyboardModifier.NoModifier,
            QEvent.Type.Drop,
        )
        self._until_settled(lambda: self.window.dropEvent(event))

    def does(self, name: str) -> None:
        """Choose a command from a menu."""
        self.window.actions_.named[name].trigger()

    def presses(self, keys: str, on: QWidget | None = None) -> None:
        """Press keys where the focus is."""
        if on is not None:
            on.setFocus()
        target = on or self.window.focusWidget() or self.window
        QTest.keySequence(target, keys)

    def types(self, words: str) -> None:
        """Look for words in the events."""
        with self.qtbot.waitSignal(self.shell.search.found):
            self.window.finder.setText(words)

    def chooses_profile(self, name: str) -> None:
        """Choose a profile."""
        box = self.window.profile
        index = next(n for n in range(box.count()) if box.itemText(n) == name)
        box.setCurrentIndex(index)
        self._until_settled(lambda: box.activated.emit(index))

    def clicks_action(self, words: str) -> None:
        """Click a button of the verdict strip."""
        button = next(one for one in self.window.strip.buttons() if one.text() == words)
        self._until_settled(lambda: self.qtbot.mouseClick(button, _LEFT))  # type: ignore[no-untyped-call]

    def clicks_event(self, row: int) -> None:
        """Click a row of the events."""
        self._click(self.window.events, row)

    def clicks_chunk(self, row: int) -> None:
        """Click a row of the chunks."""
        self._click(self.window.chunks, row)

    def clicks_finding(self, row: int) -> None:
        """Click a row of the findings."""
        self._click(self.window.findings, row)

    def clicks_byte(self, at: int) -> None:
        """Click a byte that is in view."""
        pane = self.window.bytes
        pane.viewport().repaint()
        top, cell = next(
            (line.top, cell) for line in pane.painted for cell in line.cells if cell.start == at
        )
        spot = QPoint(int(cell.left + cell.right) // 2, top + 4)
        self.qtbot.mouseClick(pane.viewport(), _LEFT, pos=spot)  # type: ignore[no-untyped-call]

    # --- what is seen ---

    @property
    def verdict(self) -> str:
        """The sentence above the panes."""
        return self.window.strip.sentence

    @property
    def actions(self) -> list[str]:
        """The buttons beside it."""
        return [button.text() for button in self.window.strip.buttons()]

    def events(self, column: int = 2) -> list[str]:
        """A column of the events: what they are called."""
        return _column(self.window.events, column)

    def chunks(self, column: int = 0) -> list[str]:
        """A column of the chunks: their numbers."""
        return _column(self.window.chunks, column)

    def findings(self) -> list[str]:
        """The sentences of the findings."""
        return _column(self.window.findings, 2)

    def bytes(self) -> str:
        """The lines of bytes that are in view."""
        self.window.bytes.viewport().repaint()
        return self.window.bytes.text_in_view()

    @property
    def selected(self) -> tuple[int, int] | None:
        """The bytes that are selected."""
        found = self.shell.selections.current
        return None if found is None else (found.byte_start, found.byte_end)

    def inspector(self, tab: str = "State") -> str:
        """What a page of the inspector says, when one turns to it."""
        self.window.inspector.tabs.setCurrentWidget(self.window.inspector.boxes[tab])
        return self.window.inspector.boxes[tab].toPlainText()

    @property
    def crumbs(self) -> list[str]:
        """Where the selection is."""
        return self.window.crumbs.text().split(" \u25b8 ")

    @property
    def copied(self) -> str:
        """What is in the clipboard."""
        return bytes(QApplication.clipboard().mimeData().data("text/plain").data()).decode()

    def everything(self) -> str:
        """All words that are on the screen, in tooltips and for screen readers."""
        said = [self.window.windowTitle(), self.bytes(), self.verdict]
        roles = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        for table in (self.window.chunks, self.window.events, self.window.findings):
            rows = table.rows
            indices = [rows.index(row, 0) for row in range(rows.rowCount())]
            said += [str(rows.data(index, role)) for index in indices for role in roles]
        said += [self.inspector(tab) for tab in self.window.inspector.boxes]
        said += [self.window.channel.before.toPlainText(), self.window.channel.after.toPlainText()]
        for widget in self.window.findChildren(QWidget):
            said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        return "\n".join(said)

    # --- inside ---

    def _click(self, table: RowTable, row: int) -> None:
        spot = table.visualRect(table.model().index(row, 0)).center()
        self.qtbot.mouseClick(table.viewport(), _LEFT, pos=spot)  # type: ignore[no-untyped-call]

    def _until_settled(self, act: Callable[[], object]) -> None:
        changed = self.shell.inspection.state_changed
        with self.qtbot.waitSignal(changed, check_params_cb=lambda state: state in _SETTLED):
            act()


def _column(table: RowTable, column: int) -> list[str]:
    model = table.model()
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]
