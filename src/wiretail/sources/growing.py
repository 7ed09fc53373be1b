"""A body that grows while it is read: a file that another program writes."""

import os
import weakref
from pathlib import Path

from wiretail.captures.names import shown
from wiretail.errors import CaptureError

#: So many bytes are looked at again with each read: a file that was cut and has grown past the old
#: place is found out by them.
_TAIL = 64


class GrowingFile:
    """A file that another program appends to, as a body.

    It is kept open: when it is put aside under another name (rotated), what was read of it can
    still be read. Nothing is mapped into memory: a mapped page of a file that was cut kills the
    process that touches it.
    """

    def __init__(self, path: Path) -> None:
        self._name = shown(path)
        self._path = path.absolute()
        # Closed by the finalizer below: a body lives as long as its capture, no longer.
        self._file = path.open("rb", buffering=0)
        weakref.finalize(self, self._file.close)
        self._tail = b""  # the last bytes that were taken over
        self.size = 0

    def grow(self, most: int) -> bytes:
        """Take over at most ``most`` bytes more, and return them.

        Raises :class:`~wiretail.errors.CaptureError` where the file was cut, or written anew: then
        it is shorter than it was, or its bytes are others.
        """
        known = len(self._tail)
        data = os.pread(self._file.fileno(), most + known, self.size - known)
        if data[:known] != self._tail:
            raise CaptureError(f"{self._name} was cut while it was followed.")
        self.size += len(data) - known
        self._tail = data[-_TAIL:]
        return data[known:]

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes ``[start, end)`` of what was taken over.

        Raises :class:`~wiretail.errors.CaptureError` where the file was cut meanwhile.
        """
        start, end = max(start, 0), min(end, self.size)
        if start >= end:
            return b""
        data = os.pread(self._file.fileno(), end - start, start)
        if len(data) < end - start:
            raise CaptureError(f"{self._name} was cut while it was followed.")
        return data

    def was_replaced(self) -> bool:
        """Tell whether another file stands under the name by now, or none."""
        try:
            return not os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except OSError:
            return True
