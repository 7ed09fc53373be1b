"""The header of a block: ``<tool_call>`` white space ``<function=`` NAME ``>``.

Spec: tool-call-echo 4 and 5.1. NAME is one or more characters other than ``>``, CR and LF.
"""

import re
from enum import Enum
from typing import NamedTuple

from wiretail.engine.markup.heads import whole_or_cut
from wiretail.engine.text.whitespace import WS

OPEN = "<tool_call>"
FUNCTION = "<function="
CLOSE = "</tool_call>"

_BLANK = re.escape(WS)
_HEADER = re.compile(rf"{OPEN}[{_BLANK}]*+{FUNCTION}(?P<name>[^>\r\n]++)>")
_HEADER_OR_JSON = re.compile(rf"{_HEADER.pattern}|{OPEN}[{_BLANK}]*+(?={{)")
_BLANKS = re.compile(rf"[{_BLANK}]*+")
_NAME = re.compile(r"[^>\r\n]*+")
#: ``<tool_call>``, whole or cut by the end of the text.
OPEN_OR_CUT = re.compile(whole_or_cut([OPEN]))
LINE_OPEN_OR_CUT = re.compile("\n(?:" + whole_or_cut([OPEN]) + ")")
_FUNCTION_LENGTH = len(FUNCTION) + len("n>")
_SHORTEST = len(OPEN) + _FUNCTION_LENGTH


class Header(NamedTuple):
    """A whole header at ``[start, end)``; ``name`` is trimmed for comparison.

    ``json``: a JSON object stands behind it, which holds the name.
    """

    start: int
    end: int
    name: str
    json: bool = False


def find_headers(text: str, longest: int, *, json: bool = False) -> list[Header]:
    """Return all headers of at most ``longest`` code points, whatever their context.

    ``json``: also those in front of a JSON object, with as much white space in them.
    """
    pattern = _HEADER_OR_JSON if json else _HEADER
    found: list[Header] = []
    match = pattern.search(text)
    while match:
        start, end = match.span()
        name = match["name"]
        if end - start + (_FUNCTION_LENGTH if name is None else 0) <= longest:
            found.append(Header(start, end, (name or "").strip(WS), json=name is None))
        else:
            end = start + 1  # its name may end in the ``<tool_call>`` of one that is short enough
        match = pattern.search(text, end)
    return found


def restart(text: str, *, mid_line: bool) -> int:
    """Return where in a prefix that came to nothing another one begins at its end; -1: nowhere."""
    at = text.rfind("<", 1)
    if at < 0 or len(text) - at >= len(OPEN) or not OPEN.startswith(text[at:]):
        return -1
    return at if mid_line or text[at - 1] == "\n" else -1


class Growth(Enum):
    """What a text that began like a header has come to."""

    GROWS = "grows"
    WHOLE = "whole"
    NEVER = "never"


class HeaderReader:
    """Reads one header as it comes. Every character is looked at once.

    ``longest`` bounds the whole header, in code points. ``json``: a JSON object may stand behind
    the white space, and is no part of it.
    """

    __slots__ = ("_index", "_json", "_room", "_stage", "state")

    def __init__(self, longest: int, *, json: bool = False) -> None:
        self._json = json
        self._room = longest - _SHORTEST  # for blanks, and for all of the name but one character
        self._stage = 0  # ``<tool_call>``, blanks, ``<function=``, name
        self._index = 0  # code points of the literal, or of the name, so far
        self.state = Growth.GROWS if self._room >= 0 else Growth.NEVER

    def read(self, text: str, at: int, limit: int) -> int:
        """Read ``text[at:limit]``; return where reading stopped: what is not read is no part."""
        while at < limit and self.state is Growth.GROWS:
            if self._stage == 1:
                at = self._blanks(text, at, limit)
            elif self._stage == 3:
                at = self._name(text, at, limit)
            else:
                at = self._literal(text, at, limit)
        return at

    def _literal(self, text: str, at: int, limit: int) -> int:
        literal = FUNCTION if self._stage else OPEN
        if self._json and self._stage and not self._index and text[at] == "{":
            self.state = Growth.WHOLE
            return at
        while at < limit and self._index < len(literal):
            if text[at] != literal[self._index]:
                self.state = Growth.NEVER
                return at
            at += 1
            self._index += 1
        if self._index == len(literal):
            self._stage, self._index = self._stage + 1, 0
        return at

    def _blanks(self, text: str, at: int, limit: int) -> int:
        match = _BLANKS.match(text, at, min(limit, at + self._room + 1))
        assert match
        at = self._spend(at, match.end() - at)
        if at < limit and self.state is Growth.GROWS:
            self._stage = 2
        return at

    def _name(self, text: str, at: int, limit: int) -> int:
        free = 0 if self._index else 1
        match = _NAME.match(text, at, min(limit, at + self._room + free + 1))
        assert match
        length = match.end() - at
        free = min(free, length)
        self._index += length
        at = free + self._spend(at, length - free)
        if at < limit and self.state is Growth.GROWS:
            whole = text[at] == ">" and self._index > 0
            self.state = Growth.WHOLE if whole else Growth.NEVER
            at += whole
        return at

    def _spend(self, at: int, length: int) -> int:
        """Take ``length`` code points from ``at``, or as many as there is room for."""
        if length > self._room:
            self.state = Growth.NEVER
            return at + self._room
        self._room -= length
        return at + length
