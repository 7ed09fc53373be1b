"""A file that grows, and standard input: a thread reads, the window drains a bounded queue.

live = follow_file(path)            # or read_stdin()
live.start()
... once a frame:
for news in live.drain():
    match news:
        case Opened(capture): store = Store(capture); feeder = LiveFeeder(capture, ...)
        case Arrived(size, time_ms): feeder.feed(size, time_ms)
        case Replaced(sentence): ...        # the file was rotated or cut: banner
        case Over(sentence): feeder.close()
feeder.flush()
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from wiretail.captures import Capture


@dataclass(frozen=True, slots=True)
class Opened:
    """Enough came to know what it is: a capture of one exchange whose body grows."""

    capture: Capture


@dataclass(frozen=True, slots=True)
class Arrived:
    """One read: so many bytes more, in ms since the first."""

    size: int
    time_ms: float


@dataclass(frozen=True, slots=True)
class Replaced:
    """The file was put aside (``rotated``), or cut and written anew; we stay with what we have."""

    rotated: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class Over:
    """No more will come; ``sentence`` says why where that is worth telling."""

    sentence: str = ""


News: TypeAlias = Opened | Arrived | Replaced | Over


class Live:
    """A source of live bytes."""

    def start(self) -> None:
        """Begin to read, in a thread of its own."""
        raise NotImplementedError

    def drain(self, limit: int = 10_000) -> list[News]:
        """Return what came, at most ``limit`` pieces, without waiting."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop reading and wait for the thread; ``Over`` is the last that is drained."""
        raise NotImplementedError


def follow_file(
    path: str | Path,
    *,
    poll_s: float = 0.02,
    input_format: str | None = None,
    dialect: str | None = None,
) -> Live:
    """Follow a file from its first byte on; it may be empty yet, but must exist.

    Raises :class:`~wiretail.errors.CaptureError` for what cannot be opened.
    """
    raise NotImplementedError


def read_stdin(*, input_format: str | None = None, dialect: str | None = None) -> Live:
    """Read standard input to its end."""
    raise NotImplementedError
