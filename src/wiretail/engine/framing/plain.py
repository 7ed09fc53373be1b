"""Plain text: a read is a frame, save that no frame ends within a UTF-8 sequence.

At most 3 bytes wait for the next read. A read over the limit becomes several frames.
"""

from wiretail.engine.framing.faults import FRAME_BYTES
from wiretail.engine.text.utf8 import incomplete_tail
from wiretail.model.frames import Frame


class Plain:
    """Bytes in, pieces out. ``start`` is the offset of the body in its capture, in bytes."""

    def __init__(self, *, start: int = 0, limit: int = FRAME_BYTES) -> None:
        self._limit = limit
        self._at = start
        self._held = b""
        self._number = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Return these bytes, and those that waited for them, up to the last whole sequence."""
        frames: list[Frame] = []
        for at in range(0, len(data), self._limit):
            piece = self._held + data[at : at + self._limit]
            whole = len(piece) - incomplete_tail(piece)
            self._held = piece[whole:]
            if whole:
                frames.append(self._frame(piece[:whole], cut=False))
        return frames

    @property
    def incomplete(self) -> tuple[int, int]:
        """The range of the capture's bytes that wait for the rest of their sequence."""
        return self._at, self._at + len(self._held)

    def close(self) -> list[Frame]:
        """Return the sequence that the stream broke off, if any."""
        held, self._held = self._held, b""
        return [self._frame(held, cut=True)] if held else []

    def _frame(self, data: bytes, *, cut: bool) -> Frame:
        frame = Frame(self._number, self._at, self._at + len(data), data, cut=cut)
        self._number += 1
        self._at = frame.end
        return frame


def segments(raw: bytes) -> list[tuple[int, int, int]]:
    """Return the one piece: offset in the data, offset in ``raw``, length."""
    return [(0, 0, len(raw))]
