"""Stray words: tails of markup that stand before most leaks (spec: recommended 3)."""

from collections.abc import Sequence
from typing import NamedTuple

from wiretail.engine.text.whitespace import WS

_BLANKS = WS.replace("\n", "")
_MOST_BLANKS = 64


class StrayWord(NamedTuple):
    """Where a stray word begins in the text, and where what goes with it ends."""

    start: int
    end: int


class StrayWords:
    """The listed words, and where the end of a text is one or may become one."""

    __slots__ = ("_firsts", "_longest", "_words")

    def __init__(self, words: Sequence[str]) -> None:
        self._words = frozenset(words)
        self._firsts = frozenset(word[0] for word in words)
        self._longest = max(map(len, words), default=0)

    def __deepcopy__(self, memo: object) -> "StrayWords":
        """The list never changes, so snapshots share it."""
        return self

    def before(self, text: str, start: int, end: int, *, begins_line: bool) -> StrayWord | None:
        """Return the stray word that ends at ``end``, where a tag or what may become one stands.

        It stands alone on its line, or on the line above, with only blanks behind it.
        ``begins_line``: ``start`` has nothing but blanks before it on its line.
        """
        if not self._words:
            return None
        newline = text.rfind("\n", start, end)
        word = self._alone(text, newline + 1 if newline >= 0 else start, end)
        if word:
            return word if newline >= 0 or begins_line else None
        if newline < 0 or text[newline + 1 : end].strip(_BLANKS):
            return None
        above = text.rfind("\n", start, newline)
        if above < 0 and not begins_line:
            return None
        word = self._alone(text, above + 1 if above >= 0 else start, newline)
        if word is None or not self._few(text, word.start, end):
            return None
        return StrayWord(word.start, newline + 1)

    def may_begin(self, text: str, start: int, *, begins_line: bool) -> int:
        """Return where the end of the text begins that may become a stray word, or its length."""
        end = len(text)
        newline = text.rfind("\n", start)
        if not self._words or (newline < 0 and not begins_line):
            return end
        word = self.before(text, start, end, begins_line=begins_line)
        if word:
            return word.start
        line = newline + 1 if newline >= 0 else start
        part = text[line:].lstrip(_BLANKS)
        begun = 0 < len(part) <= self._longest and any(
            word.startswith(part) for word in self._words
        )
        return end - len(part) if begun else end

    def may_stand_in(self, text: str, *, begins_line: bool) -> bool:
        """Tell whether the end of the text may become a stray word, or is one."""
        newline = text.rfind("\n")
        begun = text[newline + 1 :].lstrip(WS)
        if not begun and newline >= 0:  # a word may stand on the line above
            begun = text[text.rfind("\n", 0, newline) + 1 : newline].lstrip(WS)
        if not begun or begun[0] not in self._firsts:
            return False
        return self.may_begin(text, 0, begins_line=begins_line) < len(text)

    def _alone(self, text: str, start: int, end: int) -> StrayWord | None:
        line = text[start:end]
        begun = line.lstrip(_BLANKS)
        if begun.rstrip(_BLANKS) not in self._words:
            return None
        word = StrayWord(end - len(begun), end)
        return word if self._few(text, word.start, end) else None

    def _few(self, text: str, start: int, end: int) -> bool:
        blanks = end - start - len(text[start:end].rstrip(WS))
        return blanks <= _MOST_BLANKS
