"""What each command of the keymap does: it asks a person, and tells the controllers."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QWidget

from wiretail.errors import WiretailError
from wiretail.gui.controllers.desk import Desk
from wiretail.gui.controllers.inspection import Inspection
from wiretail.gui.controllers.key_choices import KeyChoices
from wiretail.gui.controllers.search import Search
from wiretail.gui.controllers.selection import Selections
from wiretail.gui.controllers.touring import Touring
from wiretail.gui.settings import SIZES, USUAL_SIZE, Settings
from wiretail.gui.theme import dress, theme_of
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.bytes_pane import Mode
from wiretail.gui.views.keys_box import KeysBox
from wiretail.gui.views.palette import Palette
from wiretail.gui.views.rule_box import show_rule
from wiretail.gui.views.status import Status
from wiretail.gui.views.window import MainWindow
from wiretail.profiles import profile_names

_MODES = {"as_hex": Mode.HEX, "as_text": Mode.TEXT, "as_points": Mode.POINTS}
_MESSAGE_MS = 5000


class Parts(NamedTuple):
    """What commands act upon."""

    window: MainWindow
    settings: Settings
    inspection: Inspection
    selections: Selections
    desk: Desk
    search: Search
    status: Status
    touring: Touring


class Deeds(QObject):
    """``look_again``: what is selected is to be shown anew; ``edge(last)``: first or last row."""

    look_again = Signal()
    edge = Signal(bool)

    def __init__(self, parts: Parts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self.dialog: QWidget | None = None
        self.keys = KeyChoices(parts.settings)
        parts.window.actions_.rebind(self.keys.commands())
        self._commands = self._going() | self._working() | self._looking()

    def commands(self) -> list[str]:
        """Return the names of all commands that can be done."""
        return sorted(self._commands)

    def do(self, name: str) -> None:
        """Do a command of the keymap."""
        self._commands[name]()

    def act(self, name: object, argument: object) -> None:
        """Do an action of the verdict strip, with what it is about."""
        parts = self._parts
        if name == "offer_tool":
            tools = [str(argument)] if argument else list(parts.status.advice.tools[:1])
            if tools:
                parts.inspection.offer_tools(tools)
            self._say_unless(tools, "No leaked call waits for its tool to be offered.")
        elif name == "load_tools":
            self._ask_tools()
        elif name == "profile_rule":
            rule = str(argument) or parts.desk.rule() or parts.status.advice.rule
            self.dialog = show_rule(parts.window, parts.inspection, rule, parts.settings.size)
        elif name == "show":
            parts.desk.select_row(int(str(argument)))
        elif name == "rerun":
            parts.inspection.rerun()

    def open_path(self, path: str) -> None:
        """Open a file and remember it."""
        self._parts.settings.add_recent(str(Path(path).absolute()))
        self._parts.inspection.open_path(path)

    def take(self, paths: list[str], raw: bytes) -> None:
        """Take what was dropped or pasted: files, or the bytes of a text."""
        if paths:
            self.open_path(paths[0])
        elif raw:
            self._parts.inspection.open_data(raw)
        self._say_unless(paths or raw, "There is no text to paste.")

    def choose_profile(self, index: int) -> None:
        """Run under the profile at a place of the list."""
        name = profile_names()[index]
        self._parts.settings.profile = name
        self._try(lambda: self._parts.inspection.use_profile(name))

    def use_mode(self, mode: Mode) -> None:
        """Show the bytes in another way."""
        self._parts.settings.mode = str(mode)
        self._parts.window.bytes.set_mode(mode)
        for name, other in _MODES.items():
            self._parts.window.actions_.named[name].setChecked(other is mode)

    def dress(self) -> None:
        """Give everything the colours and the size of the settings."""
        application = QApplication.instance()
        theme = theme_of(self._parts.settings.theme)
        if isinstance(application, QApplication):
            dress(application, theme)
        self._parts.window.dress(theme)
        self._parts.window.set_size(self._parts.settings.size)

    # --- the table of commands ---

    def _going(self) -> dict[str, Callable[[], object]]:
        desk, selections, touring = self._parts.desk, self._parts.selections, self._parts.touring
        return {
            "back": lambda: selections.step(-1),
            "forward": lambda: selections.step(1),
            "goto": self._ask_place,
            "next_finding": lambda: self._say_unless(
                desk.step_finding(1), "That was the last finding."
            ),
            "last_finding": lambda: self._say_unless(
                desk.step_finding(-1), "That was the first finding."
            ),
            "next_held": lambda: self._say_unless(
                desk.step_held(1), "No text is held behind this."
            ),
            "last_held": lambda: self._say_unless(
                desk.step_held(-1), "No text is held before this."
            ),
            "first": lambda: self.edge.emit(False),
            "last": lambda: self.edge.emit(True),
            "next_pane": lambda: self._cycle(1),
            "last_pane": lambda: self._cycle(-1),
            "tour": touring.start,
            "tour_next": lambda: touring.step(1),
            "tour_back": lambda: touring.step(-1),
            "tour_leave": touring.leave,
        }

    def _working(self) -> dict[str, Callable[[], object]]:
        inspection, window = self._parts.inspection, self._parts.window
        return {
            "open": self._ask_path,
            "paste": self._paste,
            "follow_file": lambda: self._ask_path(follow=True),
            "close": inspection.close,
            "cancel": inspection.cancel,
            "quit": window.close,
            "copy_text": lambda: self._copy("text"),
            "copy_json": lambda: self._copy("json"),
            "copy_curl": lambda: self._copy("curl"),
            "copy_command": lambda: self._copy("command"),
            "offer_tool": lambda: self.act("offer_tool", ""),
            "load_tools": lambda: self.act("load_tools", ""),
            "as_captured": lambda: inspection.use_tools(None),
            "profile_rule": lambda: self.act("profile_rule", ""),
            "profile": window.profile.showPopup,
            "rerun": inspection.rerun,
        }

    def _looking(self) -> dict[str, Callable[[], object]]:
        window = self._parts.window
        return {
            "find": window.finder.setFocus,
            "reveal": self._reveal,
            "timing": self._timing,
            "as_hex": lambda: self.use_mode(Mode.HEX),
            "as_text": lambda: self.use_mode(Mode.TEXT),
            "as_points": lambda: self.use_mode(Mode.POINTS),
            "larger": lambda: self._resize(1),
            "smaller": lambda: self._resize(-1),
            "usual_size": lambda: self._resize(0),
            "theme": self._switch_theme,
            "usual_layout": window.usual_layout,
            "palette": self._palette,
            "keys": self._show_keys,
        }

    # --- what they do ---

    def _ask_path(self, *, follow: bool = False) -> None:
        title = "Follow a file" if follow else "Open a capture"
        path, _ = QFileDialog.getOpenFileName(self._parts.window, to_qt(title))
        if path and follow:
            self._parts.inspection.follow_path(path)
        elif path:
            self.open_path(path)

    def _ask_tools(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self._parts.window, "Load tools")
        if path:
            self._try(lambda: self._parts.inspection.use_tools(path))

    def _ask_place(self) -> None:
        words, sure = QInputDialog.getText(
            self._parts.window, "Go to", "chunk:14, frame:3, row:7, or a byte such as 0x1f40"
        )
        if sure:
            problem = self._parts.desk.go_to(words)
            self._say_unless(not problem, problem)

    def _paste(self) -> None:
        data = QApplication.clipboard().mimeData()
        paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        # Bytes, not text(): a string from Qt has lost what it could not hold.
        self.take(paths, bytes(data.data("text/plain").data()))

    def _copy(self, form: str) -> None:
        copied = self._parts.desk.copied(form)
        self._say_unless(copied is not None, "There is nothing of that kind to copy here.")
        if copied is not None:
            data = QMimeData()
            # Bytes, so that nothing is lost on the way in.
            data.setData("text/plain", copied.encode("utf-8", "backslashreplace"))
            QApplication.clipboard().setMimeData(data)
            self._parts.window.statusBar().showMessage("Copied.", _MESSAGE_MS)

    def _reveal(self) -> None:
        window, desk = self._parts.window, self._parts.desk
        desk.revealed = window.actions_.named["reveal"].isChecked()
        window.chunk_rows.revealed = desk.revealed
        window.chunks.viewport().update()
        window.bytes.viewport().update()
        self.look_again.emit()

    def _timing(self) -> None:
        parts = self._parts
        on = parts.window.actions_.named["timing"].isChecked()
        parts.settings.timing = parts.window.event_rows.timing = parts.search.timing = on
        parts.window.event_rows.again()
        parts.search.start(parts.desk.store, parts.search.words)
        self.look_again.emit()

    def _resize(self, by: int) -> None:
        settings = self._parts.settings
        place = SIZES.index(settings.size) if settings.size in SIZES else SIZES.index(USUAL_SIZE)
        size = SIZES[max(0, min(len(SIZES) - 1, place + by))] if by else USUAL_SIZE
        settings.size = size
        self._parts.window.set_size(size)

    def _switch_theme(self) -> None:
        self._parts.settings.theme = "light" if self._parts.window.theme.dark else "dark"
        self.dress()

    def _cycle(self, by: int) -> None:
        panes = self._parts.window.panes()
        here = next((n for n, pane in enumerate(panes) if pane.hasFocus()), -1 if by > 0 else 0)
        panes[(here + by) % len(panes)].setFocus()

    def _palette(self) -> None:
        palette = Palette(self._parts.window.actions_.all(), "Commands", self._parts.window)
        palette.set_size(self._parts.settings.size)
        palette.dress(self._parts.window.theme)
        palette.chosen.connect(lambda action: action.trigger())
        self.dialog = palette
        palette.open()

    def _show_keys(self) -> None:
        window = self._parts.window
        box = KeysBox(self.keys.commands, window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.set_size(self._parts.settings.size)
        box.dress(window.theme)
        box.asked.connect(lambda name, keys: self._choose_keys(box, name, keys))
        self.dialog = box
        box.open()

    def _choose_keys(self, box: KeysBox, name: str, keys: list[str] | None) -> None:
        problem = self.keys.choose(name, keys)
        self._parts.window.actions_.rebind(self.keys.commands())
        box.tell(problem)

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except WiretailError as error:
            self._parts.window.banner.say(str(error))

    def _say_unless(self, done: object, sentence: str) -> None:
        if not done:
            self._parts.window.statusBar().showMessage(to_qt(sentence), _MESSAGE_MS)
