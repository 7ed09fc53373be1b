"""The only door for text into Qt.

Qt drops lone surrogates without a word, merges two halves into a character, swallows a leading
U+FEFF, turns all bytes of a string round after a leading U+FFFE, and lets bidirectional controls
reorder a line. So whatever is not a literal of ours passes here, and comes out with all that cannot
be seen written out. Text is never read back from a widget: the Python side is the truth.
"""

import re
from array import array
from html import escape
from typing import NamedTuple

from wiretail.study.visible import token, visible

#: Nothing to do: what every font has and no engine of layout acts on. A line feed is not in it.
_PLAIN = re.compile(r"[ -~\u00a1-\u00ac\u00ae-\u02ff\u2190-\u21ff\u2400-\u2426\u2026\ufffd]*")

#: Lines of boxes are folded behind so many code points.
FOLD = 500


class Mapped(NamedTuple):
    """Text for Qt, and where each code point of the original stands in it.

    ``starts[i]`` is the UTF-16 unit at which code point ``i`` begins; one more entry is the end.
    """

    text: str
    starts: "array[int]"


def to_qt(text: str) -> str:
    """Return ``text`` on one line, everything invisible written out."""
    if text.isascii() and text.isprintable():  # nearly always, and quicker than any pattern
        return text
    return text if _PLAIN.fullmatch(text) else visible(text)


def to_qt_lines(text: str) -> str:
    """Return ``text`` with its line feeds kept, everything else that is invisible written out."""
    return "\n".join([to_qt(line) for line in text.split("\n")])


def to_tip(text: str) -> str:
    """Return ``text`` for a tooltip: Qt guesses whether one is rich text, so it is, and escaped."""
    lines = [escape(to_qt(line)) for line in text.split("\n")]
    return f"<qt>{'<br>'.join(lines)}</qt>" if text else ""


def to_qt_mapped(text: str, *, lines: bool = False) -> Mapped:
    """Return ``text`` for Qt and the map of positions.

    Qt counts UTF-16 units, spans count code points: a highlight goes through this map. ``lines``
    keeps line feeds, and folds longer lines: Qt's layout of one line is quadratic.
    """
    parts: list[str] = []
    starts = array("q")
    at = 0
    for line in _folded(text) if lines else [text]:
        if parts and not parts[-1].endswith("\n"):
            parts.append("\n")
            at += 1
        at = _add(line, at, parts, starts, feed=lines)
    starts.append(at)
    return Mapped("".join(parts), starts)


def _folded(text: str) -> list[str]:
    return [
        line[at : at + FOLD]
        for line in re.findall(r"[^\n]*\n|[^\n]+", text)
        for at in range(0, len(line), FOLD)
    ]


def _add(text: str, at: int, parts: list[str], starts: "array[int]", *, feed: bool) -> int:
    """Add a line; return the unit behind it."""
    body = text.removesuffix("\n") if feed else text
    if _PLAIN.fullmatch(body):
        starts.extend(range(at, at + len(body)))
        parts.append(body)
        at += len(body)
    else:
        for character in body:
            part = token(ord(character))
            starts.append(at)
            at += len(part) + sum(unit > "\uffff" for unit in part)
            parts.append(part)
    if len(body) < len(text):
        starts.append(at)
        parts.append("\n")
        at += 1
    return at
