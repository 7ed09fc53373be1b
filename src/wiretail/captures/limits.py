"""How far an encoded body is followed."""

from dataclasses import dataclass

from wiretail.model.settings import SETTINGS

#: So much may always come out, whatever the ratio: small bodies of one repeated event are honest.
FREE_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds in bytes; ``ratio`` is decoded bytes for one encoded byte.

    Passing ``body_bytes`` or ``ratio`` keeps what was decoded so far and says so in a note.
    """

    body_bytes: int = SETTINGS["limits.body_bytes"]
    ratio: int = SETTINGS["limits.ratio"]
    frame_bytes: int = SETTINGS["limits.frame_bytes"]
