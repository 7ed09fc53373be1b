"""Tags of markup: what they look like whole, and what may still become one.

Limits belong to the grammar (spec: vscode-lm 4.1): what is longer is plain text, however it was
cut. Case is ignored for ASCII letters of the tag and attribute names, never for values.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wiretail.engine.text.whitespace import WS

BLANK = re.escape(WS)
BLANK_IN_LINE = re.escape(WS.replace("\n", ""))
FLAGS = re.ASCII | re.IGNORECASE
_ATTRIBUTE = 'name="'
_FOLD = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def fold(text: str) -> str:
    """Return the text with A-Z as a-z; nothing else folds, and no offset moves (unicode 1.3)."""
    return text.translate(_FOLD)


def head_tail(
    text: str, at: int, heads: Sequence[str], folding: Callable[[str], str] = fold
) -> int:
    """Return where the longest end of ``text`` (from ``at``) begins that may become a head.

    The length of the text where no end may. Heads are lower case, begin with ``<`` or ``[``, and
    hold neither behind that.
    """
    longest = max(map(len, heads), default=0)
    least = max(at, len(text) - longest)
    begin = max(text.rfind("<", least), text.rfind("[", least))
    if begin >= 0:
        tail = folding(text[begin:])
        if any(len(tail) < len(head) and head.startswith(tail) for head in heads):
            return begin
    return len(text)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a tag may be: its name value, and the rest of it, in code points."""

    name: int = 256
    rest: int = 64


@dataclass(frozen=True, slots=True)
class Found:
    """A whole tag: where it ends, and its name value (empty for a tag without one)."""

    end: int
    name: str = ""


class Tag:
    """One tag, in all its spellings.

    ``heads`` are its spellings up to the end of the tag name (``<invoke``), lower case. ``named``
    tags go on with a ``name="..."`` attribute. ``blank`` is the class of white space that may stand
    before the closing ``>``.
    """

    __slots__ = ("_blank", "_limits", "_whole", "heads", "named")

    def __init__(
        self, heads: Sequence[str], limits: Limits, *, named: bool = False, blank: str = BLANK
    ) -> None:
        self.heads = tuple(heads)
        self.named = named
        self._limits = limits
        self._blank = re.compile(f"[{blank}]*")
        spelled = "|".join(map(re.escape, heads))
        attribute = f'[{BLANK}]+{_ATTRIBUTE}(?P<name>[^"]+)"' if named else "(?P<name>)"
        self._whole = re.compile(f"(?:{spelled}){attribute}[{blank}]*>", FLAGS)

    def __deepcopy__(self, memo: object) -> "Tag":
        """A tag never changes, so snapshots share it."""
        return self

    def match(self, text: str, at: int) -> Found | None:
        """Return the whole tag that begins at ``at``, if one does."""
        longest = at + self._limits.rest + self._limits.name
        match = self._whole.match(text, at, longest)
        if match is None:
            return None
        name = match["name"]
        if len(name) > self._limits.name or len(match[0]) - len(name) > self._limits.rest:
            return None
        return Found(match.end(), name)

    def may_grow(self, text: str, at: int) -> bool:
        """Tell whether ``text[at:]`` is a proper prefix of such a tag within the limits."""
        tail = text[at : at + self._limits.rest + self._limits.name + 1]
        folded = fold(tail)
        return any(self._grows(tail, folded, head) for head in self.heads)

    def _grows(self, tail: str, folded: str, head: str) -> bool:
        least = len(' name="">') if self.named else len(">")
        if len(tail) <= len(head):
            return head.startswith(folded) and len(head) + least <= self._limits.rest
        if not folded.startswith(head):
            return False
        return (
            self._grows_named(tail, folded, len(head))
            if self.named
            else self._closes(tail, len(head), 0)
        )

    def _grows_named(self, tail: str, folded: str, at: int) -> bool:
        blank_end = at + len(tail[at:]) - len(tail[at:].lstrip(WS))
        if blank_end == at:
            return False
        rest = folded[blank_end : blank_end + len(_ATTRIBUTE)]
        value = blank_end + len(_ATTRIBUTE)
        if len(tail) <= value:
            return _ATTRIBUTE.startswith(rest) and value + len('">') <= self._limits.rest
        if rest != _ATTRIBUTE:
            return False
        quote = tail.find('"', value)
        if quote < 0:
            return len(tail) - value <= self._limits.name and value + len('">') <= self._limits.rest
        name = quote - value
        return 0 < name <= self._limits.name and self._closes(tail, quote + 1, name)

    def _closes(self, tail: str, at: int, name: int) -> bool:
        """Tell whether only blanks follow, with room for the closing ``>``."""
        return self._blank.fullmatch(tail, at) is not None and len(tail) - name < self._limits.rest
