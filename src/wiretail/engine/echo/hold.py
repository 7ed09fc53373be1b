"""The scanner of one channel: how far text may be given out, and what is held for the end.

Spec: tool-call-echo 5 and 11. Every character is looked at once while it comes, and once more when
what is held is drained.
"""

from collections.abc import Sequence

from wiretail.engine.echo.body import Body
from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.context import Context
from wiretail.engine.echo.drain import drain, unsuppressed
from wiretail.engine.echo.fate import Fate, Rewritten, Show, Told
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.echo.seeker import Found, Seeker, is_candidate, open_from
from wiretail.engine.text.json_text import DEPTH
from wiretail.engine.text.sizes import fitting, utf8_length
from wiretail.model.decisions import Kind

#: A bound below the longest character would hold nothing and go nowhere.
_LEAST_ROOM = 4


class EchoHold:
    """Takes a channel's repaired text. Plain data: a deep copy is a snapshot, O(held).

    ``start``: where the held text begins; ``end``: code points taken (equal: nothing is held). All
    offsets count code points of the channel.
    """

    __slots__ = (
        "_announced",
        "_body",
        "_bytes",
        "_depth",
        "_parts",
        "_room",
        "_rules",
        "_seeker",
        "end",
        "start",
    )

    def __init__(self, rules: EchoRules, depth: int = DEPTH) -> None:
        self._rules = rules
        self._depth = depth
        self._room = max(rules.max_held_bytes, _LEAST_ROOM)
        context = Context(spans_cross_lines=rules.spans_cross_lines)
        self._seeker = Seeker(context, rules)  # reads what is shown, and keeps a prefix
        self._parts: list[str] = []  # from the first whole header on
        self._bytes = 0
        self._body: Body | None = None
        self._announced = ""  # the reason that was said of what is held
        self.start = self.end = 0

    @property
    def held_chars(self) -> int:
        """How many code points are held."""
        return self.end - self.start

    @property
    def has_header(self) -> bool:
        """Tell whether a whole header is held, and not only what may become one."""
        return self._body is not None

    @property
    def held_bytes(self) -> int:
        """How many bytes are held, with what is queued behind them."""
        return self._bytes if self._body else self._seeker.size

    def passes(self, text: str) -> bool:
        """Take text if nothing is held and no candidate can begin in it; False: :meth:`feed` it."""
        if self.start < self.end:
            return False
        context = self._seeker.context
        rules, here = self._rules, context.line_start
        if "<" in text and open_from(text, 0, len(text), rules, here=here) >= 0:
            return False
        context.feed(text)
        self.start = self.end = self.end + len(text)
        return True

    def holds_here(self) -> bool:
        """Tell whether a header that begins at the end of the text would be a candidate."""
        seeker = self._seeker
        return seeker.direct or is_candidate(seeker.context, self._rules)

    def begins_line(self) -> bool:
        """Tell whether nothing but spaces stands on the line so far."""
        return self._seeker.context.in_indent()

    def skip(self, text: str) -> None:
        """Take text while nothing is held, of which the caller knows that nothing begins in it."""
        self._seeker.context.feed(text)
        self.start = self.end = self.end + len(text)

    def release(self) -> list[Fate]:
        """Give out what is held, as where a bound is passed (5.4)."""
        fates: list[Fate] = []
        if self.start < self.end:
            self._release(fates)
        return fates

    def feed(self, text: str) -> list[Fate]:
        """Take text; return what is settled by it, in order of text."""
        fates: list[Fate] = []
        at = 0
        if self._body:
            self._body.begin(text, 0)
        while at < len(text):
            if self._body:
                at = self._watch(self._body, text, at, fates)
            else:
                at = self._seek(text, at, fates)
        if self.start < self.end:
            reason = "call_body" if self._body else "marker_prefix"
            if reason != self._announced:
                self._announced = reason
                fates.append(Told(Kind.HELD, reason, self.start, self.end))
        return fates

    def queue(self, size: int) -> list[Fate]:
        """Another event queues behind held text (5.3): ``size`` bytes of compact JSON, or of text.

        Where it does not fit, what is held is given out before it (5.4): then nothing is held any
        more, and the event needs not queue.
        """
        fates: list[Fate] = []
        if self.start == self.end:
            return fates
        if self.held_bytes + size > self._room:
            self._release(fates)
        elif self._body:
            self._bytes += size
        else:
            self._seeker.queue(size)
        return fates

    def settle(self, calls: Sequence[EchoCall]) -> tuple[list[Fate], list[Rewritten]]:
        """The response ends well: judge what is held (6), and say which arguments change (8, 10).

        The calls are those of the whole response, in their order.
        """
        if self._body is None:
            return self._settle_prefix(), []
        context, text = self._seeker.context, "".join(self._parts)
        drained = drain(text, context, calls, self._rules, self._depth)
        self._seeker.context = drained.context
        return self._lay_out(drained.told), drained.rewritten

    def give_up(self) -> list[Fate]:
        """The response failed: what is held is shown whole, even what repeats a call (11)."""
        if self._body is None:
            return self._settle_prefix()
        context, text = self._seeker.context, "".join(self._parts)
        told = unsuppressed(text, context, self._rules, "turn_failed", unclosed="incomplete")
        context.feed(text)
        return self._lay_out(told)

    # --- reading ------------------------------------------------------------

    def _seek(self, text: str, at: int, fates: list[Fate]) -> int:
        """Read text outside of candidates; return where reading stopped."""
        seeker = self._seeker
        stop, found = seeker.seek(text, at, len(text), self._room)
        self.end += stop - at
        start = self.end - seeker.length
        if start > self.start:
            if self._announced:
                fates.append(Told(Kind.RELEASED, "not_a_marker", self.start, start))
            self._move(start, fates)
        if found is Found.FULL:
            self._release(fates)
        elif found is Found.HEADER:
            self._parts, self._bytes = seeker.pending, seeker.size
            seeker.drop()
            self._body = Body(seeker.context, self._rules)
            self._body.begin(text, stop)
        return stop

    def _watch(self, body: Body, text: str, at: int, fates: list[Fate]) -> int:
        """Read a segment of held text; return where reading stopped."""
        stop, passed = body.read(text, at)
        piece = text[at:stop]
        fits = fitting(piece, 0, self._room - self._bytes)
        full = fits < len(piece)
        if full:
            piece = piece[:fits]
        self._parts.append(piece)
        self._bytes += utf8_length(piece)
        self.end += len(piece)
        if full or passed:
            self._release(fates)
        return at + len(piece)

    # --- letting go -----------------------------------------------------------

    def _release(self, fates: list[Fate]) -> None:
        """A bound is passed: what is held is given out as it is; delivery wins over hiding."""
        fates.append(Told(Kind.RELEASED, "hold_bound", self.start, self.end))
        if self._body is None:
            self._seeker.let_go()
            self._move(self.end, fates)
            return
        context, text = self._seeker.context, "".join(self._parts)
        told = unsuppressed(text, context, self._rules, "too_long")
        context.feed(text)
        begin = self.start
        for one in told:
            self._tell(one, begin, fates)
        self._empty(fates)

    def _settle_prefix(self) -> list[Fate]:
        """What is held, if anything, is the beginning of a header that never came."""
        fates: list[Fate] = []
        if self.start < self.end:
            fates.append(Told(Kind.RELEASED, "end_of_turn", self.start, self.end))
            self._seeker.let_go()
            self._move(self.end, fates)
        return fates

    def _lay_out(self, told: Sequence[Told]) -> list[Fate]:
        """Say of every piece of the held text what becomes of it."""
        fates: list[Fate] = []
        begin = at = self.start
        for one in told:
            if begin + one.start > at:
                fates.append(Told(Kind.RELEASED, "end_of_turn", at, begin + one.start))
            self._tell(one, begin, fates)
            at = one.end
        if at < self.end:
            fates.append(Told(Kind.RELEASED, "end_of_turn", at, self.end))
        self._empty(fates)
        return fates

    def _tell(self, one: Told, begin: int, fates: list[Fate]) -> None:
        """Say what was found, where it stands in the channel."""
        one.start, one.end = begin + one.start, begin + one.end
        self._move(one.start, fates)
        fates.append(one)
        if one.kind is Kind.REMOVED:
            self.start = one.end

    def _move(self, end: int, fates: list[Fate]) -> None:
        """Text up to ``end`` is visible."""
        self._announced = ""
        if end > self.start:
            fates.append(Show(end))
            self.start = end

    def _empty(self, fates: list[Fate]) -> None:
        self._move(self.end, fates)
        self._parts = []
        self._bytes = 0
        self._body = None
