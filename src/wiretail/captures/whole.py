"""Formats whose one body is the file itself."""

from wiretail.captures.capture import Capture, Exchange
from wiretail.captures.dialect import spoken
from wiretail.captures.source import Source
from wiretail.model.chunks import Boundary


def read_whole(source: Source, name: str, framing: str, dialect: str | None) -> Capture:
    """Make a capture of one exchange whose body is all of the source.

    It is read in slices when it is asked for: the file is never wholly in memory.
    """
    capture = Capture(source.name, name, notes=source.notes)
    capture.add(body_exchange(source, framing, dialect))
    return capture


def body_exchange(source: Source, framing: str, dialect: str | None) -> Exchange:
    """Make the exchange of a source that is nothing but a body."""
    speech = spoken(source.body, framing, dialect)
    return Exchange(
        number=0,
        framing=framing,
        dialect=speech.name,
        dialect_reason=speech.reason,
        boundary=Boundary.SYNTHETIC,
        start=0,
        body=source.body,
        body_place=0 if source.verbatim else None,
        notes=[speech.note] if speech.note else [],
    )
