"""A text shortened in its middle, with a marker that says how much went (spec: vscode-lm 14)."""

import re
from typing import NamedTuple

_MARKER = "\n\n[... {:,} characters truncated to fit the model context window ...]\n\n"
# The count is bounded: no text has more characters, and int() refuses endless digits.
_CUT_BEFORE = re.compile(
    r"\n\n\[\.\.\. ([0-9]{1,3}(?:,[0-9]{3}){0,6})"
    r" characters truncated to fit the model context window \.\.\.\]\n\n"
)


class Cut(NamedTuple):
    """A shortened text, and the half-open range of code points of the old one that went."""

    text: str
    start: int
    end: int


def middle_out(text: str, max_chars: int) -> str:
    """Return the text in at most ``max_chars`` code points: head, marker, tail.

    Where the marker has no room only the head is kept.

    >>> middle_out("hello world", 5)
    'hello'
    >>> middle_out("a" * 500, 72)
    'a\\n\\n[... 498 characters truncated to fit the model context window ...]\\n\\na'
    """
    return cut(text, max_chars).text


def cut(text: str, max_chars: int) -> Cut:
    """Return :func:`middle_out` of the text with the range that it took out."""
    if len(text) <= max(max_chars, 0):
        return Cut(text, len(text), len(text))
    return _cut(text, len(text), len(text), 0, max_chars)


def cut_again(text: str, max_chars: int) -> Cut:
    """Return the same for a text that may hold a marker already: one marker remains.

    More is taken at the first marker, and its count goes on (spec: recommended 11.5).

    >>> once = cut_again("a" * 900, 400).text
    >>> cut_again(once, 400).text == once
    True
    >>> cut_again(once, 200).text.count("truncated")
    1
    """
    found = _CUT_BEFORE.search(text)
    if found is None or len(text) <= max_chars:
        return cut(text, max_chars)
    return _cut(text, found.start(), found.end(), int(found[1].replace(",", "")), max_chars)


def _cut(text: str, head: int, tail: int, gone: int, max_chars: int) -> Cut:
    """Keep the ends of ``text[:head]`` and ``text[tail:]``; ``gone`` went between them before."""
    there = head + len(text) - tail
    keep = max_chars - len(_MARKER.format(gone + there))
    if keep <= 0:
        kept = min(head, max(max_chars, 0))
        return Cut(text[:kept], kept, len(text))
    first, last = _shares(keep, head, len(text) - tail, whole=head == tail)
    marker = _MARKER.format(gone + there - first - last)
    end = len(text) - last
    return Cut(text[:first] + marker + text[end:], first, end)


def _shares(keep: int, head: int, tail: int, *, whole: bool) -> tuple[int, int]:
    first, last = keep - keep // 2, keep // 2
    if whole:
        return first, last
    # A side shorter than its share gives the rest to the other.
    short_head, short_tail = max(first - head, 0), max(last - tail, 0)
    return min(first + short_tail, head), min(last + short_head, tail)
