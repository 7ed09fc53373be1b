"""What a live source tells the window."""

from dataclasses import dataclass
from typing import TypeAlias

from wiretail.captures import Capture, Exchange


@dataclass(frozen=True, slots=True)
class Opened:
    """Enough came to know what it is: a capture of one exchange whose body grows."""

    capture: Capture


@dataclass(frozen=True, slots=True)
class Arrived:
    """One read: so many bytes more of the exchange that began last, in ms since the first."""

    size: int
    time_ms: float | None


@dataclass(frozen=True, slots=True)
class Began:
    """Another exchange, to be put behind those of the capture."""

    exchange: Exchange


@dataclass(frozen=True, slots=True)
class Ended:
    """The exchange that began last is over; ``end`` as in a capture, ``notes`` what is wrong."""

    end: str
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Noted:
    """What is to be said of the capture by now: records that were skipped, and notes."""

    unknown: dict[str, int]
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Replaced:
    """The file was put aside, and another may stand in its place; the old one is followed on."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Whole:
    """All of it came, and it is a capture that can only be read when it is whole."""

    capture: Capture


@dataclass(frozen=True, slots=True)
class Over:
    """No more will come; ``sentence`` says why where that is worth telling.

    Without an ``Opened`` before it nothing could be made of what came.
    """

    sentence: str = ""


News: TypeAlias = Opened | Arrived | Began | Ended | Noted | Replaced | Whole | Over
