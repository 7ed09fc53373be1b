"""Where the bytes of a source or an exchange lie, and how a range of them is read.

Three places: in memory, in a file (opened for each read, so that a body can be kept, copied and
sent to another process without a handle), and in a spool (memory first, then an unnamed temporary
file) for bytes that we made ourselves by undoing an encoding.
"""

import tempfile
import threading
import weakref
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isnan, nan
from pathlib import Path
from typing import Protocol

from wiretail.captures.names import shown
from wiretail.errors import CaptureError
from wiretail.model.chunks import Chunk

#: How much is read at once where the recording knows no reads (bytes).
SLICE = 65_536

_IN_MEMORY = 8 * 1024 * 1024


class Body(Protocol):
    """Bytes at rest. Offsets count from the body's first byte."""

    @property
    def size(self) -> int:
        """How many bytes there are."""

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)``, fewer where the body ends before.

        Raises :class:`CaptureError` where they are not there any more.
        """


@dataclass(frozen=True, slots=True)
class MemoryBody:
    """A body in memory."""

    data: bytes

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self.data)

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)``."""
        return self.data[max(start, 0) : max(end, 0)]


@dataclass(frozen=True, slots=True)
class FileBody:
    """A body that stands verbatim in a file, from the file's byte ``place`` on."""

    path: Path
    place: int
    size: int

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)``; raises ``CaptureError`` if the file went away."""
        start, end = max(start, 0), min(end, self.size)
        if start >= end:
            return b""
        try:
            with self.path.open("rb", buffering=0) as file:
                file.seek(self.place + start)
                data = _read_all(file.read, end - start)
        except OSError as error:
            raise CaptureError(
                f"{shown(self.path)} cannot be read any more ({error.strerror}): open it again."
            ) from error
        if len(data) < end - start:
            raise CaptureError(
                f"{shown(self.path)} became shorter while it was open: open it again."
            )
        return data


class Spool:
    """A body that grows: what was undone of an encoding, in memory or in a temporary file."""

    def __init__(self) -> None:
        # Closed by the finalizer below: a body lives as long as its capture, no longer.
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._lock = threading.Lock()  # a place and a read are two steps
        self.size = 0
        weakref.finalize(self, self._file.close)

    def append(self, data: bytes) -> None:
        """Put bytes behind those that are there."""
        with self._lock:
            self._file.seek(self.size)
            self._file.write(data)
            self.size += len(data)

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)``."""
        start, end = max(start, 0), min(end, self.size)
        if start >= end:
            return b""
        with self._lock:
            self._file.seek(start)
            return self._file.read(end - start)


@dataclass(frozen=True, slots=True)
class Part:
    """The bytes ``[start, start + size)`` of another body, as a body of their own."""

    whole: Body
    start: int
    size: int

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)`` of this part."""
        start, end = max(start, 0), min(end, self.size)
        if start >= end:
            return b""
        return self.whole.read(self.start + start, self.start + end)


class Tail:
    """The bytes of another body from ``start`` on, which grow with it until :meth:`stop`."""

    def __init__(self, whole: Body, start: int) -> None:
        self._whole = whole
        self._start = start
        self._stopped: int | None = None

    @property
    def size(self) -> int:
        """How many bytes there are by now."""
        return self._whole.size - self._start if self._stopped is None else self._stopped

    def stop(self) -> None:
        """Grow no more: what comes behind belongs to another."""
        self._stopped = self.size

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)`` of this tail."""
        start, end = max(start, 0), min(end, self.size)
        if start >= end:
            return b""
        return self._whole.read(self._start + start, self._start + end)


class Buffered:
    """Another body, read in slices: for many small reads one behind the other."""

    def __init__(self, whole: Body) -> None:
        self._whole = whole
        self._start = 0
        self._data = b""
        self.size = whole.size

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)``."""
        start, end = max(start, 0), min(end, self.size)
        if start >= end:
            return b""
        if not self._start <= start <= end <= self._start + len(self._data):
            self._start = start
            self._data = self._whole.read(start, max(end, start + SLICE))
        return self._data[start - self._start : end - self._start]


@dataclass(slots=True)
class Reads:
    """The recorded reads of a body: where each ends (bytes of the body), and when it came (ms)."""

    ends: "array[int]" = field(default_factory=lambda: array("q"))
    times: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, end: int, time_ms: float | None) -> None:
        """Write down one read."""
        self.ends.append(end)
        self.times.append(nan if time_ms is None else time_ms)

    def __iter__(self) -> Iterator[tuple[int, float | None]]:
        for end, time_ms in zip(self.ends, self.times, strict=True):
            yield end, None if isnan(time_ms) else time_ms


def slices(body: Body, start: int = 0) -> Iterator[bytes]:
    """Yield a body in pieces of at most :data:`SLICE` bytes, never wholly in memory."""
    for at in range(start, body.size, SLICE):
        yield body.read(at, at + SLICE)


def chunks(body: Body, reads: Reads | None) -> Iterator[Chunk]:
    """Yield the recorded reads of a body, or slices of it where none are known."""
    if reads is None:
        for number, data in enumerate(slices(body)):
            yield Chunk(number, data)
        return
    start = 0
    body = Buffered(body)
    for number, (end, time_ms) in enumerate(reads):
        yield Chunk(number, body.read(start, end), time_ms)
        start = end


def _read_all(read: "_Read", size: int) -> bytes:
    """Read until ``size`` bytes are there: one raw read may bring fewer (network disks, 2 GiB)."""
    parts: list[bytes] = []
    while size > 0:
        data = read(size)
        if not data:
            break
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


class _Read(Protocol):
    def __call__(self, size: int, /) -> bytes | None: ...
