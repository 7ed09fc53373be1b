"""Finds where a candidate begins, in text that is none (spec: tool-call-echo 4, 5.1)."""

from enum import Enum

from wiretail.engine.echo.context import Context
from wiretail.engine.echo.headers import Growth, HeaderReader, opens, restart
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.text.sizes import fitting, utf8_length


class Found(Enum):
    """Why :meth:`Seeker.seek` stopped."""

    NOTHING = "nothing"  # the end of the text; its last characters may be a prefix
    HEADER = "header"  # a whole header ends here
    FULL = "full"  # the next character does not fit into the bound


def is_candidate(context: Context, rules: EchoRules) -> bool:
    """Tell whether a header that begins here is a candidate, no block standing directly before."""
    if context.in_fence():
        return False
    if not rules.mid_line:
        return context.line_start
    if context.on_fence_line() or context.in_quote():
        return False
    return rules.spans_cross_lines or not context.span()


def open_from(text: str, at: int, limit: int, rules: EchoRules, *, here: bool) -> int:
    """Return where ``<tool_call>``, whole or cut at ``limit``, begins; -1: nowhere.

    ``here``: it may begin at ``at``; elsewhere at line starts, or where rules say so, anywhere.
    """
    anywhere, behind_line = opens(rules.max_held_bytes)
    if here and anywhere.match(text, at, limit):
        return at
    mid_line = rules.mid_line
    match = (anywhere if mid_line else behind_line).search(text, at, limit)
    return -1 if match is None else match.start() + (not mid_line)


class Seeker:
    """Reads text up to the end of the first header that is a candidate.

    ``context``: of the text before the pending prefix. ``pending``: the prefix, in parts;
    ``length``: its code points; ``size``: its bytes, and of what is queued behind it. ``room``
    bounds ``size``. ``direct``: a block ends right here, so a header may begin in any context.
    """

    __slots__ = ("_header", "_queued", "_rules", "context", "direct", "length", "pending", "size")

    def __init__(self, context: Context, rules: EchoRules, *, direct: bool = False) -> None:
        self.context = context
        self.direct = direct
        self._rules = rules
        self._header: HeaderReader | None = None
        self.pending: list[str] = []
        self.length = self.size = 0
        self._queued: list[tuple[int, int]] = []  # place in the prefix, bytes

    def seek(self, text: str, at: int, limit: int, room: int) -> tuple[int, Found]:
        """Read ``text[at:limit]``; return where and why reading stopped."""
        while at < limit:
            if self._header is None:
                at = self._begin(text, at, limit)
                continue
            stop = self._header.read(text, at, limit)
            piece = text[at:stop]
            fits = fitting(piece, 0, room - self.size)
            self._take(piece[:fits])
            if fits < len(piece):
                return at + fits, Found.FULL
            at = stop
            if self._header.state is Growth.WHOLE:
                self._header = None
                return at, Found.HEADER
            if self._header.state is Growth.NEVER:
                self._give_up()
        return at, Found.NOTHING

    def queue(self, size: int) -> None:
        """Something queues behind the pending prefix."""
        self._queued.append((self.length, size))
        self.size += size

    def let_go(self) -> None:
        """The pending prefix is given out as text."""
        self.context.feed("".join(self.pending))
        self.drop()

    def drop(self) -> None:
        """The pending prefix, or header, is no text of the context."""
        self._header = None
        self.pending = []
        self.length = self.size = 0
        self._queued = []

    def _begin(self, text: str, at: int, limit: int) -> int:
        """Read text up to where a header may begin."""
        context, direct = self.context, self.direct
        self.direct = False
        here = direct or context.line_start
        start = open_from(text, at, limit, self._rules, here=here)
        if start < 0:
            context.feed(text[at:limit])
            return limit
        context.feed(text[at:start])
        if (direct and start == at) or is_candidate(context, self._rules):
            self._header = self._reader()
            if self._header.state is Growth.GROWS:
                return start
            self._header = None  # no header is short enough
        context.feed(text[start])
        return start + 1

    def _give_up(self) -> None:
        """The prefix can be no header; another may begin at its end."""
        text, queued = "".join(self.pending), self._queued
        self.drop()
        at = restart(text, mid_line=self._rules.mid_line)
        self.context.feed(text if at < 0 else text[:at])
        if at < 0:
            return
        if not is_candidate(self.context, self._rules):
            self.context.feed(text[at:])
            return
        self._header = self._reader()
        self._header.read(text, at, len(text))
        self._take(text[at:])
        for place, size in queued:
            if place > at:
                self._queued.append((place - at, size))
                self.size += size

    def _reader(self) -> HeaderReader:
        return HeaderReader(self._rules.max_header_chars, json=self._rules.json_bodies)

    def _take(self, piece: str) -> None:
        self.pending.append(piece)
        self.length += len(piece)
        self.size += utf8_length(piece)
