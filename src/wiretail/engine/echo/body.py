"""What is watched in held text until the turn ends: its closers, and the prose behind the last.

Spec: tool-call-echo 5.4. Nothing is judged here; every character is looked at once.
"""

from itertools import islice

from wiretail.engine.echo.context import Context
from wiretail.engine.echo.headers import CLOSE
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.echo.seeker import Found, Seeker
from wiretail.engine.text.whitespace import WS

_NO_BLANKS = dict.fromkeys(map(ord, WS))


class Closers:
    """Where the next ``</tool_call>`` of the text at hand ends, over the borders of deltas.

    ``end`` is -1 where the text at hand holds no other one.
    """

    __slots__ = ("_partial", "end")

    def __init__(self) -> None:
        self._partial = 0
        self.end = -1

    def begin(self, text: str, at: int) -> None:
        """A new text is at hand, from ``at`` on."""
        rest = CLOSE[self._partial :]
        here = text[at : at + len(rest)]
        if self._partial and rest.startswith(here):
            if here == rest:
                self._partial, self.end = 0, at + len(rest)
            else:
                self._partial += len(here)
                self.end = -1
            return
        self.seek(text, at)

    def seek(self, text: str, at: int) -> None:
        """Look for the next one that begins at or behind ``at``."""
        self._partial = 0
        found = text.find(CLOSE, at)
        self.end = found + len(CLOSE) if found >= 0 else -1
        if found < 0:
            tail = text.rfind("<", max(at, len(text) - len(CLOSE)))
            if tail >= 0 and CLOSE.startswith(text[tail:]):
                self._partial = len(text) - tail


class Body:
    """Held text behind the first whole header, read in segments.

    A block goes from its header to the first closer, and counts as one character of its line.
    """

    __slots__ = ("_closers", "_open", "_prose", "_rules", "_seeker")

    def __init__(self, context: Context, rules: EchoRules) -> None:
        """Take the context in front of the header."""
        self._rules = rules
        self._closers = Closers()
        self._open = True  # no closer stands behind the last whole header
        self._prose = 0
        self._seeker = Seeker(context.fork(), rules)

    def begin(self, text: str, at: int) -> None:
        """A new text is at hand."""
        self._closers.begin(text, at)

    def read(self, text: str, at: int) -> tuple[int, bool]:
        """Read a segment; return its end, and whether the bound on prose is passed there."""
        close = self._closers.end
        limit = len(text) if close < 0 else close
        if not self._open:
            stop, found = self._seeker.seek(text, at, limit, limit * 4 + self._seeker.size)
            last = stop - (found is Found.HEADER or stop == close)
            passed = self._count(text[at:last])
            if passed >= 0:
                return at + passed, True
            if found is Found.HEADER:
                self._open = True
                if stop == close:  # what looked like a closer is the end of a name
                    self._closers.seek(text, close)
                return stop, False
        if limit == close:
            self._close(text, close)
        return limit, False

    def _close(self, text: str, close: int) -> None:
        """A closer ends here: prose is counted from here on, and a header may stand here."""
        seeker = self._seeker
        if self._open:
            seeker.drop()
            seeker.context.block()
        self._open, self._prose, seeker.direct = False, 0, True
        self._closers.seek(text, close)

    def _count(self, piece: str) -> int:
        """Count prose; return how much of the piece stands before the bound is passed, or -1."""
        solid = len(piece.translate(_NO_BLANKS))
        if self._prose + solid <= self._rules.max_prose_chars:
            self._prose += solid
            return -1
        left = self._rules.max_prose_chars - self._prose
        solid_at = (place for place, character in enumerate(piece) if character not in WS)
        return next(islice(solid_at, left, None)) + 1
