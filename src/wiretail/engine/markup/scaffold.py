"""What a vendor's scaffolding looks like: reminder blocks and tool-call markup.

Spec: qoder 2 and 9.

Markers are exact, but for case: A-Z fold, and the Kelvin sign folds to k. One character folds to
one, so no offset moves. A stem (``<system-reminder``) opens only in front of a boundary.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from wiretail.engine.markup.tags import BLANK

_FOLD = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)} | {0x212A: ord("k")}
_BOUNDARY = re.compile(f"[{BLANK}/>]")
STEM = "<system-reminder"
REMINDER_CLOSE = "</system-reminder>"
#: Longer than every marker and its boundary.
LONGEST = 24
#: What ends leaked markup (recommended 9).
_LONGEST_NAME = 64
_MARKUP_END = re.compile(
    rf"</invo[k\u212a]e>|</functions[^<>\n]{{0,{_LONGEST_NAME}}}>", re.ASCII | re.IGNORECASE
)
_MARKUP_END_CUT = re.compile(
    rf"</functions[^<>\n]{{0,{_LONGEST_NAME}}}\Z", re.ASCII | re.IGNORECASE
)
MARKUP_END_HEADS = ("</invoke>", "</functions")


def fold_scaffold(text: str) -> str:
    """Return the text as markers are compared: A-Z and the Kelvin sign folded."""
    return text.translate(_FOLD)


class Kind(Enum):
    """What a marker does."""

    OPENS_REMINDER = "opens_reminder"
    CLOSES_REMINDER = "closes_reminder"
    OPENS_MARKUP = "opens_markup"
    CLOSES_MARKUP = "closes_markup"


class Marker(NamedTuple):
    """One marker: its folded text, what it does, and the class of the turn that it trips."""

    text: str
    kind: Kind
    refusal_class: str
    bounded: bool = False
    begins_line: bool = False  # it is one at the start of a line outside fences only

    def match(self, folded: str, at: int) -> int | None:
        """Return where the marker that begins at ``at`` ends; -1 while more text decides; None."""
        end = at + len(self.text)
        if len(folded) < end or (self.bounded and len(folded) == end):
            return -1 if self.text.startswith(folded[at:end]) else None
        if not folded.startswith(self.text, at):
            return None
        return end if not self.bounded or _BOUNDARY.match(folded, end) else None


_MARKUP = "tool_call_markup"
_REMINDER = (
    Marker(STEM, Kind.OPENS_REMINDER, "unterminated_reminder", bounded=True),
    Marker(REMINDER_CLOSE, Kind.CLOSES_REMINDER, "stray_reminder_close"),
)
_FUNCTIONS = Marker("<functions.", Kind.OPENS_MARKUP, _MARKUP)
_INVOKE_CLOSE = Marker("</invoke>", Kind.CLOSES_MARKUP, _MARKUP)
_INVOKE_OPENS = {
    "basic": (
        Marker("<invoke name=", Kind.OPENS_MARKUP, _MARKUP),
        Marker("<invoke>", Kind.OPENS_MARKUP, _MARKUP),
    ),
    "extended": (Marker("<invoke", Kind.OPENS_MARKUP, _MARKUP, bounded=True),),
}

_AT_LINE_START = (
    ("<\uff5c\uff5cdsml\uff5c\uff5c", Kind.OPENS_MARKUP),
    ("</\uff5c\uff5cdsml\uff5c\uff5c", Kind.CLOSES_MARKUP),
    ("<\uff5cdsml\uff5c", Kind.OPENS_MARKUP),
    ("</\uff5cdsml\uff5c", Kind.CLOSES_MARKUP),
    ("[tool result]", Kind.OPENS_MARKUP),
    ("[tool error]", Kind.OPENS_MARKUP),
    ("[tool_result]", Kind.OPENS_MARKUP),
    ("[tool call]", Kind.OPENS_MARKUP),
    ("[tool call:", Kind.OPENS_MARKUP),
)
#: What the wider list adds, beside its other ``<invoke`` (recommended 9).
_MORE = {
    "basic": (),
    "extended": (
        Marker("</functions.", Kind.CLOSES_MARKUP, _MARKUP),
        *(Marker(text, kind, _MARKUP, begins_line=True) for text, kind in _AT_LINE_START),
    ),
}


def markers_of(settings: Mapping[str, Any], *, invoke_armed: bool) -> Sequence[Marker]:
    """Return the markers of a profile.

    While the ``<invoke>`` grammar is armed its tags are the grammar's affair (recommended 9).
    """
    which = settings["scaffold.markers"]
    common = (*_REMINDER, _FUNCTIONS, *_MORE[which])
    return common if invoke_armed else (*common, _INVOKE_CLOSE, *_INVOKE_OPENS[which])


def markup_end(text: str, at: int) -> tuple[int, int]:
    """Return where the next end of leaked markup begins and ends; an end of -1: none is whole.

    Then it may begin where the first says, or at the end of the text.
    """
    found = _MARKUP_END.search(text, at)
    if found:
        return found.start(), found.end()
    cut = _MARKUP_END_CUT.search(text, at)
    return (cut.start() if cut else len(text)), -1
