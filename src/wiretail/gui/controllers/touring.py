"""The tour in the window: one stop after the other, each with one sentence."""

import re
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from wiretail.assets import assets_folder
from wiretail.gui.controllers.desk import Desk
from wiretail.gui.controllers.inspection import Inspection, State
from wiretail.study.run import Offer
from wiretail.study.tour import STOPS, Stop, shows

_PAUSE = re.compile("[:;.]")


class Way(NamedTuple):
    """A capture that can be opened: what it is called, where it is, what it shows."""

    title: str
    path: str
    sentence: str = ""


class Touring(QObject):
    """``changed(title, sentence, first, last)`` at each stop; ``over`` behind the last.

    ``checked(right)``: the timeline of the stop is the one that the stop states, or another.
    """

    changed = Signal(object, object, object, object)
    checked = Signal(object)
    over = Signal()

    def __init__(self, inspection: Inspection, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._desk = desk
        self.place = -1
        inspection.state_changed.connect(self._settled)

    def samples(self) -> list[Way]:
        """Return the demo captures; of what a stop says the beginning."""
        folder = assets_folder() / "captures"
        return [
            Way(stop.title, str(folder / stop.capture), _PAUSE.split(stop.sentence)[0] + ".")
            for stop in STOPS
        ]

    def start(self) -> None:
        """Begin with the first stop."""
        self._go(0)

    def step(self, by: int) -> None:
        """Go on, or back."""
        if self.place >= 0:
            self._go(max(0, min(len(STOPS) - 1, self.place + by)))

    def leave(self) -> None:
        """End the tour; the capture stays open."""
        self.place = -1
        self.over.emit()

    def _go(self, place: int) -> None:
        self.place = place
        stop = STOPS[place]
        if self._inspection.profile_name != stop.profile:
            self._inspection.use_profile(stop.profile)
        self._inspection.open_path(assets_folder() / "captures" / stop.capture)
        self.changed.emit(
            f"{place + 1}/{len(STOPS)}  {stop.title}",
            stop.sentence,
            place == 0,
            place == len(STOPS) - 1,
        )

    def _settled(self, state: State) -> None:
        """Show what the stop is about: its first finding."""
        if state is State.DONE and self.place >= 0:
            self._check(STOPS[self.place])
            self._desk.step_finding(1)

    def _check(self, stop: Stop) -> None:
        """Compare what came with what the stop states, unless somebody asks for something else."""
        inspection, store = self._inspection, self._inspection.store
        as_stated = (inspection.profile_name, inspection.offer) == (stop.profile, Offer())
        shown = inspection.origin is not None and Path(inspection.origin.path).name == stop.capture
        if store is not None and shown and as_stated:
            self.checked.emit(shows(stop, store))
