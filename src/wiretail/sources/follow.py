"""A file that grows, and standard input: a thread reads, the window drains a bounded queue.

    live = follow_file(path)            # or read_stdin()
    live.start()
    ... once a frame:
    for news in live.drain():
        match news:
            case Opened(capture): store = Store(capture); feeder = LiveFeeder(capture, ...)
            case Arrived(size, time_ms): feeder.feed(size, time_ms)
            case Began(exchange): store.capture.add(exchange); feeder.begin(exchange)
            case Ended(end, notes): feeder.end(end)
            case Noted(unknown, notes): ...
            case Whole(capture): ...                # it cannot grow: open it as any other
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
from abc import ABC, abstractmethod
from pathlib import Path

from wiretail.captures import shown
from wiretail.captures.body import SLICE, Spool
from wiretail.captures.source import STANDARD_INPUT
from wiretail.errors import CaptureError
from wiretail.sources.growing import GrowingFile
from wiretail.sources.news import News, Over, Replaced
from wiretail.sources.opening import Opening, Wanted

#: What the window has not drained yet; then the reader waits.
_MOST_WAITING = 4096
#: How long a reader waits for room in the queue before it looks whether it is to stop (s).
_ROOM_S = 0.1


class Live(ABC):
    """A source of live bytes, read by a thread of its own from :meth:`start` on."""

    def __init__(self, name: str, opening: Opening) -> None:
        self.name = name
        self._opening = opening
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
            self._tell(self._opening.close())
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
        super().__init__(shown(path), Opening(shown(path), self._body, wanted))

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
        super().__init__(name, Opening(name, self._body, wanted, patient=True))

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
