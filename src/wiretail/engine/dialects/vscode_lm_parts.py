"""The parts that ``vscode.lm`` gives an extension, one JSON object a frame.

A string ``value`` is text, whatever ``type`` says (bundlers rename the classes). A part with a
``name`` and an ``input`` is a whole native call. The stream has no end of its own: it is over when
no more parts come.
"""

from typing import Any

from wiretail.engine.dialects.opening import Opening, Record, provider_error, record_type
from wiretail.model.deltas import (
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndDelta,
    EndKind,
    TextDelta,
    UnknownDelta,
)
from wiretail.model.frames import Frame

_IDS = ("callId", "toolCallId", "tool_call_id", "id")


class VscodeLmParts:
    """Frames in, deltas out."""

    def __init__(self, *, bytes_policy: str = "maximal-subpart", json_depth: int = 256) -> None:
        self._opening = Opening(
            bytes_policy=bytes_policy, json_depth=json_depth, texts=("value",), value="input"
        )
        self._channel = Channel()
        self._calls = 0
        self._ended = False

    def read(self, frame: Frame) -> list[Delta]:
        """Return what the part says; one that cannot be read gives an error in its place."""
        deltas: list[Delta] = []
        part = self._opening.record(frame, deltas)
        if part is None:
            return deltas
        text = part.get("value")
        if isinstance(text, str):
            if text:
                deltas.append(TextDelta(self._channel, text, "value"))
        elif "name" in part and "input" in part:
            self._call(part, deltas)
        elif error := provider_error(part):
            self._ended = True
            deltas.append(error)
        else:
            deltas.append(UnknownDelta(record_type(part)))
        return deltas

    def close(self) -> list[Delta]:
        """Return the end of the answer, once."""
        if self._ended:
            return []
        self._ended = True
        return [EndDelta(EndKind.DONE)]

    @staticmethod
    def recognise(value: Any) -> int:
        """Say from 0 to 100 how well one parsed frame fits."""
        if not isinstance(value, dict):
            return 0
        if "name" in value and "input" in value and ("callId" in value or len(value) <= 4):
            return 60
        return 55 if isinstance(value.get("value"), str) and len(value) <= 3 else 0

    def _call(self, part: Record, deltas: list[Delta]) -> None:
        channel = Channel(ChannelKind.ARGUMENTS, 0, self._calls)
        self._calls += 1
        ident = next((part[name] for name in _IDS if part.get(name)), None)
        deltas.append(CallStartDelta(channel, ident, part["name"]))
        deltas.append(CallEndDelta(channel, part["input"]))
