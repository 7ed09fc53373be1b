"""Keeps the overview bar true to the store, the search and what is in view."""

from collections.abc import Sequence

from wiretail.gui.controllers.desk import Desk
from wiretail.gui.views.window import MainWindow
from wiretail.store import Store
from wiretail.study.overview import Overview

#: So many matches are shown; of more every other one, and so on.
_MATCHES = 1024


class Lookout:
    """Ties the bar to one window."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._desk = desk
        self._overview: Overview | None = None
        window.overview.asked.connect(self._go)
        window.events.verticalScrollBar().valueChanged.connect(lambda _: self.look())
        window.events.verticalScrollBar().rangeChanged.connect(lambda *_: self.look())

    def show(self, store: Store | None) -> None:
        """Begin with another store."""
        self._overview = None if store is None else Overview(store)
        self._window.overview.tell_matches(())
        self._window.overview.tell((), 0)
        self.grew()

    def grew(self) -> None:
        """Take in what came."""
        store = self._desk.store
        if self._overview is None or store is None:
            return
        if self._overview.update():
            self._window.overview.tell(self._overview.spots(), store.capture.size)
        self.look()

    def found(self, lines: Sequence[int] | None) -> None:
        """Show where a search found something; None: nothing is looked for."""
        store = self._desk.store
        if store is None or not lines:
            self._window.overview.tell_matches(())
            return
        some = lines[:: len(lines) // _MATCHES + 1]
        firsts = [store.entry(line).first for line in some]
        places = [store.first_byte_of_rows(range(row, row + 1)) for row in firsts]
        self._window.overview.tell_matches(places)

    def look(self) -> None:
        """Show which part of the capture the events in view are about."""
        store, rows = self._desk.store, self._window.events.rows_in_view()
        if store is None or not rows:
            self._window.overview.look_at(0, 0)
            return
        first = store.entry(self._window.event_rows.entry(rows[0])).first
        last = store.entry(self._window.event_rows.entry(rows[-1])).last
        start = store.first_byte_of_rows(range(first, first + 1))
        frames = store.frames_of_row(last)
        end = store.frame(frames[-1]).end if frames else store.capture.size
        self._window.overview.look_at(min(start, end), end)

    def _go(self, start: int, end: int) -> None:
        """Go to the gravest of what is marked there, or to the place itself."""
        store = self._desk.store
        if store is None:
            return
        end = min(end, store.capture.size)
        marked = [row for row, _ in store.marked_rows(start, end)]
        if marked:
            self._desk.select_row(max(marked, key=lambda row: store.row(row).severity))
        else:
            self._desk.select_bytes(start, start + 1, "overview")
