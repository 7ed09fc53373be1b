"""The echo reconciler in its channel: in front of the matcher, which reads what it lets through.

Spec: tool-call-echo 5, 6 and 11, recommended 7. Text inside a candidate or a reminder that the
matcher has open is data of that, and nothing begins there.
"""

import re
from collections import deque
from collections.abc import Sequence

from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.fate import Fate, Rewritten, Show, Told
from wiretail.engine.echo.headers import OPEN, opens
from wiretail.engine.echo.hold import EchoHold
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.held import Sink
from wiretail.engine.matcher import Matcher
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.span import Span

#: What may change in what a line or a code span text stands; and a quote, where it begins a line.
_MOVES = re.compile("[\n`~]")
_TIMES = frozenset({Kind.HELD, Kind.RELEASED})
_OF_CUT_MARKERS = frozenset({"marker_prefix", "not_a_marker"})


class EchoStage:
    """Takes a channel's text; what it lets through goes to the matcher, or is shown by the sink."""

    __slots__ = (
        "_at",
        "_channel",
        "_hold",
        "_matcher",
        "_natives",
        "_opens",
        "_parts",
        "_sink",
        "_through",
    )

    def __init__(
        self, rules: EchoRules, channel: Channel, matcher: Matcher | None, sink: Sink
    ) -> None:
        self._hold = EchoHold(rules)
        self._channel = channel
        self._matcher = matcher
        self._sink = sink
        self._opens = opens(rules.max_held_bytes).anywhere
        self._parts: list[str] = []  # what is held, as it came
        self._natives: deque[int] = deque()  # where native calls began in what is held
        self._at = 0  # of the one part, while fates are carried out: up to where it is dealt with
        self._through = 0  # up to here text was let through, or is gone

    @property
    def held_chars(self) -> int:
        """How many code points are withheld."""
        return self._hold.held_chars

    @property
    def looks_back(self) -> int:
        """Where what is held begins."""
        return min(self._hold.start, self._through) if self._hold.held_chars else self._through

    def saw(self, text: str) -> None:
        """Take text that went another way: nothing is held, and nothing can begin in it."""
        self._hold.skip(text)
        self._through += len(text)

    def begins(self, text: str, at: int) -> bool:
        """Tell whether ``text[at:]`` is a cut marker of this stage, and is surely held as one."""
        if not OPEN.startswith(text[at:]) or _MOVES.search(text, 0, at):
            return False
        return self._hold.holds_here() and not (
            self._hold.begins_line() and text[:at].lstrip(" ").startswith(">")
        )

    def feed(self, text: str) -> None:
        """Take the next text of the channel."""
        matcher = self._matcher
        if matcher is None:
            self._take(text)
            return
        self._feed(matcher, text)
        self._announce(matcher)

    def _feed(self, matcher: Matcher, text: str) -> None:
        at = 0  # text may hold many blocks, so that its rest is never copied
        while at < len(text) and not matcher.dead:
            if not self._hold.held_chars:
                at = self._up_to_open(matcher, text, at)
            if at < len(text):
                # The matcher has to know of what stands in front of the next one.
                following = self._opens.search(text, at + 1)
                stop = following.start() if following else len(text)
                self._take(text[at:stop])
                at = stop

    def native_comes(self) -> None:
        """A native call begins behind what is held; for that it comes when it is let through."""
        if self._matcher and self._hold.held_chars:
            self._natives.append(self._hold.end)
            self._matcher.natives_ahead += 1

    def queue(self, size: int) -> None:
        """So many bytes queue behind what is held; too many let it go (5.4)."""
        self._carry(self._hold.queue(size))
        self._announce(self._matcher)

    def release(self) -> None:
        """The queue is full: what is held is text."""
        self._carry(self._hold.release())
        self._announce(self._matcher)

    def settle(self, calls: Sequence[EchoCall]) -> list[Rewritten]:
        """The response ends well: judge what is held; return the arguments that change."""
        fates, rewritten = self._hold.settle(calls)
        self._carry(fates, beside=bool(calls))
        self._announce(self._matcher)
        return rewritten

    def give_up(self) -> None:
        """The response failed: what is held is shown."""
        self._carry(self._hold.give_up())
        self._announce(self._matcher)

    # --- fates ------------------------------------------------------------------

    def _up_to_open(self, matcher: Matcher, text: str, at: int) -> int:
        """Let text through in which nothing begins; return where it ends: a block may begin."""
        while at < len(text):
            following = self._opens.search(text, at)
            stop = following.start() if following else len(text)
            if stop > at:
                self.saw(text[at:stop])
            matcher.read(text[at:stop], text[stop : stop + len(OPEN)])
            if not matcher.in_data or stop == len(text):
                return stop
            self.saw("<")  # data of something else
            matcher.read("<")
            at = stop + 1
        return at

    def _take(self, text: str) -> None:
        self._parts.append(text)
        self._carry(self._hold.feed(text))

    def _carry(self, fates: Sequence[Fate], *, beside: bool = False) -> None:
        """Carry out what was said; ``beside``: the response has calls of its own."""
        if all(isinstance(fate, Told) and fate.kind in _TIMES for fate in fates):
            for fate in fates:
                assert isinstance(fate, Told)
                self._tell_time(fate)
            return
        self._parts = ["".join(self._parts)]
        for fate in fates:
            if self._matcher is not None and self._matcher.dead:
                break  # the turn is refused: what stands behind has that fate
            if isinstance(fate, Show):
                self._show(fate.end)
            elif fate.kind in _TIMES:
                self._tell_time(fate)
            elif fate.kind is Kind.REMOVED:
                self._remove(fate)
            else:
                self._tell_passed(fate, beside=beside)
        rest, self._at = self._parts[0][self._at :], 0
        self._parts = [rest] if rest else []

    def _show(self, end: int) -> None:
        matcher = self._matcher
        if matcher is None:
            self._taken(end)
            self._sink.show(end)
            return
        while self._natives and self._natives[0] <= end:
            matcher.read(self._taken(self._natives[0]))
            self._pass_native(matcher)
        if end > self._through:
            text = self._taken(end)
            matcher.read(text, self._parts[0][self._at : self._at + len(OPEN)])

    def _pass_native(self, matcher: Matcher) -> None:
        """A native call began here: it settles what waits in front of it (vscode-lm 10.3)."""
        self._natives.popleft()
        matcher.natives_ahead -= 1
        matcher.settle(None)

    def _taken(self, end: int) -> str:
        """Return the held text up to ``end``, which is let through or gone."""
        begin = self._at
        self._at += end - self._through
        self._through = end
        return self._parts[0][begin : self._at]

    def _tell_time(self, told: Told) -> None:
        """A cut marker is one hold, whoever of both it waits for, and the matcher speaks of it."""
        matcher = self._matcher
        if matcher is None:
            self._sink.now(self._decision(told))
        elif told.reason not in _OF_CUT_MARKERS:
            matcher.announce()
            matcher.hold_start = -1
            self._sink.now(self._decision(told))

    def _announce(self, matcher: Matcher | None) -> None:
        """Say, once a delta, what is held now."""
        if matcher is None:
            return
        hold = self._hold
        if hold.held_chars and not hold.has_header:
            matcher.announce_cut("".join(self._parts), hold.start, hold.end)
        else:
            matcher.announce()

    def _remove(self, told: Told) -> None:
        matcher = self._matcher
        if matcher is None:
            decision, mark = self._decision(told), self._sink.mark(told.start)
            self._taken(told.end)
            self._sink.drop(told.end, decision, None, mark)
        elif matcher.in_data:
            self._show(told.end)
        else:
            decision, mark = self._decision(told), self._sink.mark(told.start)
            self._taken(told.end)
            matcher.cut_out(decision, mark, told.end)
            while self._natives and self._natives[0] <= told.end:
                self._pass_native(matcher)

    def _tell_passed(self, told: Told, *, beside: bool) -> None:
        matcher = self._matcher
        decision, mark = self._decision(told), self._sink.mark(told.start)
        if matcher is None:
            self._sink.note(decision, mark)
            return
        if matcher.in_data:
            return
        if beside and told.reason == "no_matching_call":
            decision.reason = "native_call"  # recommended 7.4
        matcher.note(decision, mark)

    def _decision(self, told: Told) -> Decision:
        span = Span(told.start, told.end)
        return Decision(
            told.kind, told.rule, told.reason, self._channel, span, evidence=told.evidence
        )
