"""One frame's bytes, read again: from code points of its strings to bytes of the capture."""

import json
from collections.abc import Callable, Sequence

import orjson

from wiretail.engine.text.utf8 import repair_bytes
from wiretail.model.span import Span
from wiretail.store.json_path import Finder, Found, string_at
from wiretail.store.units import Units

#: (offset in the payload, offset in the frame's raw bytes, length)
Segment = tuple[int, int, int]
Segments = Callable[[bytes], Sequence[Segment]]


class OpenFrame:
    """The bytes ``raw`` of a frame that begins at byte ``start`` of the capture.

    A path leads to a JSON string; the empty path to the payload itself, read as text. Where a path
    leads to a value that is no string, the whole value stands for each of its code points; where
    it leads to nothing, the whole frame does.
    """

    def __init__(
        self, start: int, raw: bytes, segments: Segments, policy: str, finder: Finder
    ) -> None:
        self._whole = Span(start, start + len(raw))
        self._segments = segments(raw)
        self._payload = _payload(raw, self._segments)
        self._policy = policy
        self._finder = finder
        self._strings: dict[str, str | None] = {}
        self._values: dict[str, Units | Found | None] = {}

    def begin(self, path: str, index: int) -> int:
        """Return the capture's byte where code point ``index`` of the string at ``path`` begins."""
        match self._value(path):
            case Units() as units:
                return self._place(units.begin(index))
            case Found() as found:
                return self._place(found.start)
        return self._whole.start

    def end(self, path: str, index: int) -> int:
        """Return the byte behind the last one of code point ``index - 1``."""
        match self._value(path):
            case Units() as units:
                return self._place(units.begin(index) - 1) + 1
            case Found() as found:
                return self._place(found.end - 1) + 1
        return self._whole.end

    def text(self, path: str, start: int, end: int | None = None) -> str:
        """Return the code points ``[start, end)`` of the string at ``path``, as the frame has it.

        Without ``end`` all from ``start`` on. Bytes that are no UTF-8 are repaired, halves of
        surrogate pairs are not. Raises ``ValueError`` where the path leads to no string.
        """
        string = self._string(path)
        if string is not None:
            return string[start:end]
        units = self._value(path)
        if not isinstance(units, Units):
            raise ValueError(f"no string at {path}")  # noqa: TRY004 - of a frame, not of a caller
        stop = len(units) if end is None else end
        data = self._payload[units.begin(start) : units.begin(stop)]
        text = repair_bytes(data, self._policy).text
        return str(json.loads(f'"{text}"', strict=False)) if path else text

    def payload(self, start: int, end: int) -> Span:
        """Return where the payload bytes ``[start, end)`` stand in the capture."""
        first = self._place(start)
        return Span(first, max(first, self._place(end - 1) + 1))

    def _string(self, path: str) -> str | None:
        """Return the string at ``path`` by the quick way; None where it does not lead there.

        A reader of JSON that accepts a frame gives each of its strings just as it is written.
        """
        if not path:
            return None
        if path not in self._strings:
            try:
                self._strings[path] = string_at(orjson.loads(self._payload), path)
            except orjson.JSONDecodeError:
                self._strings[path] = None
        return self._strings[path]

    def _value(self, path: str) -> Units | Found | None:
        if path not in self._values:
            self._values[path] = self._read(path)
        return self._values[path]

    def _read(self, path: str) -> Units | Found | None:
        data = self._payload
        if not path:
            return Units(data, 0, len(data), self._policy, json=False)
        found = self._finder.find(data, path)
        if found is not None and found.is_string:
            return Units(data, found.start, found.end, self._policy, json=True)
        return found

    def _place(self, offset: int) -> int:
        """Return where payload byte ``offset`` stands in the capture.

        The line feed that joins two data lines stands where the first of them ends.
        """
        place = 0
        for in_data, in_raw, length in self._segments:
            if offset < in_data:
                break
            place = in_raw + min(offset - in_data, length)
        return self._whole.start + place


def _payload(raw: bytes, segments: Sequence[Segment]) -> bytes:
    """Put the payload together; what no segment covers are line feeds."""
    size = max((in_data + length for in_data, _, length in segments), default=0)
    payload = bytearray(b"\n" * size)
    for in_data, in_raw, length in segments:
        payload[in_data : in_data + length] = raw[in_raw : in_raw + length]
    return bytes(payload)
