"""Where an entry of a HAR document keeps the stream that came."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wiretail.captures.body import Body, MemoryBody, Reads
from wiretail.captures.body_kind import body_framing
from wiretail.captures.har_entry import decode_base64, headers, part, seconds
from wiretail.captures.http import Head, content_kind, undo_encodings
from wiretail.captures.limits import Limits
from wiretail.captures.lines import SAMPLE, sample_lines
from wiretail.captures.unpack import GZIP_MAGIC
from wiretail.captures.wording import counted
from wiretail.model.chunks import Boundary

HELP = (
    "a stream has no data in this file: browsers leave it out of the sanitized export, so export "
    'again with "Save all as HAR with sensitive data" after the response has ended.'
)

_MISSING = "the file holds no data of this response."


@dataclass(slots=True)
class Found:
    """A stream that an entry holds."""

    body: Body
    framing: str
    boundary: Boundary = Boundary.SYNTHETIC
    reads: Reads | None = None
    notes: list[str] = field(default_factory=list)
    end: str = ""


def find_body(entry: Mapping[str, Any], limits: Limits, began: float | None) -> Found | None:
    """Return the stream of an entry, None where its response is none.

    Chrome's list of events is preferred: it has a time for each. ``began`` is the time of the first
    entry (ms since 1970), from which the times of chunks count.
    """
    response = part(entry, "response")
    found = _from_events(entry, began) or _from_content(response, limits)
    if found is None and entry.get("_eventSourceMessages"):
        found = Found(MemoryBody(b""), "sse", Boundary.EVENT, notes=[_MISSING])
    if found is not None and (response.get("_error") or entry.get("_error")):
        found.end = "error"
        found.notes.append("the recording says that the response ended in an error.")
    return found


def _from_events(entry: Mapping[str, Any], began: float | None) -> Found | None:
    listed = entry.get("_eventSourceMessages")
    events = listed if isinstance(listed, list) else []
    with_data = [
        event
        for event in events
        if isinstance(event, Mapping) and isinstance(event.get("data"), str)
    ]
    if not with_data:
        return None
    parts, reads = _rebuilt(with_data, began)
    found = Found(MemoryBody(b"".join(parts)), "sse", Boundary.EVENT, reads)
    if len(with_data) < len(events):
        lost = counted(
            len(events) - len(with_data), "event without data is", "events without data are"
        )
        found.notes.append(f"{lost} left out.")
    return found


def _rebuilt(events: list[Mapping[str, Any]], began: float | None) -> tuple[list[bytes], Reads]:
    """Write events as an event stream again, each of them a read."""
    parts: list[bytes] = []
    reads = Reads()
    end = 0
    for event in events:
        parts.append(_event_bytes(event))
        end += len(parts[-1])
        time_s = seconds(event.get("time"))
        if time_s is None:
            reads.add(end, None)
            continue
        began = time_s * 1000 if began is None else began
        reads.add(end, round(time_s * 1000 - began, 3))
    return parts, reads


def _event_bytes(event: Mapping[str, Any]) -> bytes:
    lines: list[str] = []
    # "message" is the name of an event that was sent without one.
    name, key = event.get("eventName"), event.get("eventId")
    if isinstance(name, str) and name not in {"", "message"}:
        lines.append(f"event: {_one_line(name)}")
    if isinstance(key, str) and key:
        lines.append(f"id: {_one_line(key)}")
    data = event["data"].replace("\r\n", "\n").replace("\r", "\n")
    lines += (f"data: {line}" for line in data.split("\n"))
    return "".join(f"{line}\n" for line in [*lines, ""]).encode()


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")


def _from_content(response: Mapping[str, Any], limits: Limits) -> Found | None:
    content = part(response, "content")
    head = Head(0, tuple(headers(response).items()), 0)
    mime = content.get("mimeType")
    kind = mime if isinstance(mime, str) and mime else head.get("content-type")
    text = content.get("text")
    if not isinstance(text, str) or not text:
        return (
            Found(MemoryBody(b""), content_kind(kind), notes=[_MISSING])
            if _lost(content, kind)
            else None
        )
    found = _decoded(text, content, head, limits)
    found.framing = body_framing(found.body, kind)
    # Pages, scripts and answers of other services are text too; only streams are wanted here.
    is_stream = found.framing == "sse" or (found.framing == "ndjson" and _is_lines(found.body))
    return found if is_stream or content_kind(kind) else None


def _is_lines(body: Body) -> bool:
    """Tell whether there are at least two lines: one line of JSON is a whole answer."""
    lines = sample_lines(body.read(0, SAMPLE))
    return next(lines, None) is not None and next(lines, None) is not None


def _lost(content: Mapping[str, Any], kind: str) -> bool:
    """Tell whether a stream was promised and its data is not there."""
    return bool(content_kind(kind)) and content.get("text") in (None, "")


def _decoded(text: str, content: Mapping[str, Any], head: Head, limits: Limits) -> Found:
    found = Found(MemoryBody(text.encode()), "")
    if content.get("encoding") != "base64":
        return found
    data, whole = decode_base64(text)
    if not whole:
        found.notes.append("the base64 of the response is damaged; what can be read is kept.")
    found.body = MemoryBody(data)
    # Browsers decode before they export, mitmproxy does not always: only real gzip is undone.
    if data.startswith(GZIP_MAGIC) or "deflate" in head.get("content-encoding"):
        undone = undo_encodings(found.body, head, limits)
        found.body, found.end = undone.body, "cut" if undone.cut else ""
        found.notes += undone.notes
    return found
