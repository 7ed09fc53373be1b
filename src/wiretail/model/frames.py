"""One message of the transport."""

from dataclasses import dataclass


@dataclass(slots=True)
class Frame:
    """An SSE event, an NDJSON line or a piece of plain text.

    ``start`` and ``end`` are byte offsets from the start of the capture; ``data`` is the payload
    (the ``data`` lines of an SSE event joined by LF). ``event`` is the event name, if the framing
    has one. ``cut`` marks a last frame that the stream broke off. ``fault`` is a reason code for a
    frame that breaks the framing itself: then ``data`` may be empty.
    """

    number: int
    start: int
    end: int
    data: bytes
    event: str = ""
    cut: bool = False
    fault: str = ""
