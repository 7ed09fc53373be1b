"""A native capture that is still written: what its bytes bring, piece by piece."""

from dataclasses import dataclass, field
from typing import TypeAlias

from wiretail.captures.body import Tail
from wiretail.captures.capture import Exchange
from wiretail.captures.lines import SAMPLE
from wiretail.captures.native import Lines, Reading
from wiretail.captures.native_exchange import Building


@dataclass(frozen=True, slots=True)
class Began:
    """Another exchange; its body grows until it has ended."""

    exchange: Exchange


@dataclass(frozen=True, slots=True)
class Read:
    """One recorded read of the exchange that began last: so many bytes more."""

    size: int
    time_ms: float | None


@dataclass(frozen=True, slots=True)
class Ended:
    """The exchange that began last is over; ``end`` as in a capture, ``notes`` what is wrong."""

    end: str
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Noted:
    """What else is to be said of the capture by now: records that were skipped, and notes."""

    unknown: dict[str, int]
    notes: list[str]


Record: TypeAlias = Began | Read | Ended | Noted


@dataclass(slots=True)
class _Growing:
    """An exchange that goes on: ``came`` are its reads while nobody can tell what it is."""

    building: Building
    body: Tail
    exchange: Exchange | None = None
    came: list[Read] = field(default_factory=list)

    def begin(self) -> list[Record]:
        """Tell what it is, from its header and what came of its body."""
        self.exchange = self.building.growing(self.body)
        reads, self.came = self.came, []
        return [Began(self.exchange), *reads]

    @property
    def is_clear(self) -> bool:
        """Whether enough came to tell."""
        if self.building.is_named:
            return True
        sample = self.body.read(0, SAMPLE)
        return b"\n" in sample or len(sample) == SAMPLE


class NativeLive:
    """Takes the bytes of a file as they come. Sans-I/O: what the reads held is kept in a spool."""

    def __init__(self, name: str, longest: int, dialect: str | None = None) -> None:
        self._lines = Lines(longest)
        self._reading = Reading(name, dialect, [])
        self._growing: _Growing | None = None
        self._noted = 0, 0

    def feed(self, data: bytes) -> list[Record]:
        """Return what these bytes bring.

        Raises :class:`~wiretail.errors.CaptureError` where they are no native capture.
        """
        return [record for line in self._lines.feed(data) for record in self._line(*line)]

    def close(self) -> list[Record]:
        """There is no more: the exchange that goes on was cut."""
        found = [record for line in self._lines.close() for record in self._line(*line)]
        return [*found, *self._end()]

    def _line(self, number: int, line: bytes | None) -> list[Record]:
        growing = self._growing
        known = growing.building.size if growing else 0
        count = growing.building.count if growing else 0
        self._reading.line(number, line)
        found: list[Record] = []
        if growing is not None and self._reading.open is not growing.building:
            found += self._end()
        if self._growing is None and self._reading.open is not None:
            building = self._reading.open
            self._growing = _Growing(building, building.tail())
        elif growing is not None and growing is self._growing and growing.building.count > count:
            found += self._read(growing, growing.building.size - known)
        return found + self._notes()

    def _read(self, growing: _Growing, size: int) -> list[Record]:
        read = Read(size, growing.building.last_time)
        if growing.exchange is not None:
            return [read]
        growing.came.append(read)
        return growing.begin() if growing.is_clear else []

    def _end(self) -> list[Record]:
        growing, self._growing = self._growing, None
        if growing is None:
            return []
        growing.body.stop()
        found = [] if growing.exchange is not None else growing.begin()
        assert growing.exchange is not None  # it began by now
        notes = dict.fromkeys(growing.exchange.notes)  # the end is read again, with all before it
        return [*found, Ended(growing.building.end, list(notes))]

    def _notes(self) -> list[Record]:
        capture = self._reading.capture
        count = sum(capture.unknown.values()), len(capture.notes)
        if count == self._noted:
            return []
        self._noted = count
        return [Noted(dict(capture.unknown), list(capture.notes))]
