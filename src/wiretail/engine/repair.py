"""Halves of surrogate pairs, split over deltas, come together; halves left alone become U+FFFD.

Spec: unicode 6. After this step every offset is final. One half at most is held a channel.
"""

from typing import NamedTuple

from wiretail.engine.text.surrogates import HIGH_HALVES, LOW_HALVES, SURROGATE, join

MARK = "\ufffd"


class Repaired(NamedTuple):
    """What a delta becomes.

    ``before`` completes the half that was held (empty: none was); ``text`` is the delta's own text;
    ``skipped`` how many of its code points went into ``before``; ``holds`` that its last code point
    is a high half, and held; ``lone`` where in ``text`` marks stand for lone halves.
    """

    before: str
    text: str
    skipped: int
    holds: bool
    lone: tuple[int, ...] = ()


class PairJoiner:
    """Joins the halves of one channel. ``half`` is the high half that is held, or empty."""

    __slots__ = ("half",)

    def __init__(self) -> None:
        self.half = ""

    def feed(self, text: str) -> Repaired:
        """Take a delta as the provider sent it. An empty one keeps the hold."""
        if not text or (not self.half and (text.isascii() or not SURROGATE.search(text))):
            return Repaired("", text, 0, holds=False)
        before, skipped = "", 0
        if self.half:
            skipped = int(ord(text[0]) in LOW_HALVES)
            before = join(self.half + text[0])[0] if skipped else MARK
            text = text[skipped:]
            self.half = ""
        if text and ord(text[-1]) in HIGH_HALVES:
            self.half, text = text[-1], text[:-1]
        mended = join(text)[0]
        return Repaired(before, mended, skipped, bool(self.half), _lone(text, mended))

    def flush(self) -> str:
        """Return the mark for a half whose other half never came, or nothing."""
        half, self.half = self.half, ""
        return MARK if half else ""


def _lone(text: str, mended: str) -> tuple[int, ...]:
    """Return where in the mended text lone halves stood (marks of the text itself are none)."""
    if not SURROGATE.search(text):
        return ()
    places = []
    at = 0
    for place, character in enumerate(mended):
        if character == MARK and text[at] != MARK:
            places.append(place)
        at += 1 + (ord(character) > 0xFFFF and ord(text[at]) <= 0xFFFF)
    return tuple(places)
