"""The bytes of single reads."""

from dataclasses import dataclass
from enum import StrEnum


class Boundary(StrEnum):
    """Where the borders between the chunks of an exchange come from."""

    WIRE = "wire"  # one chunk is one read from the transport
    EVENT = "event"  # one chunk is one message of the recording (an SSE event, a line)
    SYNTHETIC = "synthetic"  # we cut: the recording does not know its reads


@dataclass(slots=True)
class Chunk:
    """What one read brought. ``time_ms`` is milliseconds since the capture began, if known."""

    number: int
    data: bytes
    time_ms: float | None = None
