"""Plain text: a frame is a piece of the answer, and the stream's end is the answer's."""

from typing import Any

from wiretail.engine.dialects.opening import byte_repair
from wiretail.engine.text.utf8 import repair_bytes
from wiretail.model.deltas import Channel, Delta, EndDelta, EndKind, TextDelta
from wiretail.model.frames import Frame


class PlainText:
    """Frames in, deltas out. A frame must hold whole UTF-8 sequences, as its framing sees to."""

    def __init__(self, *, bytes_policy: str = "maximal-subpart", json_depth: int = 256) -> None:
        del json_depth  # every dialect is made alike
        self._policy = bytes_policy
        self._channel = Channel()
        self._ended = False

    def read(self, frame: Frame) -> list[Delta]:
        """Return the frame's text, and what was repaired in its bytes."""
        repaired = repair_bytes(frame.data, self._policy)
        deltas: list[Delta] = [byte_repair(piece, self._policy) for piece in repaired.marks]
        if repaired.text:
            deltas.append(TextDelta(self._channel, repaired.text))
        return deltas

    def close(self) -> list[Delta]:
        """Return the end of the answer, once."""
        if self._ended:
            return []
        self._ended = True
        return [EndDelta(EndKind.DONE)]

    @staticmethod
    def recognise(value: Any) -> int:
        """Say from 0 to 100 how well one parsed frame fits: what is no object may be text."""
        return 0 if isinstance(value, dict) else 1
