"""Dumps of ``curl -i``: header blocks, a blank line, the body."""

from wiretail.captures.body import Body, Part
from wiretail.captures.body_kind import body_framing
from wiretail.captures.capture import Capture, Exchange
from wiretail.captures.dialect import spoken
from wiretail.captures.http import MAX_HEAD, STATUS_LINE, Head, read_head, undo_encodings
from wiretail.captures.source import Source
from wiretail.errors import CaptureError
from wiretail.model.chunks import Boundary


def recognise(head: bytes) -> tuple[int, str]:
    """Say whether these first bytes are a header block: 0..100, and why."""
    if STATUS_LINE.match(head):
        return 95, "it begins with the status line of an HTTP response"
    return 0, "it does not begin with a status line"


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read a dump; encodings that the body still shows are undone.

    Raises:
        CaptureError: the header blocks do not end.
    """
    head = read_head(source.body.read(0, MAX_HEAD))
    if head is None:
        raise CaptureError(
            f"{source.name} breaks off in its HTTP headers, or does not begin with any: "
            f"record it again with curl -iN."
        )
    capture = Capture(source.name, "curl", notes=source.notes)
    capture.add(_exchange(source, head, dialect))
    return capture


def _exchange(source: Source, head: Head, dialect: str | None) -> Exchange:
    sent: Body = Part(source.body, head.end, source.body.size - head.end)
    undone = undo_encodings(sent, head, source.limits)
    notes = list(undone.notes)
    framing = body_framing(undone.body, head.get("content-type"))
    if not framing:
        framing = "plain"
        notes.append("the body is neither an event stream nor JSON lines nor text; read as text.")
    speech = spoken(undone.body, framing, dialect)
    notes += [speech.note] if speech.note else []
    if head.status >= 400:
        notes.append(f"the server answered with status {head.status}.")
    return Exchange(
        number=0,
        framing=framing,
        dialect=speech.name,
        dialect_reason=speech.reason,
        boundary=Boundary.SYNTHETIC,
        start=0,
        body=undone.body,
        body_place=head.end if source.verbatim and undone.body is sent else None,
        notes=notes,
        end="cut" if undone.cut else "",
    )
