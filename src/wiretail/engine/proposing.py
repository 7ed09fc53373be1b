"""A choice of a profile that changes nothing: it says what would be done (design: `observe`).

Two choices take every delta. One is judged as by the profile that this one extends: its queue,
bounds, drops and refusals are real, and of what comes out its decisions are taken, as proposals.
The other has no judge: it repairs, and gives out everything as it comes. So what is proposed is
what would be done, and neither knows of the other.
"""

from wiretail.engine.choice import Choice
from wiretail.engine.lane import Lane
from wiretail.engine.origins import Source
from wiretail.engine.outlet import Out
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.turn import Request
from wiretail.model.decisions import Decision
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    EndKind,
    FinishDelta,
    RefuseDelta,
    TextDelta,
)
from wiretail.model.events import Event

#: What is really done here, too: halves are joined, and lone ones are marked (reasons 1).
_DONE = "unicode.join"


class ProposingChoice:
    """Takes the deltas of one choice, as :class:`Choice` does; it never refuses.

    ``judged`` says what would be done, ``shown`` gives out.
    """

    __slots__ = ("channel", "judged", "shown")

    #: No turn is refused, and no text goes past this choice.
    refused = False

    def __init__(
        self, plan: MatcherPlan, unjudged: MatcherPlan, request: Request, *, turn: int, choice: int
    ) -> None:
        self.judged = Choice(plan, request, turn=turn, choice=choice)
        self.shown = Choice(unjudged, request, turn=turn, choice=choice)
        self.channel: Channel = self.shown.channel

    @property
    def lanes(self) -> tuple[Channel, ...]:
        """The channels that are shown."""
        return tuple(self.shown.lanes)

    @property
    def held_chars(self) -> int:
        """How many code points are withheld: halves of characters, nothing else."""
        return self.shown.held_chars

    @property
    def waits(self) -> bool:
        """Tell whether something is held or queued."""
        return self.shown.waits

    def take_out(self) -> Out:
        """Return what would be done, then what is given out, and forget both."""
        proposed: Out = []
        for item in self.judged.take_out():
            if isinstance(item, Decision) and item.rule != _DONE:
                item.proposed = True
                proposed.append(item)
        return proposed + self.shown.take_out()

    def text(self, delta: TextDelta, source: Source) -> None:
        """Take text or reasoning."""
        _read(self.judged, delta, source)
        self._let_go(delta.channel)
        _read(self.shown, delta, source)

    def start_call(self, delta: CallStartDelta, source: Source) -> None:
        """A native call begins."""
        self.judged.start_call(delta, source)
        self._let_go()
        self.shown.start_call(delta, source)

    def call_arguments(self, delta: CallArgumentsDelta, source: Source) -> None:
        """Take a piece of a native call's arguments."""
        self.judged.call_arguments(delta, source)
        self._let_go()
        self.shown.call_arguments(delta, source)

    def end_call(self, delta: CallEndDelta, source: Source) -> None:
        """A native call is whole."""
        self.judged.end_call(delta, source)
        self._let_go()
        self.shown.end_call(delta, source)

    def finish(self, delta: FinishDelta, source: Source) -> None:
        """Take the provider's stop reason."""
        self.judged.finish(delta, source)
        self.shown.finish(delta, source)

    def push(self, event: Event) -> None:
        """Queue an event of another kind in its place."""
        self.judged.push(event)
        self._let_go()
        self.shown.push(event)

    def refuse(self, delta: RefuseDelta, source: Source) -> None:
        """The turn would fail closed."""
        self.judged.refuse(delta, source)

    def end(self, kind: EndKind, source: Source) -> None:
        """The turn ends."""
        self.judged.end(kind, source)
        self.shown.end(kind, source)

    def _let_go(self, beside: Channel | None = None) -> None:
        """A half that a full queue would let go is let go: spans are of one text.

        ``beside``: the channel whose text came, and so settled its half in both alike.
        """
        if self.judged.refused:
            return
        for channel, lane in self.shown.lanes.items():
            if lane.holds_half and channel != beside and not self.judged.lanes[channel].holds_half:
                lane.flush_half()


def _read(choice: Choice, delta: TextDelta, source: Source) -> None:
    """Let a choice take text, by the short way if it can go there."""
    lane = None if choice.refused else choice.lanes.get(delta.channel)
    out = None if lane is None else _read_short(lane, delta, source)
    if out is None:
        choice.text(delta, source)
    else:
        choice.outlet.out += out


def _read_short(lane: Lane, delta: TextDelta, source: Source) -> Out | None:
    event = lane.short.pass_through(delta.text, source.frame, delta.path)
    return [event] if event else lane.short.go_on(delta.text, source, delta.path)
