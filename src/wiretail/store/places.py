"""From a span to the very bytes that it was written in.

The engine says where text stands as (frame, path, code points in the frame's string). Here the
frame's bytes are read again, the string is found by its path, and code points become bytes of the
capture: escapes, malformed bytes, payloads over several lines, byte order marks. Only frames that
are asked for are read; the last ones are remembered (spec: unicode, 8; design page: spans).
"""

from collections.abc import Callable

from wiretail.model.decisions import Decision
from wiretail.model.events import CallArguments, Event, Reasoning, Text
from wiretail.model.span import Place, Span
from wiretail.store.frames import FrameTable
from wiretail.store.json_path import Finder
from wiretail.store.open_frame import OpenFrame, Segments

Read = Callable[[int, int], bytes]

_REMEMBERED = 4


class Places:
    """Answers for one exchange where its events and decisions stand in the capture.

    ``read(start, end)`` gives bytes of the capture, ``frames`` knows where frames lie, ``segments``
    is that of the framing, ``policy`` the profile's ``repair.bytes``.
    """

    def __init__(
        self, read: Read, frames: FrameTable, segments: Segments, policy: str = "maximal-subpart"
    ) -> None:
        self._read = read
        self._frames = frames
        self._segments = segments
        self._policy = policy
        self._open: dict[int, OpenFrame] = {}
        self._finder = Finder()

    def of(self, item: Event | Decision) -> Span | None:
        """Return the bytes that ``item`` is about.

        Those of its text, where it is about text; else those of its frames. None for what lies in
        no frame with bytes.
        """
        if isinstance(item, Decision):
            return self._of_decision(item) or item.bytes
        if isinstance(item, Text | Reasoning | CallArguments) and item.text:
            start = Place(item.frame, item.path, item.offset)
            end = Place(item.frame, item.path, item.offset + len(item.text))
            return self.between(start, _joined(item) or end)
        return self._frames.range(item.frame)

    def between(self, start: Place, end: Place) -> Span | None:
        """Return the bytes from code point ``start`` up to and without code point ``end``."""
        first, last = self._opened(start.frame), self._opened(end.frame)
        if first is None or last is None:
            return None
        begin = first.begin(start.path, start.offset)
        if end.offset == 0 or end == start:
            return Span(begin, max(begin, last.begin(end.path, end.offset)))
        return Span(begin, max(begin, last.end(end.path, end.offset)))

    def text(self, start: Place, end: int | None = None) -> str:
        """Return the code points of a frame's string from ``start`` up to ``end``, read again.

        Without ``end`` to the end of the string. Raises ``ValueError`` for no such string.
        """
        opened = self._opened(start.frame)
        if opened is None:
            raise ValueError(f"no frame {start.frame}")
        return opened.text(start.path, start.offset, end)

    def _of_decision(self, decision: Decision) -> Span | None:
        if decision.start is not None and decision.end is not None:
            return self.between(decision.start, decision.end)
        # What was repaired before it was text of a channel knows its bytes in the payload.
        if decision.rule == "unicode.bytes" and decision.frames is not None:
            opened, where = self._opened(decision.frames[0]), decision.evidence.get("bytes")
            if opened is not None and where is not None:
                return opened.payload(*where)
        return None

    def _opened(self, number: int) -> OpenFrame | None:
        if number in self._open:
            return self._open[number]
        where = self._frames.range(number)
        if where is None:
            return None
        if len(self._open) == _REMEMBERED:
            del self._open[next(iter(self._open))]
        raw = self._read(where.start, where.end)
        opened = OpenFrame(where.start, raw, self._segments, self._policy, self._finder)
        self._open[number] = opened
        return opened


def _joined(item: Text | Reasoning | CallArguments) -> Place | None:
    """Return where a character ends whose two halves came in two frames."""
    return None if isinstance(item, CallArguments) else item.tail
