"""What becomes of scaffolding in an answer: one table, found x policy (recommended 9, qoder 3).

The judge is asked about what the text has told of a find; it never sees the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Found(Enum):
    """What was found."""

    REMINDER = "reminder"  # a complete block
    UNTERMINATED = "unterminated"  # a block without end, or over its ceiling
    STRAY_CLOSE = "stray_close"  # a close alone, of a reminder or of markup
    CONTAINED_CLOSE = "contained_close"  # a close behind contained text
    MARKUP = "markup"  # an opener with the close that belongs to it
    LONE_OPENER = "lone_opener"  # an opener without a close


class Fate(Enum):
    """What becomes of it."""

    REMOVED = "removed"
    PASSED = "passed"
    REFUSED = "refused"


_TABLE: dict[str, dict[Found, Fate]] = {
    "refuse": {
        Found.REMINDER: Fate.REMOVED,
        Found.UNTERMINATED: Fate.REFUSED,
        Found.STRAY_CLOSE: Fate.REFUSED,
        Found.CONTAINED_CLOSE: Fate.REFUSED,
        Found.MARKUP: Fate.REFUSED,
        Found.LONE_OPENER: Fate.REFUSED,
    },
    "redact": {
        Found.REMINDER: Fate.REMOVED,
        Found.UNTERMINATED: Fate.PASSED,
        Found.STRAY_CLOSE: Fate.PASSED,
        Found.CONTAINED_CLOSE: Fate.REMOVED,
        Found.MARKUP: Fate.REMOVED,
        Found.LONE_OPENER: Fate.PASSED,
    },
    "flag": dict.fromkeys(Found, Fate.PASSED),
}


#: The judge's name in profiles.
NAME = "guard_scaffold"


@dataclass(frozen=True, slots=True)
class GuardScaffold:
    """The judge. ``refuses``: markers trip where they stand; nothing of them is waited for."""

    fates: Mapping[Found, Fate]
    skips_quoted: bool
    max_block: int
    containment: int

    def __deepcopy__(self, memo: object) -> "GuardScaffold":
        """A judge never changes, so snapshots share it."""
        return self

    @property
    def refuses(self) -> bool:
        """Tell whether a marker trips the turn."""
        return self.fates[Found.LONE_OPENER] is Fate.REFUSED

    def judge(self, found: Found) -> Fate:
        """Return what becomes of a find."""
        return self.fates[found]


def guard_of(settings: Mapping[str, Any]) -> GuardScaffold:
    """Return the judge of a profile's settings."""
    return GuardScaffold(
        _TABLE[settings["scaffold.policy"]],
        settings["scaffold.quoted"] == "skip",
        settings["scaffold.max_block_chars"],
        settings["scaffold.containment_chars"],
    )
