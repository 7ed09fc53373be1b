"""Server-sent events (HTML standard, 9.2), with what real streams do to them.

Lines end at CR, LF or CRLF, wherever the reads were cut. Three things differ from the standard,
because a debugger must not lose what it forgets: a last event without its blank line is read and
marked ``cut``; lines of no known field in an event without data (a bare JSON error in the body) are
a malformed frame with those lines as its data; an event over the limit is a malformed frame.
"""

import re

from wiretail.engine.framing.faults import BARE_LINES, BOM, FRAME_BYTES, FRAME_TOO_LONG
from wiretail.model.frames import Frame

#: A CR at the end of what is known may be the first half of a CRLF: it waits for the next byte.
_LINE_END = rb"(?:\r\n|\n|\r(?=[^\n]))"
_BLANK = re.compile(_LINE_END + _LINE_END)
_CLOSED = re.compile(rb"(?:\r\n|\n|\r)\r\Z")
_LINE = re.compile(rb"([^\r\n]*)(\r\n|\n|\r|\Z)")
_FIELDS = frozenset({b"data", b"event", b"id", b"retry"})

#: The longest end of a read that may be the beginning of a blank line: CR LF CR.
_TAIL = 3


class Sse:
    """Bytes in, events out. ``start`` is the offset of the body in its capture, in bytes."""

    def __init__(self, *, start: int = 0, limit: int = FRAME_BYTES) -> None:
        self._limit = limit
        self._start = start
        self._at = start  # where the pending event begins
        self._parts: list[bytes] = []
        self._size = 0  # bytes of the pending event, kept or (over the limit) not
        self._tail = b""
        self._number = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Return the events that these bytes complete."""
        frames: list[Frame] = []
        if self._size:
            data = self._complete(data, frames)
        if b"\r" in data:
            at = 0
            for blank in _BLANK.finditer(data):
                self._event(data[at : blank.start()], blank.end() - at, frames)
                at = blank.end()
            data = data[at:]
        else:
            *blocks, data = data.split(b"\n\n")
            for block in blocks:
                # The one shape that nearly every event has, read without another call.
                size = len(block) + 2
                at = self._at
                if block[:6] == b"data: " and b"\n" not in block and size <= self._limit:
                    self._at = at + size
                    frames.append(Frame(self._number, at, at + size, block[6:]))
                    self._number += 1
                else:
                    self._event(block, size, frames)
        if data:
            self._hold(data)
        return frames

    def close(self) -> list[Frame]:
        """Return the last event if the stream ended within it."""
        frames: list[Frame] = []
        if self._size:
            held = b"".join(self._parts)
            closed = _CLOSED.search(held)
            block = held[: closed.start()] if closed else held
            self._event(block, self._size, frames, cut=closed is None)
            self._forget()
        return frames

    def _complete(self, data: bytes, frames: list[Frame]) -> bytes:
        """End the pending event in these bytes, if they do; return what stands behind it."""
        window = self._tail + data
        if b"\r" in window:
            found = _BLANK.search(window)
            begin, end = found.span() if found else (-1, -1)
        else:
            begin = window.find(b"\n\n")
            end = begin + 2
        if begin < 0:
            self._hold(data)
            return b""
        taken = end - len(self._tail)
        self._parts.append(data[:taken])
        size = self._size + taken
        self._event(b"".join(self._parts)[: begin - end], size, frames)
        self._forget()
        return data[taken:]

    def _hold(self, data: bytes) -> None:
        self._size += len(data)
        self._tail = (self._tail + data)[-_TAIL:]
        if self._size > self._limit:
            self._parts.clear()
        else:
            self._parts.append(data)

    def _forget(self) -> None:
        self._parts = []
        self._size = 0
        self._tail = b""

    def _event(self, block: bytes, size: int, frames: list[Frame], *, cut: bool = False) -> None:
        """Read one event of ``size`` bytes; ``block`` is it without its blank line."""
        at = self._at
        end = self._at = at + size
        if size > self._limit:
            frames.append(Frame(self._number, at, end, b"", cut=cut, fault=FRAME_TOO_LONG))
            self._number += 1
            return
        if at == self._start and block.startswith(BOM):
            block = block[len(BOM) :]
            at += len(BOM)
        frame = _read(block, at, end)
        if frame:
            frame.number = self._number
            frame.cut = cut
            frames.append(frame)
            self._number += 1


def _read(block: bytes, at: int, end: int) -> Frame | None:
    data: list[bytes] = []
    bare: list[bytes] = []
    event = ""
    for line in block.splitlines():
        if line[:6] == b"data: ":
            data.append(line[6:])
            continue
        name, _, value = line.partition(b":")
        if name == b"data":
            data.append(value)
        elif name == b"event":
            event = value.removeprefix(b" ").decode(errors="replace")
        elif name and name not in _FIELDS:
            bare.append(line)
    if not data and not bare:
        return None
    at += len(block) - len(block.lstrip(b"\r\n"))
    if data:
        return Frame(0, at, end, b"\n".join(data), event)
    return Frame(0, at, end, b"\n".join(bare), event, fault=BARE_LINES)


def segments(raw: bytes) -> list[tuple[int, int, int]]:
    """Return the pieces of an event's data: offset in the data, offset in ``raw``, length.

    ``raw`` is the event as it stands between ``start`` and ``end`` of its frame.
    """
    data: list[tuple[int, int]] = []
    bare: list[tuple[int, int]] = []
    for line in _LINE.finditer(raw):
        name, colon, value = line[1].partition(b":")
        if name == b"data":
            skip = len(name) + len(colon) + value.startswith(b" ")
            data.append((line.start() + skip, len(line[1]) - skip))
        elif name and name not in _FIELDS:
            bare.append((line.start(), len(line[1])))
    pieces: list[tuple[int, int, int]] = []
    at = 0
    for offset, length in data or bare:
        pieces.append((at, offset, length))
        at += length + 1
    return pieces
