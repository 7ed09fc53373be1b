"""The one selection: a range of the capture's bytes, which every pane maps to rows of its own."""

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

_MOST = 500


class Selection(NamedTuple):
    """The capture's bytes ``[byte_start, byte_end)``.

    ``row`` is the row of the store that was meant, where it was one: several may be about the same
    bytes, and some are about none. ``origin`` names the pane that chose.
    """

    byte_start: int
    byte_end: int
    row: int = -1
    origin: str = ""


class Selections(QObject):
    """The selection, and those before it."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._past: list[Selection] = []
        self._place = -1

    @property
    def current(self) -> Selection | None:
        """The selection, None for none."""
        return self._past[self._place] if self._place >= 0 else None

    def select(self, selection: Selection) -> None:
        """Select; what was gone back from is forgotten."""
        if self.current is not None and self.current[:3] == selection[:3]:
            return
        del self._past[self._place + 1 :]
        self._past.append(selection)
        del self._past[:-_MOST]
        self._place = len(self._past) - 1
        self.changed.emit(selection)

    def step(self, by: int) -> bool:
        """Go back (-1) or forward (1); tell whether there was somewhere to go."""
        if not 0 <= self._place + by < len(self._past):
            return False
        self._place += by
        self.changed.emit(self._past[self._place]._replace(origin=""))
        return True

    def can_step(self, by: int) -> bool:
        """Tell whether there is somewhere to go."""
        return 0 <= self._place + by < len(self._past)

    def clear(self) -> None:
        """Forget everything: another capture is shown."""
        self._past.clear()
        self._place = -1
        self.changed.emit(None)
