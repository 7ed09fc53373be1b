"""One JSON array that grows: every item is a frame, given out as soon as its end is seen.

A value that stands outside an array (an error object instead of the answer) is a frame as well, and
so is what is no JSON at all: nothing but white space, commas and the array's own brackets is
dropped. An item that the stream broke off is read and marked ``cut``.
"""

import re

from wiretail.engine.framing.faults import BOM, FRAME_BYTES, FRAME_TOO_LONG
from wiretail.model.frames import Frame

_GAP = re.compile(rb"[ \t\r\n,]*")
#: A whole string is one step; a quote alone begins a string that these bytes do not end.
_STEP = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["{}\[\]]', re.DOTALL)
_STRING_STEP = re.compile(rb'["\\]')
_SCALAR_END = re.compile(rb'[ \t\r\n,\[\]{}"]')


class JsonArray:
    """Bytes in, items out. ``start`` is the offset of the body in its capture, in bytes."""

    def __init__(self, *, start: int = 0, limit: int = FRAME_BYTES) -> None:
        self._limit = limit
        self._at = start  # where the next bytes begin
        self._head: bytes | None = b""  # what may be a byte order mark; None behind the start
        self._inside = False  # within the array
        self._begin = start  # where the pending item begins
        self._size = 0  # its bytes so far, kept or (over the limit) not
        self._parts: list[bytes] = []
        self._item = False  # an item is pending
        self._scalar = False  # it is no container and no string
        self._depth = 0  # brackets open in it
        self._string = False  # it stands within a string
        self._escaped = False  # behind a backslash there
        self._number = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Return the items that these bytes complete."""
        frames: list[Frame] = []
        if self._head is not None:
            data = self._open(self._head + data)
        at = 0
        while at < len(data):
            if not self._item:
                at = self._gap(data, at)
                continue
            end, whole = self._scan(data, at)
            self._keep(data[at:end])
            at = end
            if whole:
                frames.append(self._frame(cut=False))
        return frames

    def close(self) -> list[Frame]:
        """Return the item that the stream broke off, if any."""
        frames = []
        if self._head:
            self._begin_item(self._head)
            self._keep(self._head)
            self._head = None
        if self._item:
            frames.append(self._frame(cut=True))
        return frames

    def _open(self, data: bytes) -> bytes:
        if len(data) < len(BOM) and BOM.startswith(data):
            self._head = data
            return b""
        self._head = None
        if data.startswith(BOM):
            self._at += len(BOM)
            return data[len(BOM) :]
        return data

    def _gap(self, data: bytes, at: int) -> int:
        """Skip what stands between items; begin the next one, if it is there."""
        found = _GAP.match(data, at)
        assert found is not None  # the pattern matches nothing as well
        skipped = found.end()
        mark = data[skipped : skipped + 1]
        if mark in {b"[", b"]"} and self._inside == (mark == b"]"):
            self._inside = not self._inside
            skipped += 1
        self._at += skipped - at
        if skipped == found.end() and mark:
            self._begin_item(mark)
        return skipped

    def _begin_item(self, mark: bytes) -> None:
        self._item = True
        self._begin = self._at
        self._scalar = mark not in {b'"', b"{", b"["}
        self._depth = 0

    def _scan(self, data: bytes, at: int) -> tuple[int, bool]:
        """Return where the bytes of the pending item end, and whether the item does."""
        if self._scalar:
            found = _SCALAR_END.search(data, at + (self._size == 0))
            return (found.start(), True) if found else (len(data), False)
        while at < len(data):
            at = self._string_end(data, at) if self._string else self._step(data, at)
            if not (self._string or self._depth):
                return at, True
        return at, False

    def _step(self, data: bytes, at: int) -> int:
        found = _STEP.search(data, at)
        if found is None:
            return len(data)
        step = found[0]
        if step == b'"':
            self._string = True
        elif step in {b"{", b"["}:
            self._depth += 1
        elif step in {b"}", b"]"}:
            self._depth -= 1
        return found.end()

    def _string_end(self, data: bytes, at: int) -> int:
        if self._escaped:
            self._escaped = False
            return at + 1
        found = _STRING_STEP.search(data, at)
        if found is None:
            return len(data)
        if found[0] == b'"':
            self._string = False
        else:
            self._escaped = True
        return found.end()

    def _keep(self, data: bytes) -> None:
        self._at += len(data)
        self._size += len(data)
        if self._size > self._limit:
            self._parts.clear()
        else:
            self._parts.append(data)

    def _frame(self, *, cut: bool) -> Frame:
        data = b"".join(self._parts)
        fault = FRAME_TOO_LONG if self._size > self._limit else ""
        frame = Frame(self._number, self._begin, self._at, data, cut=cut, fault=fault)
        self._number += 1
        self._item = self._string = self._escaped = False
        self._parts = []
        self._size = 0
        return frame


def segments(raw: bytes) -> list[tuple[int, int, int]]:
    """Return the one piece: offset in the data, offset in ``raw``, length."""
    return [(0, 0, len(raw))]
