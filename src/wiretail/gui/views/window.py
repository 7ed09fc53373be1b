"""The main window: where everything stands. It shows, and decides nothing."""

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wiretail.gui.keymap import Place
from wiretail.gui.models.chunks import ChunkModel
from wiretail.gui.models.events import EventModel
from wiretail.gui.models.findings import FindingModel
from wiretail.gui.theme import LIGHT, Theme
from wiretail.gui.to_qt import to_qt, to_tip
from wiretail.gui.views.actions import Actions
from wiretail.gui.views.bytes_pane import BytesPane
from wiretail.gui.views.channel_dock import ChannelDock
from wiretail.gui.views.choice import Choice
from wiretail.gui.views.inspector import Inspector
from wiretail.gui.views.overview_bar import OverviewBar
from wiretail.gui.views.pane import Pane, plain_label
from wiretail.gui.views.row_table import RowTable
from wiretail.gui.views.start import StartCard
from wiretail.gui.views.strip import Banner, VerdictStrip
from wiretail.gui.views.tour_bar import TourBar
from wiretail.gui.views.words import Words

USUAL_SIZE = QSize(1280, 800)
_FINDER = 230
_TOOLS = ("open", "follow_file", "cancel", "", "back", "forward", "", "palette")


class Finder(QLineEdit):
    """A field for words; wider than usual where there is room."""

    def sizeHint(self) -> QSize:
        """Return the width that is wanted."""
        return QSize(_FINDER, super().sizeHint().height())


class MainWindow(QMainWindow):
    """``dropped(paths, text)``, ``closing``: what a person did that no action stands for."""

    dropped = Signal(object, object)
    closing = Signal()

    def __init__(self, chosen: Callable[[str], None], formats: str) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.chunk_rows, self.event_rows = ChunkModel(), EventModel()
        self.finding_rows = FindingModel()
        self.chunks, self.events = RowTable(self.chunk_rows), RowTable(self.event_rows)
        self.findings = RowTable(self.finding_rows)
        self.bytes, self.overview = BytesPane(), OverviewBar()
        self.strip, self.banner = VerdictStrip(), Banner()
        self.crumbs = Words("muted")
        self.start = StartCard(formats)
        self.inspector, self.channel = Inspector(), ChannelDock()
        self.tour = TourBar()
        self.finder = Finder()
        self.profile = Choice()
        self.status = {name: plain_label("") for name in ("live", "counts", "health", "source")}
        self.actions_ = Actions(self, chosen)
        self.menus = self.actions_.fill_menus(self)
        self._name_everything()
        self._lay_out()
        self._build_toolbar()
        self._build_docks()
        self._build_status()
        lists = (self.chunks, self.events, self.bytes, self.findings)
        self.actions_.hold_in(Place.LISTS, lists)
        self.actions_.hold_in(Place.TOUR, [self.tour, *lists])
        self.setAcceptDrops(True)
        self._arranged = False
        self.resize(USUAL_SIZE)
        self.usual_layout()

    # --- what is shown ---

    def show_work(self, *, work: bool) -> None:
        """Show the panes, or the card with the ways in."""
        came = work and self._stack.currentIndex() == 0
        self._stack.setCurrentIndex(1 if work else 0)
        if came:
            self.chunks.setFocus()
        for dock in self._docks:
            dock.toggleViewAction().setEnabled(work)
            dock.setVisible(work and dock not in self._closed)
        if came and not self._arranged:  # docks that are not seen cannot be given a size
            self._arranged = True
            self.usual_layout()

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        for table in (self.chunks, self.events, self.findings):
            table.theme = theme
            table.viewport().update()
        self.bytes.theme = self.overview.theme = theme
        self.bytes.viewport().update()
        self.overview.update()
        self.strip.dress(theme)
        self.inspector.dress(theme)
        self.channel.dress(theme)
        self.tour.dress(theme)

    def set_size(self, points: float) -> None:
        """Set the size of the fonts."""
        for part in (self.chunks, self.events, self.findings, self.bytes):
            part.set_size(points)
        self.inspector.set_size(points)
        self.channel.set_size(points)

    def usual_layout(self) -> None:
        """Put everything where it usually stands."""
        self._across.setSizes([420, 545])
        self._down.setSizes([370, 290])
        self.resizeDocks(self._docks[:1], [310], Qt.Orientation.Horizontal)
        self.resizeDocks(self._docks[:2], [290, 330], Qt.Orientation.Vertical)

    def raise_dock(self, title: str) -> None:
        """Bring a dock in front of those that share its place."""
        for dock in self._docks:
            if dock.objectName() == title:
                dock.show()
                dock.raise_()

    def panes(self) -> list[QWidget]:
        """Return what F6 goes through, in the order of reading."""
        boxes = self.inspector.boxes
        box = list(boxes.values())[self.inspector.tabs.currentIndex()]
        return [self.chunks, self.events, self.bytes, box, self.findings]

    def say(self, name: str, words: str, hint: str = "") -> None:
        """Write into the status bar."""
        label = self.status[name]
        label.setText(to_qt(words))
        label.setToolTip(to_tip(hint))
        label.setVisible(bool(words))

    # --- layout to and from the settings ---

    def layout_state(self) -> tuple[str, str, list[list[int]]]:
        """Return geometry and layout as text, and the sizes of the panes."""
        geometry = bytes(self.saveGeometry().toBase64().data()).decode("ascii")
        state = bytes(self.saveState(1).toBase64().data()).decode("ascii")
        return geometry, state, [self._across.sizes(), self._down.sizes()]

    def restore_layout(self, geometry: str, state: str, panes: list[list[int]]) -> None:
        """Stand as it stood; what does not fit any more is left as usual."""
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "replace")))
        self._arranged = bool(state)
        if state:
            self.restoreState(QByteArray.fromBase64(state.encode("ascii", "replace")), 1)
        for splitter, sizes in zip((self._across, self._down), panes, strict=False):
            if len(sizes) == splitter.count() and all(isinstance(size, int) for size in sizes):
                splitter.setSizes(sizes)

    # --- what a person does with the window ---

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()
            self._veil.show()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._veil.hide()
        data = event.mimeData()
        paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        # Bytes, not text(): a string from Qt has lost what it could not hold.
        raw = bytes(data.data("text/plain").data()) if not paths else b""
        event.acceptProposedAction()
        self.dropped.emit(paths, raw)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        super().closeEvent(event)

    # --- building ---

    def _name_everything(self) -> None:
        self.chunks.setAccessibleName("Chunks")
        self.events.setAccessibleName("Events")
        self.findings.setAccessibleName("Findings")
        self.crumbs.setAccessibleDescription("Where the selection is")
        self.finder.setAccessibleName("Find in events")
        self.finder.setPlaceholderText("Find in events")
        self.finder.setClearButtonEnabled(True)
        self.finder.setMaximumWidth(_FINDER)
        self.profile.setAccessibleName("Profile")

    def _lay_out(self) -> None:
        self.chunk_pane = Pane("Chunks", self.chunks)
        self.event_pane = Pane("Events", self._beside(self.events, self.overview))
        self.byte_pane = Pane("Bytes", self.bytes)
        self.event_pane.tools.addWidget(self.finder)
        for name, words in (("as_hex", "hex"), ("as_text", "text"), ("as_points", "code points")):
            button = QToolButton()
            self.actions_.named[name].setIconText(to_qt(words))
            button.setDefaultAction(self.actions_.named[name])
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.byte_pane.tools.addWidget(button)
        self._across = QSplitter(Qt.Orientation.Horizontal)
        self._across.addWidget(self.chunk_pane)
        self._across.addWidget(self.event_pane)
        self._down = QSplitter(Qt.Orientation.Vertical)
        self._down.addWidget(self._across)
        self._down.addWidget(self.byte_pane)
        for splitter in (self._across, self._down):
            splitter.setChildrenCollapsible(False)
        head = QHBoxLayout()
        head.setContentsMargins(10, 3, 10, 3)
        head.addWidget(self.crumbs, 1)
        work = QWidget()
        inside = QVBoxLayout(work)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.tour)
        inside.addWidget(self.strip)
        inside.addWidget(self.banner)
        inside.addLayout(head)
        inside.addWidget(self._down, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.start)
        self._stack.addWidget(work)
        self.setCentralWidget(self._stack)
        self._veil = plain_label("Drop to open")
        self._veil.setParent(self._stack)
        self._veil.setObjectName("card")
        self._veil.hide()

    @staticmethod
    def _beside(left: QWidget, right: QWidget) -> QWidget:
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left, 1)
        row.addWidget(right)
        both.setFocusProxy(left)
        return both

    def _build_toolbar(self) -> None:
        bar = QToolBar("Tools")
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        for name in _TOOLS:
            if name == "palette":
                bar.addWidget(plain_label("Profile ", "muted"))
                bar.addWidget(self.profile)
                bar.addSeparator()
            if name:
                bar.addAction(self.actions_.named[name])
            else:
                bar.addSeparator()
        self.addToolBar(bar)

    def _build_docks(self) -> None:
        self.finding_pane = Pane("", self.findings)
        self._docks: list[QDockWidget] = []
        self._closed: set[QDockWidget] = set()
        for title, widget in (
            ("Inspector", self.inspector),
            ("Findings", self.finding_pane),
            ("Follow channel", self.channel),
        ):
            dock = QDockWidget(to_qt(title), self)
            dock.setObjectName(to_qt(title))
            dock.setWidget(widget)
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            self._docks.append(dock)
            action = dock.toggleViewAction()
            action.triggered.connect(lambda on, dock=dock: self._toggled(dock, on=on))
            self.menus["View"].addAction(action)
        self._docks[2].visibilityChanged.connect(
            lambda seen: self.channel.seen.emit() if seen else None
        )
        self.tabifyDockWidget(self._docks[1], self._docks[2])
        self._docks[1].raise_()

    def _toggled(self, dock: QDockWidget, *, on: bool) -> None:
        (self._closed.discard if on else self._closed.add)(dock)

    def _build_status(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        for label in self.status.values():
            label.setContentsMargins(8, 2, 8, 2)
            bar.addWidget(label)
