"""Half-open ranges."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """``[start, end)``: code points of one channel's repaired text, or bytes of a capture.

    The field that holds a span says which of the two it counts.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Place:
    """A point in the text that one frame carries.

    ``path`` leads to the string inside the frame (``choices[0].delta.content``, or empty where the
    frame is the text); ``offset`` counts code points of that string as the frame holds it, before
    halves of a pair are joined over frames (spec: unicode, offsets).
    """

    frame: int
    path: str
    offset: int
