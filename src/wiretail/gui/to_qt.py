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


class Mapped(NamedTuple):
    """Text for Qt, and where each code point of the original stands in it.

    ``starts[i]`` is the UTF-16 unit at which code point ``i`` begins; one more entry is the end.
    """

    text: str
    starts: "array[int]"


def to_qt(text: str) -> str:
    """Return ``text`` on one line, everything invisible written out."""
    return text if _PLAIN.fullmatch(text) else visible(text)


def to_qt_lines(text: str) -> str:
    """Return ``text`` with its line feeds kept, everything else that is invisible written out."""
    return "\n".join([to_qt(line) for line in text.split("\n")])


def to_tip(text: str) -> str:
    """Return ``text`` for a tooltip: Qt guesses whether one is rich text, so it is, and escaped."""
    lines = [escape(to_qt(line)) for line in text.split("\n")]
    return f"<qt>{'<br>'.join(lines)}</qt>" if text else ""


def to_qt_mapped(text: str, *, lines: bool = False) -> Mapped:
    """Return ``text`` for Qt and the map of positions; ``lines`` keeps line feeds.

    Qt counts UTF-16 units, spans count code points: a highlight goes through this map.
    """
    parts: list[str] = []
    starts = array("q")
    at = 0
    for character in text:
        part = character if lines and character == "\n" else token(ord(character))
        starts.append(at)
        at += len(part) + sum(unit > "\uffff" for unit in part)
        parts.append(part)
    starts.append(at)
    return Mapped("".join(parts), starts)
