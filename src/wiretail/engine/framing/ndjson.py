"""Newline-delimited JSON: every line that is not blank is a frame; a CR before its LF is optional.

A last line without its LF is read and marked ``cut``.
"""

from wiretail.engine.framing.faults import BOM, FRAME_BYTES, FRAME_TOO_LONG
from wiretail.model.frames import Frame


class Ndjson:
    """Bytes in, lines out. ``start`` is the offset of the body in its capture, in bytes."""

    def __init__(self, *, start: int = 0, limit: int = FRAME_BYTES) -> None:
        self._limit = limit
        self._start = start
        self._at = start  # where the pending line begins
        self._parts: list[bytes] = []
        self._size = 0  # bytes of the pending line, kept or (over the limit) not
        self._number = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Return the lines that these bytes complete."""
        frames: list[Frame] = []
        *lines, rest = data.split(b"\n")
        for line in lines:
            size = len(line) + 1
            if self._size:
                self._parts.append(line)
                line = b"".join(self._parts)  # noqa: PLW2901 - the whole line instead of its end
                size += self._size
                self._parts = []
                self._size = 0
            self._line(line, size, frames)
        if rest:
            self._hold(rest)
        return frames

    def close(self) -> list[Frame]:
        """Return the last line if the stream ended within it."""
        frames: list[Frame] = []
        if self._size:
            self._line(b"".join(self._parts), self._size, frames, cut=True)
            self._parts = []
            self._size = 0
        return frames

    def _hold(self, data: bytes) -> None:
        self._size += len(data)
        if self._size > self._limit:
            self._parts.clear()
        else:
            self._parts.append(data)

    def _line(self, line: bytes, size: int, frames: list[Frame], *, cut: bool = False) -> None:
        at = self._at
        end = self._at = at + size
        fault = FRAME_TOO_LONG if size > self._limit else ""
        if fault:
            line = b""
        elif at == self._start and line.startswith(BOM):
            line = line[len(BOM) :]
            at += len(BOM)
        line = line.removesuffix(b"\r")
        if fault or line.strip(b" \t\r"):
            frames.append(Frame(self._number, at, end, line, cut=cut, fault=fault))
            self._number += 1


def segments(raw: bytes) -> list[tuple[int, int, int]]:
    """Return the pieces of a line's data: offset in the data, offset in ``raw``, length."""
    return [(0, 0, len(raw.removesuffix(b"\n").removesuffix(b"\r")))]
