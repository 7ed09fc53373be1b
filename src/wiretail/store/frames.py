"""Where the frames of an exchange lie in its capture: two numbers a frame."""

from array import array
from collections.abc import Iterable
from importlib import import_module

from wiretail.engine.framing import FRAMINGS
from wiretail.model.chunks import Chunk
from wiretail.model.frames import Frame
from wiretail.model.settings import SETTINGS
from wiretail.model.span import Span
from wiretail.store.open_frame import Segments


class FrameTable:
    """The byte ranges of frames, by number; offsets count from the start of the capture.

    ``starts`` and ``ends`` are columns that somebody else has, and goes on filling.
    """

    def __init__(
        self, starts: "array[int] | None" = None, ends: "array[int] | None" = None
    ) -> None:
        self._starts = array("q") if starts is None else starts
        self._ends = array("q") if ends is None else ends

    def add(self, frame: Frame) -> None:
        """Append the next frame."""
        self.add_range(frame.start, frame.end)

    def add_range(self, start: int, end: int) -> None:
        """Append the next frame by its byte range."""
        self._starts.append(start)
        self._ends.append(end)

    def __len__(self) -> int:
        return len(self._starts)

    def range(self, number: int) -> Span | None:
        """Return the bytes of a frame with all its lines, None for a number that no frame has."""
        if not 0 <= number < len(self._starts):
            return None
        return Span(self._starts[number], self._ends[number])


def segments_of(framing: str) -> Segments:
    """Return the ``segments`` of a framing: it maps the payload of a frame to its raw bytes."""
    module = import_module(FRAMINGS[framing].__module__)
    segments: Segments = module.segments
    return segments


def frame_table(
    chunks: Iterable[Chunk],
    framing: str,
    start: int = 0,
    limit: int = SETTINGS["limits.frame_bytes"],
) -> FrameTable:
    """Frame the bytes of an exchange that begins at byte ``start`` of its capture."""
    table = FrameTable()
    reader = FRAMINGS[framing](start=start, limit=limit)
    for chunk in chunks:
        for frame in reader.feed(chunk.data):
            table.add(frame)
    for frame in reader.close():
        table.add(frame)
    return table
