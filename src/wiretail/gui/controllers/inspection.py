"""One capture being looked at: opened, run through a profile, run again when that changes."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from wiretail.captures import Capture, read_tools, shown
from wiretail.errors import WiretailError
from wiretail.gui.controllers.listening import Listening
from wiretail.gui.controllers.opening import Opening
from wiretail.gui.controllers.running import Running
from wiretail.gui.controllers.wishes import Wishes
from wiretail.model.calls import Tool
from wiretail.model.settings import Profile
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.masks import Masks
from wiretail.study.run import Offer

DEFAULT_PROFILE = "wiretail"


class State(StrEnum):
    """What is going on."""

    EMPTY = "empty"
    OPENING = "opening"
    RUNNING = "running"
    LIVE = "live"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a capture came from: ``path`` is empty for what was pasted or piped in."""

    name: str
    path: str = ""
    data: bytes | None = None
    live: bool = False


class Inspection(QObject):
    """No widget in it, and no parsing: it opens, runs, and tells of what came."""

    state_changed = Signal(object)
    replaced = Signal()  # another store is shown: all that was known of the old one is gone
    grew = Signal(object)
    told = Signal(object)  # a sentence for the banner

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = State.EMPTY
        self.origin: Origin | None = None
        self.capture: Capture | None = None
        self.store: Store | None = None
        self.masks: Masks | None = None
        self.problem = ""
        self.profile: Profile = load_profile(DEFAULT_PROFILE)
        self.profile_name = DEFAULT_PROFILE
        self.offer = Offer()
        self.tools_word: str | None = None
        self._opening: Opening | None = None
        self._running = Running(self)
        self._running.grew.connect(self.grew)
        self._running.finished.connect(self._finished)
        self._listening = Listening(self)
        self._listening.opened.connect(self._heard)
        self._listening.came.connect(self._opened)
        self._listening.grew.connect(self.grew)
        self._listening.told.connect(self.told)
        self._listening.over.connect(self._over)

    # --- opening ---

    def open_path(self, path: str | Path) -> None:
        """Open a capture file."""
        self._begin(Origin(shown(Path(path).name), str(path)))

    def open_data(self, data: bytes, name: str = "pasted text") -> None:
        """Open bytes that were pasted or piped in."""
        self._begin(Origin(name, data=data))

    def follow_path(self, path: str | Path) -> None:
        """Follow a file that grows."""
        self._listen(Origin(shown(Path(path).name), str(path), live=True))

    def follow_stdin(self) -> None:
        """Read standard input as it comes."""
        self._listen(Origin("standard input", "-", live=True))

    def close(self) -> None:
        """Show nothing."""
        self._leave()
        self.origin = None
        self._set(State.EMPTY)

    def cancel(self) -> None:
        """Stop; what was read stays."""
        if self.state is State.OPENING:
            self.close()
        elif self.state is State.RUNNING:
            self._running.cancel()
            self._set(State.STOPPED)
        elif self.state is State.LIVE:
            self._listening.finish()

    def warm_up(self) -> None:
        """Get ready for large captures."""
        self._running.warm_up()

    def shut_down(self) -> None:
        """End every thread and process: the program ends."""
        self._leave()
        self._running.shut_down()

    # --- profile and tools ---

    def use_profile(self, name: str) -> None:
        """Run under another profile; raises ``ProfileError``."""
        profile = load_profile(name)
        self.profile, self.profile_name = profile, name
        self.rerun()

    def offer_tools(self, names: list[str]) -> None:
        """Offer tools by name, besides those that are offered already."""
        known = self.offer.tools if self.offer.replaces and self.offer.tools else ()
        named = {tool.name for tool in known}
        fresh = tuple(Tool(name) for name in names if name not in named)
        self.offer = Offer((*known, *fresh), replaces=True)
        self.tools_word = None
        self.rerun()

    def use_tools(self, word: str | None) -> None:
        """Take tools as ``--tools`` does; None: as captured. Raises ``ToolsError``."""
        if word is None or word in {"any", "none"}:
            self.offer = {
                None: Offer(),
                "any": Offer(any=True),
                "none": Offer((), replaces=True),
            }[word]
        else:
            self.offer = Offer(read_tools(word), replaces=True)
        self.tools_word = word
        self.rerun()

    def rerun(self) -> None:
        """Run again from the beginning."""
        if self.capture is None:
            return
        if self.state is State.LIVE:
            self._heard(self.capture)
        else:
            self._run(self.capture)

    @property
    def total(self) -> int:
        """How many bytes there are to be processed."""
        return 0 if self.capture is None else self.capture.size

    # --- inside ---

    def _begin(self, origin: Origin) -> None:
        self._leave()
        self.origin = origin
        self._set(State.OPENING)
        self._opening = Opening(self)
        self._opening.done.connect(self._opened)
        self._opening.failed.connect(self._fail)
        self._opening.start(origin.path or None, origin.name, origin.data)

    def _opened(self, capture: Capture) -> None:
        self._opening = None
        self.capture = capture
        self._run(capture)

    def _run(self, capture: Capture) -> None:
        assert self.origin is not None
        self._renew(capture)
        assert self.store is not None
        self._set(State.RUNNING)
        # What was followed is not opened again: it may be another by now, or be gone.
        path = None if self.origin.live else self.origin.path or None
        self._running.start(self.store, capture, path, self.profile, self.offer)

    def _renew(self, capture: Capture) -> None:
        self._running.cancel()
        self.store = Store(capture, self.profile["repair.bytes"])
        self.masks = Masks(self.store)
        self.replaced.emit()

    def _finished(self, problem: str) -> None:
        if problem:
            self.told.emit(problem)
        if self.state is State.RUNNING:
            self._set(State.STOPPED if problem else State.DONE)

    def _fail(self, sentence: str) -> None:
        self._leave()
        self.problem = sentence
        self._set(State.FAILED)

    def _leave(self) -> None:
        self._running.cancel()
        if self._opening is not None:
            self._opening.abandon()
            self._opening = None
        self._listening.stop()
        self.problem = ""
        if self.store is not None:
            self.capture = self.store = self.masks = None
            self.replaced.emit()

    def _set(self, state: State) -> None:
        self.state = state
        self.state_changed.emit(state)

    # --- live ---

    def _listen(self, origin: Origin) -> None:
        self._leave()
        self.origin = origin
        try:
            self._listening.start(origin.path)
        except WiretailError as error:
            self._fail(str(error))
            return
        self._set(State.LIVE)

    def _heard(self, capture: Capture) -> None:
        self.capture = capture
        self._renew(capture)
        assert self.store is not None
        self._listening.fill(self.store, Wishes(self.profile, self.offer))

    def _over(self, sentence: str) -> None:
        if sentence:
            self.told.emit(sentence)
        if self.store is None:
            self._fail(sentence or "Nothing came.")
        else:
            self._set(State.DONE)
