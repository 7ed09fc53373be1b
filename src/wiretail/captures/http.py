"""What HTTP wraps around a body: header blocks, chunked framing, content encoding."""

import re
from dataclasses import dataclass, field

from wiretail.captures.body import SLICE, Body, Buffered, Spool
from wiretail.captures.limits import Limits
from wiretail.captures.unpack import GZIP_MAGIC, Outcome, gunzip, inflate

STATUS_LINE = re.compile(rb"HTTP/[0-9](?:\.[0-9])? +([0-9]{3})(?: [^\r\n]*)?\r?\n")

#: Longest run of header blocks (bytes); servers refuse far less.
MAX_HEAD = 262_144

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n")
_LONGEST_SIZE_LINE = 4096


@dataclass(frozen=True, slots=True)
class Head:
    """The last header block of a dump; ``end`` is where the body begins (bytes)."""

    status: int
    headers: tuple[tuple[str, str], ...]
    end: int

    def get(self, name: str) -> str:
        """Return a header's value by its name in lower case, empty where there is none."""
        values = [value for key, value in self.headers if key.lower() == name]
        return ", ".join(values)


@dataclass(slots=True)
class Undone:
    """A body after its encodings were undone; ``cut`` where it breaks off."""

    body: Body
    notes: list[str] = field(default_factory=list)
    cut: bool = False


def read_head(data: bytes) -> Head | None:
    """Read the header blocks at the begin of a dump; None where there is no whole one.

    Blocks of ``100 Continue``, redirects and proxies stand in front of the last one.
    """
    head: Head | None = None
    at = 0
    while status := STATUS_LINE.match(data, at):
        blank = _BLANK_LINE.search(data, status.end() - 2)
        if blank is None:
            break
        fields = data[status.end() : max(blank.start(), status.end())]
        head = Head(int(status[1]), _fields(fields), blank.end())
        at = blank.end()
    return head


def _fields(block: bytes) -> tuple[tuple[str, str], ...]:
    lines = block.decode("latin-1").split("\n")  # RFC 9112 5.5: bytes beyond ASCII are opaque
    pairs = (line.partition(":") for line in lines if ":" in line)
    return tuple((name.strip(), value.strip()) for name, _, value in pairs)


def undo_encodings(body: Body, head: Head, limits: Limits) -> Undone:
    """Undo chunked framing and content encoding, each only where the bytes really show it.

    curl takes away the chunked framing itself, and the encoding with ``--compressed``, and leaves
    the headers as they were.
    """
    undone = Undone(body)
    if "chunked" in head.get("transfer-encoding").lower() and _is_chunked(body):
        undone.body, undone.cut = _dechunked(body)
        if undone.cut:
            undone.notes.append("the chunked framing breaks off before its last chunk.")
    encodings = [word.strip() for word in head.get("content-encoding").lower().split(",")]
    for encoding in reversed([word for word in encodings if word not in {"", "identity"}]):
        if not _undo_one(undone, encoding, limits):
            break
    return undone


def _undo_one(undone: Undone, encoding: str, limits: Limits) -> bool:
    body = undone.body
    if encoding in {"gzip", "x-gzip"}:
        if body.read(0, 3) != GZIP_MAGIC:  # undone already, or never done
            return True
        unpacked = gunzip(body, limits)
    elif encoding == "deflate":
        unpacked = inflate(body, limits)
        if unpacked.outcome is Outcome.DAMAGED and not unpacked.body.size:
            return True
    else:
        undone.notes.append(
            f"the body is encoded as {encoding!a:.24}, which is not undone; record it without."
        )
        return False
    undone.body = unpacked.body
    undone.cut = undone.cut or unpacked.outcome in {Outcome.CUT, Outcome.DAMAGED}
    if unpacked.outcome:
        undone.notes.append(f"the body {unpacked.outcome}; what comes before that is kept.")
    return True


def _is_chunked(body: Body) -> bool:
    """Tell whether the first chunk ends where its size says (RFC 9112 7.1)."""
    size = _CHUNK_SIZE.match(body.read(0, _LONGEST_SIZE_LINE))
    if size is None:
        return False
    end = size.end() + int(size[1], 16)
    return end > body.size or body.read(end, end + 2) in {b"\r\n", b"\r", b""}


def _dechunked(body: Body) -> tuple[Spool, bool]:
    """Return the body without its chunk sizes, and whether it breaks off."""
    out = Spool()
    body = Buffered(body)
    at = 0
    while size := _CHUNK_SIZE.match(body.read(at, at + _LONGEST_SIZE_LINE)):
        length = int(size[1], 16)
        if not length:
            return out, False
        at += size.end()
        for place in range(at, min(at + length, body.size), SLICE):
            out.append(body.read(place, min(place + SLICE, at + length)))
        at += length + 2
    return out, True


def content_kind(content_type: str) -> str:
    """Return the framing that a Content-Type promises, empty where it promises none."""
    kind = content_type.partition(";")[0].strip().lower()
    return _KINDS.get(kind, "")


_KINDS = {
    "text/event-stream": "sse",
    "application/x-ndjson": "ndjson",
    "application/ndjson": "ndjson",
    "application/jsonl": "ndjson",
    "application/x-jsonlines": "ndjson",
    "application/json-lines": "ndjson",
    "application/jsonlines": "ndjson",
    "application/stream+json": "ndjson",
}
