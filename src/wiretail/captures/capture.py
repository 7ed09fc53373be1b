"""What a reader makes of a source: a capture, its exchanges, their requests.

The bytes of a capture are the bodies of its exchanges, transfer and content encoding undone, one
behind the other. Offsets count from the first byte of the first body.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wiretail.captures.body import Body, Reads, chunks
from wiretail.model.calls import Tool
from wiretail.model.chunks import Boundary, Chunk
from wiretail.model.transcript import Message

#: How a recording of an exchange ended: it came to its end, the client left, the connection broke,
#: the recording itself breaks off, or nobody wrote it down.
ENDS = ("eof", "abort", "error", "cut", "")


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, as far as the source tells.

    ``tools`` is None where they are unknown and empty where none were offered. ``raw`` is the
    request as the source holds it, secrets redacted by value; ``tools`` and ``messages`` never hold
    a value that stood in a header or in a field of a secret's name.
    """

    tools: tuple[Tool, ...] | None = None
    messages: tuple[Message, ...] | None = None
    model: str | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Exchange:
    """One request and its response.

    ``start`` is the byte offset of the body in the capture; ``body_place`` the place in the file
    where the body stands verbatim, None where it does not. ``reads`` are the recorded reads, None
    where the source knows none.
    """

    number: int
    framing: str
    dialect: str
    boundary: Boundary
    start: int
    body: Body
    request: Request | None = None
    reads: Reads | None = None
    body_place: int | None = None
    notes: list[str] = field(default_factory=list)
    end: str = ""
    dialect_reason: str = ""

    def chunks(self) -> Iterator[Chunk]:
        """Yield the response's bytes read by read; can be asked for again and again."""
        return chunks(self.body, self.reads)


@dataclass(slots=True)
class Capture:
    """One recorded source.

    ``name`` is fit to be shown. ``unknown`` counts records that were skipped, by kind. ``notes``
    are sentences on what is not as it should be. ``reason`` says why ``format`` was chosen.
    """

    name: str
    format: str
    exchanges: list[Exchange] = field(default_factory=list)
    unknown: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    reason: str = ""

    @property
    def size(self) -> int:
        """How many bytes the bodies of all exchanges have together."""
        return sum(exchange.body.size for exchange in self.exchanges)

    def add(self, exchange: Exchange) -> None:
        """Put an exchange behind the others; sets its number and start."""
        exchange.number = len(self.exchanges)
        last = self.exchanges[-1] if self.exchanges else None
        # Not the size of the capture: that is a sum over all exchanges.
        exchange.start = 0 if last is None else last.start + last.body.size
        self.exchanges.append(exchange)

    def skip(self, kind: str) -> None:
        """Count a record that is not read."""
        self.unknown[kind] = self.unknown.get(kind, 0) + 1

    def read(self, start: int, end: int) -> bytes:
        """Return the capture's bytes ``[start, end)``, fewer where the capture ends before.

        Raises ``ValueError`` for a range that is none, :class:`~wiretail.errors.CaptureError` where
        the bytes are not in the file any more.
        """
        if not 0 <= start <= end:
            raise ValueError(f"not a range of bytes: {start}..{end}")
        first = bisect_right(self.exchanges, start, key=lambda exchange: exchange.start) - 1
        parts: list[bytes] = []
        for exchange in self.exchanges[max(first, 0) :]:
            if exchange.start >= end:
                break
            parts.append(exchange.body.read(start - exchange.start, end - exchange.start))
        return b"".join(parts)
