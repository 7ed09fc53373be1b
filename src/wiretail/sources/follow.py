"""A file that grows, and standard input: a thread reads, the window drains a bounded queue.

    live = follow_file(path)            # or read_stdin()
    live.start()
    ... once a frame:
    for news in live.drain():
        match news:
            case Opened(capture): store = Store(capture); feeder = LiveFeeder(capture, ...)
            case Arrived(size, time_ms): feeder.feed(size, time_ms)
            case Replaced(sentence): ...        # another file has the name: banner
            case Over(sentence): feeder.close()
    feeder.step(4.0)

A file is polled (50 times a second, the same on every file system); what is read is at most 64 KiB
at once, so a reader that has fallen behind catches up in even steps.
"""

import os
import queue
import select
import sys
import threading
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from wiretail.captures import Capture, open_capture, shown
from wiretail.captures.body import SLICE, Body, Spool
from wiretail.captures.lines import SAMPLE
from wiretail.captures.source import STANDARD_INPUT
from wiretail.errors import CaptureError
from wiretail.sources.growing import GrowingFile

#: Formats whose body is the file, so that it grows with it.
LIVE_FORMATS = frozenset({"sse", "ndjson", "chunks-txt", "plain"})
#: What the window has not drained yet; then the reader waits.
_MOST_WAITING = 4096
#: A format is told by the first line that is whole, or by what came within this time (s).
_ENOUGH_S = 0.5
#: How long a reader waits for room in the queue before it looks whether it is to stop (s).
_ROOM_S = 0.1


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
    """The file was put aside, and another may stand in its place; the old one is followed on."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Over:
    """No more will come; ``sentence`` says why where that is worth telling.

    Without an ``Opened`` before it nothing could be made of what came.
    """

    sentence: str = ""


News: TypeAlias = Opened | Arrived | Replaced | Over


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody said of the bytes: a format and a dialect, None for a guess."""

    input_format: str | None = None
    dialect: str | None = None


class Opening:
    """What came of a source so far: until its format can be told, nothing is given out."""

    def __init__(self, name: str, body: Body, wanted: Wanted) -> None:
        self._name = name
        self._body = body
        self._wanted = wanted
        self._reads: list[Arrived] = []
        self._opened = False
        self._began = 0.0

    def add(self, size: int) -> list[News]:
        """Take a read that the body holds already; return what is to be told by now.

        Raises :class:`~wiretail.errors.CaptureError` for what is no capture, or cannot grow.
        """
        now = time.monotonic()
        self._began = self._began or now
        read = Arrived(size, (now - self._began) * 1000)
        if self._opened:
            return [read]
        self._reads.append(read)
        sample = self._body.read(0, SAMPLE)
        return self._open(sample) if len(sample) == SAMPLE or b"\n" in sample else []

    def idle(self, *, over: bool = False) -> list[News]:
        """Nothing came for a while, or will ever: open what there is, if that is long ago."""
        if self._opened or not self._reads:
            return []
        late = time.monotonic() - self._began > _ENOUGH_S
        return self._open(self._body.read(0, SAMPLE)) if over or late else []

    def _open(self, sample: bytes) -> list[News]:
        wanted = self._wanted
        capture = open_capture(
            self._name, data=sample, input_format=wanted.input_format, dialect=wanted.dialect
        )
        if capture.format not in LIVE_FORMATS:
            raise CaptureError(
                f"{self._name} is a capture ({capture.format}) that can only be read when it is "
                "whole: open it without following."
            )
        capture.exchanges[0].body = self._body
        reads, self._reads, self._opened = self._reads, [], True
        return [Opened(capture), *reads]


class Live(ABC):
    """A source of live bytes, read by a thread of its own from :meth:`start` on."""

    def __init__(self, name: str, body: Body, wanted: Wanted) -> None:
        self.name = name
        self._opening = Opening(name, body, wanted)
        self._news: queue.Queue[News] = queue.Queue(_MOST_WAITING)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="wiretail-follow", daemon=True)
        self._over: Over | None = None

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def drain(self, limit: int = 10_000) -> list[News]:
        """Return what came, at most ``limit`` pieces, without waiting; ``Over`` is the last."""
        over = self._over  # set when nothing more is put into the queue
        found: list[News] = []
        while len(found) < limit:
            try:
                found.append(self._news.get_nowait())
            except queue.Empty:
                if over is not None:
                    found.append(over)
                    self._over = None
                break
        return found

    def stop(self) -> None:
        """Stop reading and wait for the thread, a fraction of a second."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    @abstractmethod
    def _read(self) -> None:
        """Read until there is no more, or ``_stopping``."""

    def _work(self) -> None:
        sentence = ""
        try:
            self._read()
            self._tell(self._opening.idle(over=True))
        except CaptureError as error:
            sentence = str(error)
        except OSError as error:
            sentence = f"{self.name} cannot be read any more ({error.strerror})."
        self._over = Over(sentence)

    def _tell(self, news: list[News]) -> None:
        """Put news into the queue; while it is full wait for the window."""
        for one in news:
            while not self._stopping.is_set():
                try:
                    self._news.put(one, timeout=_ROOM_S)
                    break
                except queue.Full:
                    continue


class FileFollower(Live):
    """Follows a file that grows, from its first byte on."""

    def __init__(self, path: Path, wanted: Wanted, poll_s: float) -> None:
        self._body = GrowingFile(path)
        self._poll_s = poll_s
        super().__init__(shown(path), self._body, wanted)

    def _read(self) -> None:
        replaced = False
        while not self._stopping.is_set():
            data = self._body.grow(SLICE)
            if data:
                self._tell(self._opening.add(len(data)))
                continue
            self._tell(self._opening.idle())
            if not replaced and self._body.was_replaced():
                replaced = True
                self._tell([Replaced(f"another file has the name {self.name} by now, or none.")])
            self._stopping.wait(self._poll_s)


class InputReader(Live):
    """Reads a descriptor to its end, and keeps what came: beyond 8 MB in an unnamed file."""

    def __init__(self, descriptor: int, name: str, wanted: Wanted) -> None:
        self._descriptor = descriptor
        self._body = Spool()
        super().__init__(name, self._body, wanted)

    def _read(self) -> None:
        while not self._stopping.is_set():
            ready, _, _ = select.select([self._descriptor], [], [], _ROOM_S)
            if not ready:
                self._tell(self._opening.idle())
                continue
            data = os.read(self._descriptor, SLICE)
            if not data:
                break
            self._body.append(data)
            self._tell(self._opening.add(len(data)))
        if not self._body.size and not self._stopping.is_set():
            raise CaptureError(f"{self.name} is empty: nothing was sent.")


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
    path = Path(path)
    wanted = Wanted(input_format, dialect)
    try:
        if path.exists() and not path.is_file():
            raise CaptureError(f"{shown(path)} is no file that can grow: give - for a pipe.")
        return FileFollower(path, wanted, poll_s)
    except FileNotFoundError as error:
        raise CaptureError(
            f"there is no file {shown(path)}: check the path, or create it first."
        ) from error
    except ValueError as error:  # a NUL in the name
        raise CaptureError(
            f"{shown(path)} is no name that a file can have: check the path."
        ) from error
    except OSError as error:
        raise CaptureError(
            f"{shown(path)} cannot be followed ({error.strerror}): check the path."
        ) from error


def read_stdin(*, input_format: str | None = None, dialect: str | None = None) -> Live:
    """Read standard input to its end."""
    descriptor = sys.stdin.fileno()
    return InputReader(descriptor, STANDARD_INPUT, Wanted(input_format, dialect))
