"""What the verdict strip, the titles of the panes and the status bar say."""

from wiretail.gui.controllers.desk import Desk
from wiretail.gui.controllers.inspection import Inspection, State
from wiretail.gui.views.strip import UNKNOWN
from wiretail.gui.views.window import MainWindow
from wiretail.store import Store
from wiretail.study.tally import Advice, Tally
from wiretail.study.visible import name
from wiretail.study.wording import counted

_BUSY = frozenset({State.OPENING, State.RUNNING})
_UNFINISHED = frozenset({State.RUNNING, State.LIVE, State.STOPPED})
#: So many findings are looked at after each batch while more come, and when all is there.
_EACH, _AT_LAST = 32, 2000


class Status:
    """Tells how it stands; keeps what the verdict advises."""

    def __init__(self, window: MainWindow, inspection: Inspection, desk: Desk) -> None:
        self._window = window
        self._inspection = inspection
        self._desk = desk
        self._tally: Tally | None = None
        self._searched = ""

    @property
    def advice(self) -> Advice:
        """What to do about the verdict."""
        return Advice() if self._tally is None else self._tally.advice

    def refresh(self, *, following: bool, missed: int, searched: str = "") -> None:
        """Say how it stands."""
        store = self._inspection.store
        self._searched = searched
        if store is None:
            self._tally = None
            for label in ("live", "counts", "health", "source"):
                self._window.say(label, "")
            return
        if self._tally is None or self._tally.store is not store:
            self._tally = Tally(store)
        running = self._inspection.state in {State.RUNNING, State.LIVE}
        self._tally.update(_EACH if running else _AT_LAST)
        self._strip(store, self._tally)
        self._panes(store)
        self._live(following=following, missed=missed)
        self._source(store)

    def _strip(self, store: Store, tally: Tally) -> None:
        state = self._inspection.state
        severity = max(tally.severity, tally.worst_end)
        if not severity and not store.turn_count:
            severity = UNKNOWN
        done, total = store.bytes_done, self._inspection.total
        sentence = store.verdict
        if state in _UNFINISHED and not store.turn_count:
            sentence = "No turn has ended yet."
        if state is State.RUNNING:
            sentence = f"Reading\u2026 {done:,} of {total:,} bytes. {sentence}"
        elif state is State.STOPPED:
            sentence = f"Partial: {done:,} of {total:,} bytes were read. {sentence}"
        self._window.strip.tell(sentence or "Nothing has come yet.", severity, self._actions(state))
        self._window.strip.progress(done, total if state in _BUSY else 0)

    def _actions(self, state: State) -> list[tuple[str, str, str]]:
        advice = self.advice
        actions = [("offer_tool", tool, f"Offer {name(tool)}") for tool in advice.tools[:2]]
        if state is State.STOPPED:
            return [("rerun", "", "Read it all")]
        if actions:
            actions.append(("load_tools", "", "Load tools\u2026"))
        elif advice.row >= 0:
            actions.append(("show", str(advice.row), "Show it"))
            if advice.rule:
                actions.append(("profile_rule", advice.rule, "Open profile rule"))
        return actions

    def _panes(self, store: Store) -> None:
        window = self._window
        running = self._inspection.state in {*_BUSY, State.LIVE}
        window.chunk_pane.note(f"{store.chunk_count:,}")
        empty = "Waiting for the first bytes\u2026" if running else "There are no chunks."
        window.chunk_pane.say("" if store.chunk_count else empty)
        shown, lines = window.event_rows.rowCount(), store.entry_count
        if self._searched:
            window.event_pane.note(f"{shown:,} of {lines:,}")
            nothing = f"0 of {lines:,} rows hold these words. Clear the field to see all."
            window.event_pane.say("" if shown else nothing)
        else:
            window.event_pane.note(f"{shown:,}")
            empty = "Nothing has come out yet\u2026" if running else "There are no events."
            window.event_pane.say("" if shown else empty)
        found = store.finding_count
        window.finding_pane.note(counted(found, "finding"))
        window.finding_pane.say("" if found else "No findings: nothing needs a person's eye.")

    def _live(self, *, following: bool, missed: int) -> None:
        state = self._inspection.state
        words = {
            State.DONE: "\u25a0 ended",
            State.STOPPED: "\u2016 stopped",
            State.RUNNING: "\u25b6 reading",
        }
        if state is not State.LIVE:
            self._window.say("live", words.get(state, ""))
        elif following:
            self._window.say("live", "\u25cf LIVE", "New rows are followed; scroll up to pause.")
        else:
            self._window.say("live", f"\u2016 following paused, +{missed:,} new  [End]")

    def _source(self, store: Store) -> None:
        capture, window = store.capture, self._window
        unknown = sum(store.unknown.values()) + sum(capture.unknown.values())
        health = counted(store.frame_count, "frame")
        if store.malformed:
            health += f", {counted(store.malformed, 'frame')} cannot be read"
        if unknown:
            health += f", {counted(unknown, 'unknown record')} skipped"
        kinds = ", ".join(f"{name(kind)} ({number:,})" for kind, number in store.unknown.items())
        window.say("health", health, kinds)
        first = capture.exchanges[0] if capture.exchanges else None
        if first is not None:
            window.say("source", f"{capture.format} \u00b7 {first.boundary} chunks", capture.reason)
        notes = [*capture.notes, *(note for one in capture.exchanges for note in one.notes)]
        window.say("counts", counted(len(notes), "note") if notes else "", "\n".join(notes[:20]))
