"""What ties the window to its controllers: signals one way, words and rows the other."""

from array import array
from pathlib import Path

from PySide6.QtCore import QObject

from wiretail.captures import FORMATS, Capture
from wiretail.gui.controllers.desk import Desk
from wiretail.gui.controllers.details import details
from wiretail.gui.controllers.inspection import Inspection, State
from wiretail.gui.controllers.search import Search
from wiretail.gui.controllers.selection import Selection, Selections
from wiretail.gui.controllers.touring import Touring
from wiretail.gui.settings import Settings, load_settings, save_settings
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.byte_painter import Highlight, Scene
from wiretail.gui.views.bytes_pane import ByteSource, Mode
from wiretail.gui.views.deeds import Deeds, Parts
from wiretail.gui.views.follower import Follower
from wiretail.gui.views.lookout import Lookout
from wiretail.gui.views.status import Status
from wiretail.gui.views.window import MainWindow
from wiretail.profiles import profile_names
from wiretail.store import Growth, Store

_OPEN = (
    *("close", "copy_text", "copy_json", "copy_curl", "copy_command", "find", "goto", "rerun"),
    *("next_finding", "last_finding", "next_held", "last_held", "profile_rule", "reveal"),
    *("offer_tool", "load_tools", "as_captured", "first", "last"),
)


class Shell(QObject):
    """One window with one capture."""

    def __init__(self, settings_file: Path | None = None) -> None:
        super().__init__()
        self._file = settings_file
        self.settings = load_settings(settings_file) if settings_file else Settings()
        self.inspection = Inspection(self)
        self.selections = Selections(self)
        self.desk = Desk(self.inspection, self.selections)
        self.search = Search(self)
        self.touring = Touring(self.inspection, self.desk, self)
        formats = ", ".join(entry.name for entry in FORMATS)
        self.window = MainWindow(self.do, formats)
        self.status = Status(self.window, self.inspection, self.desk)
        self.follower = Follower(self.window, self.desk)
        self.lookout = Lookout(self.window, self.desk)
        self.following = True
        self._missed = 0
        self._capture: Capture | None = None
        self._place: Selection | None = None
        self._goto = ""
        self.deeds = Deeds(
            Parts(
                self.window,
                self.settings,
                self.inspection,
                self.selections,
                self.desk,
                self.search,
                self.status,
                self.touring,
            ),
            self,
        )
        self._connect()
        self._remember_in()

    def do(self, name: str) -> None:
        """Do a command of the keymap."""
        self.deeds.do(name)

    def go_when_ready(self, place: str) -> None:
        """Go to a place as soon as it is there; a place that never comes is told."""
        self._goto = place

    # --- wiring ---

    def _connect(self) -> None:
        window, inspection = self.window, self.inspection
        inspection.state_changed.connect(self._state)
        inspection.replaced.connect(self._replaced)
        inspection.grew.connect(self._grew)
        inspection.told.connect(window.banner.say)
        self.selections.changed.connect(self._selected)
        self.search.found.connect(self._found)
        window.chunks.picked.connect(lambda row: self.desk.select_chunk(row, "chunks"))
        window.events.picked.connect(
            lambda row: self.desk.select_entry(window.event_rows.entry(row))
        )
        window.findings.picked.connect(
            lambda row: self.desk.select_row(window.finding_rows.store_row(row), "findings")
        )
        window.bytes.selected.connect(self.desk.select_bytes)
        for table in (window.chunks, window.events):
            table.left_end.connect(lambda: self._follow(on=False))
            table.reached_end.connect(lambda: self._follow(on=True))
        window.finder.textChanged.connect(lambda words: self.search.start(self.desk.store, words))
        window.strip.asked.connect(self.deeds.act)
        window.start.asked.connect(self.do)
        window.start.chosen.connect(self.deeds.open_path)
        window.inspector.rule_asked.connect(lambda rule: self.deeds.act("profile_rule", rule))
        window.channel.asked.connect(self.follower.choose)
        window.profile.activated.connect(self.deeds.choose_profile)
        window.dropped.connect(self.deeds.take)
        window.closing.connect(self._closing)
        self.deeds.look_again.connect(self._look_again)
        self.deeds.edge.connect(self._edge)
        self.touring.changed.connect(
            lambda title, words, first, last: window.tour.tell(title, words, first=first, last=last)
        )
        self.touring.changed.connect(lambda *_: self._tour_keys(on=True))
        self.touring.checked.connect(lambda right: window.tour.tell_check(right=right))
        self.touring.over.connect(lambda: self._tour_keys(on=False))
        window.tour.stepped.connect(self.touring.step)
        window.tour.left.connect(self.touring.leave)

    def _state(self, state: State) -> None:
        window = self.window
        work = state in {State.RUNNING, State.DONE, State.STOPPED, State.LIVE}
        window.show_work(work=work)
        if not work:
            origin = self.inspection.origin
            opening = state is State.OPENING and origin is not None
            words = f"Opening {origin.name}\u2026" if opening and origin is not None else ""
            window.start.tell(self.inspection.problem, self.settings.recent, self.touring.samples())
            window.say("live", words)
        window.actions_.enable(_OPEN, on=work)
        busy = state in {State.OPENING, State.RUNNING, State.LIVE}
        window.actions_.enable(["cancel"], on=busy)
        if state in {State.DONE, State.STOPPED}:
            if self._place is not None and self.selections.current is None:
                self.selections.select(self._place._replace(row=-1, origin=""))
            elif self.selections.current is not None:
                self._selected(self.selections.current)  # what was not settled may be now
            self._place = None
            if self._goto:
                window.banner.say(self.desk.go_to(self._goto))
                self._goto = ""
            self.search.go_on()
            self.follower.refresh()
        self.following = state is State.LIVE
        self._missed = 0
        self._tell()

    def _replaced(self) -> None:
        window, inspection = self.window, self.inspection
        store = inspection.store
        self._remember_place()
        self.selections.clear()
        window.banner.clear()
        window.chunk_rows.show(store, inspection.masks)
        window.event_rows.show(store)
        window.finding_rows.show(store)
        window.bytes.set_source(None if store is None else self._source(store))
        window.inspector.tell(None)
        self.follower.clear()
        self.lookout.show(store)
        name = "" if inspection.origin is None else inspection.origin.name
        window.setWindowTitle(to_qt(f"{name} \u2014 Wiretail" if name else "Wiretail"))
        index = window.profile.findText(to_qt(inspection.profile_name))
        window.profile.setCurrentIndex(index)
        self.search.start(store, self.search.words)

    def _remember_place(self) -> None:
        """Keep the selection for when the same capture has been run again: its bytes are there."""
        same = self._capture is not None and self._capture is self.inspection.capture
        self._place = (self.selections.current or self._place) if same else None
        self._capture = self.inspection.capture

    def _grew(self, growths: list[Growth]) -> None:
        window = self.window
        for growth in growths:
            window.event_rows.changed(growth)
            window.chunk_rows.changed(growth)
        follow = self.following and self.inspection.state is State.LIVE
        window.chunks.grow(follow=follow)
        came = window.events.grow(follow=follow)
        window.findings.grow(follow=False)
        window.events.viewport().update()
        window.bytes.extend(self.inspection.total)
        self.lookout.grew()
        if not follow:
            self._missed += max(0, came)
        self.search.go_on()
        self._tell()
        if self._goto and self.desk.store is not None and not self.desk.go_to(self._goto):
            self._goto = ""

    def _selected(self, selection: Selection | None) -> None:
        window, store, masks = self.window, self.desk.store, self.inspection.masks
        window.actions_.named["back"].setEnabled(self.selections.can_step(-1))
        window.actions_.named["forward"].setEnabled(self.selections.can_step(1))
        window.byte_pane.note(self.desk.cursor_words())
        window.crumbs.setText(to_qt(" \u25b8 ".join(self.desk.crumbs())))
        if selection is None or store is None or masks is None:
            window.inspector.tell(None)
            for table in (window.chunks, window.events, window.findings):
                table.show_row(-1)
                table.link(range(0))
            return
        start, end = selection.byte_start, selection.byte_end
        if selection.origin != "bytes":
            window.bytes.select(start, end)
        row = self.desk.row()
        chunks = store.chunks_of_bytes(start, end) if end > start else range(0)
        if selection.origin != "chunks":
            window.chunks.show_row(chunks[0] if chunks else -1)
        window.chunks.link(chunks)
        entry = store.entry_of_row(row) if row >= 0 else -1
        if selection.origin != "events":
            window.events.show_row(window.event_rows.row_of(entry))
        window.findings.show_row(window.finding_rows.row_of(row))
        window.inspector.tell(details(store, masks, selection, revealed=self.desk.revealed))
        if selection.origin != "channel":
            self.follower.follow(row)

    # --- bytes ---

    def _source(self, store: Store) -> ByteSource:
        return ByteSource(store.capture.size, store.read, self._scene)

    def _scene(self, start: int, end: int) -> Scene:
        masks = self.inspection.masks
        hidden = [] if masks is None else masks.hidden(start, end, revealed=self.desk.revealed)
        tinted = [Highlight(*tint) for tint in self.desk.tinted(start, end)]
        return Scene(tinted, hidden, self.desk.borders(start, end), (0, 0))

    def _tour_keys(self, *, on: bool) -> None:
        self.window.tour.setVisible(on)
        self.window.actions_.enable(["tour_next", "tour_back", "tour_leave"], on=on)
        if on:
            self.window.tour.setFocus()

    # --- following ---

    def _edge(self, last: bool) -> None:
        for table in (self.window.chunks, self.window.events):
            (table.scrollToBottom if last else table.scrollToTop)()
        self._follow(on=last)

    def _follow(self, *, on: bool) -> None:
        if self.inspection.state is State.LIVE:
            self.following = on
            self._missed = 0
            self._tell()

    def _found(self, lines: "array[int] | None") -> None:
        self.window.event_rows.choose(lines)
        self.lookout.found(lines)
        self._tell()

    def _look_again(self) -> None:
        self._selected(self.selections.current)
        self.follower.refresh()
        self._tell()

    def _tell(self) -> None:
        self.status.refresh(
            following=self.following, missed=self._missed, searched=self.search.words
        )

    # --- remembering ---

    def _remember_in(self) -> None:
        window, settings = self.window, self.settings
        for name in profile_names():
            window.profile.addItem(to_qt(name))
        if settings.profile != self.inspection.profile_name and settings.profile in profile_names():
            self.inspection.use_profile(settings.profile)
        window.actions_.named["timing"].setChecked(settings.timing)
        window.event_rows.timing = self.search.timing = settings.timing
        self.deeds.use_mode(next((mode for mode in Mode if mode == settings.mode), Mode.HEX))
        self.deeds.dress()
        window.restore_layout(settings.geometry, settings.layout, settings.panes)
        self._replaced()
        self._state(State.EMPTY)
        self._tour_keys(on=False)

    def _closing(self) -> None:
        settings = self.settings
        settings.geometry, settings.layout, settings.panes = self.window.layout_state()
        if self._file is not None:
            save_settings(settings, self._file)
        self.inspection.shut_down()
