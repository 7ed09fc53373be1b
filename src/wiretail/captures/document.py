"""Sources that are one JSON document: read whole, so bounded, and repaired."""

from wiretail.captures.source import Source
from wiretail.captures.wording import counted
from wiretail.engine.text.json_text import Joined, KeyCollision, join_value, load_frame
from wiretail.engine.text.utf8 import repair_bytes
from wiretail.errors import CaptureError

_BOM = "\ufeff"


def load_document(source: Source, kind: str) -> Joined:
    """Return the JSON value of a source, every string repaired, and how many marks that took.

    Raises :class:`~wiretail.errors.CaptureError` for what is no JSON, nested too deeply, or longer
    than ``limits.body_bytes``.
    """
    if source.body.size > source.limits.body_bytes:
        raise CaptureError(
            f"{source.name} is longer than limits.body_bytes ({source.limits.body_bytes} bytes), "
            f"and {kind} can only be read whole: export fewer exchanges."
        )
    repaired = repair_bytes(source.body.read(0, source.body.size))
    try:
        joined = join_value(load_frame(repaired.text.removeprefix(_BOM)))
    except KeyCollision as error:
        raise CaptureError(
            f"{source.name} cannot be read as {kind}: two keys of one object become equal when "
            f"their characters are repaired; export it again."
        ) from error
    except ValueError as error:
        raise CaptureError(
            f"{source.name} cannot be read as {kind}: it is no valid JSON, breaks off, or "
            f"is nested too deeply; export it again."
        ) from error
    return Joined(joined.value, joined.marks + repaired.total)


def repair_note(marks: int) -> list[str]:
    """Return the note on characters of a document that had to be replaced."""
    if not marks:
        return []
    return [f"{counted(marks, 'character')} of the file could not be encoded and became U+FFFD."]
