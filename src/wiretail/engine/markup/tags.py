"""Tags of markup: what they look like whole, and what may still become one.

Limits belong to the grammar (spec: vscode-lm 4.1): what is longer is plain text, however it was
cut. Case is ignored for ASCII letters of the tag and attribute names, never for values.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from wiretail.engine.text.whitespace import WS

BLANK = re.escape(WS)
BLANK_IN_LINE = re.escape(WS.replace("\n", ""))
FLAGS = re.ASCII | re.IGNORECASE
_ATTRIBUTE = 'name="'
_FOLD = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def fold(text: str) -> str:
    """Return the text with A-Z as a-z; nothing else folds, and no offset moves (unicode 1.3)."""
    return text.lower() if text.isascii() else text.translate(_FOLD)


def head_tail(
    text: str, at: int, heads: Sequence[str], folding: Callable[[str], str] = fold
) -> int:
    """Return where the longest end of ``text`` (from ``at``) begins that may become a head.

    The length of the text where no end may. Heads are lower case, begin with ``<`` or ``[``, and
    hold neither behind that.
    """
    longest, beginnings = _beginnings(tuple(heads))
    least = max(at, len(text) - longest)
    begin = max(text.rfind("<", least), text.rfind("[", least))
    return begin if begin >= 0 and folding(text[begin:]) in beginnings else len(text)


@lru_cache(256)
def _beginnings(heads: tuple[str, ...]) -> tuple[int, frozenset[str]]:
    """Return how long the longest head is, and all proper beginnings of the heads."""
    cut = (head[:length] for head in heads for length in range(1, len(head)))
    return max(map(len, heads), default=0), frozenset(cut)


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

    __slots__ = ("_beginnings", "_blank", "_limits", "_whole", "heads", "named")

    def __init__(
        self, heads: Sequence[str], limits: Limits, *, named: bool = False, blank: str = BLANK
    ) -> None:
        self.heads = tuple(heads)
        self.named = named
        self._limits = limits
        self._blank = re.compile(f"[{blank}]*")
        least = len(' name="">') if named else len(">")
        fit = [head for head in heads if len(head) + least <= limits.rest]
        self._beginnings = {head[:length] for head in fit for length in range(len(head) + 1)}
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
        if folded in self._beginnings:
            return True
        if not folded.startswith(self.heads):
            return False
        begun = (len(head) for head in self.heads if folded.startswith(head) and folded != head)
        if self.named:
            return any(self._grows_named(tail, folded, length) for length in begun)
        return any(self._closes(tail, length, 0) for length in begun)

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
