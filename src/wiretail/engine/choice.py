"""One choice of one turn: its channels, its calls, its end. Each choice is judged for itself."""

from wiretail.engine.lane import Lane
from wiretail.engine.native_calls import NativeCalls
from wiretail.engine.origins import Source, locate_frames
from wiretail.engine.outlet import Out, Outlet, fitting
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.turn import Toolbox, Turn
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    EndKind,
    FinishDelta,
    RefuseDelta,
    TextDelta,
)
from wiretail.model.events import End, Event, Refusal

_FAILURES = frozenset({EndKind.ERROR, EndKind.CANCELLED})
_REFUSED = {
    "key_collision": "The turn was refused: two keys of one object are equal after repair. "
    "The content is not repeated here.",
}


class Choice:
    """Takes the deltas of one choice; what is settled is in the outlet's ``out``."""

    __slots__ = (
        "_calls",
        "_halves",
        "_plan",
        "_raw",
        "_refused",
        "_turn",
        "channel",
        "lanes",
        "outlet",
    )

    def __init__(
        self, plan: MatcherPlan, toolbox: Toolbox, *, turn: int, choice: int, propose: bool
    ) -> None:
        self._plan = plan
        self._turn = Turn(toolbox)
        self.channel = Channel(ChannelKind.TEXT, choice, 0, turn)
        self.lanes: dict[Channel, Lane] = {}
        self._halves: dict[Channel, Lane] = {}  # of the lanes, those that may hold a half
        self._raw = ""
        self._refused = False
        self.outlet = Outlet(propose=propose)
        self._calls = NativeCalls(plan.rules, self._turn, self.outlet)

    @property
    def held_chars(self) -> int:
        """How many code points all channels withhold."""
        return sum(lane.held_chars for lane in self.lanes.values())

    @property
    def waits(self) -> bool:
        """Tell whether something is held or queued."""
        return not self.outlet.idle or self.held_chars > 0

    def take_out(self) -> Out:
        """Return what is settled, and forget it."""
        out, self.outlet.out = self.outlet.out, []
        return out

    def text(self, delta: TextDelta, source: Source) -> Lane | None:
        """Take text or reasoning; return its lane, unless the turn was refused."""
        if self._refused:
            return None
        lane = self.lanes.get(delta.channel)
        if lane is None:
            self._end_blocks(delta.channel)
            lane = Lane(delta.channel, self._plan, self._turn, self.outlet)
            self.lanes[delta.channel] = lane
        event = lane.pass_through(delta.text, source.frame, delta.path)
        if event is None:
            self._feed(lane, delta, source)
        else:
            self.outlet.out.append(event)
        return lane

    def _feed(self, lane: Lane, delta: TextDelta, source: Source) -> None:
        """Feed a delta in pieces that the queue has room for (qoder 7.7)."""
        text, at = delta.text, 0
        while at < len(text):
            room = self._plan.max_queued - self.outlet.queued_bytes
            count = fitting(text, at, room, joins=lane.holds_half)
            if not count and self._relieve():
                continue
            piece = text if count == len(text) else text[at : at + max(count, 1)]
            lane.feed(piece, source, delta.path, at)
            at += len(piece)
        if lane.holds_half:
            self._halves[lane.channel] = lane

    def _keep_bound(self) -> None:
        while self.outlet.queued_bytes > self._plan.max_queued and self._relieve():
            pass

    def _relieve(self) -> bool:
        """The queue is full: what everything waits for is text. Tell whether that helped."""
        before = self.outlet.queued_bytes
        channel = self.outlet.first_channel
        if channel is None:
            return False
        self.lanes[channel].release()
        return self.outlet.queued_bytes < before

    def start_call(self, delta: CallStartDelta, source: Source) -> None:
        """A native call begins: it settles what is held in every channel (vscode-lm 10.3)."""
        if self._refused:
            return
        if self._calls.is_open(delta.channel):
            self.end_call(CallEndDelta(delta.channel), source)  # another call follows: it is whole
        if not delta.server:
            self._settle(None)
        self._calls.start(delta, source)

    def call_arguments(self, delta: CallArgumentsDelta, source: Source) -> None:
        """Take a piece of a native call's arguments."""
        if not self._refused:
            self._calls.arguments(delta, source)
            self._keep_bound()

    def end_call(self, delta: CallEndDelta, source: Source) -> None:
        """A native call is whole."""
        if not self._refused:
            self._calls.end(delta, source)
            self._keep_bound()

    def finish(self, delta: FinishDelta) -> None:
        """Take the provider's stop reason; the turn goes on until its end."""
        self._turn.stop_reason, self._raw = delta.reason, delta.raw

    def push(self, event: Event | Decision) -> None:
        """Queue an event of another kind in its place."""
        if not self._refused:
            self.outlet.push(event)
            self._keep_bound()

    def refuse(self, delta: RefuseDelta, source: Source) -> None:
        """The turn fails closed; what is held is text, and nothing comes after."""
        if self._refused:
            return
        self._fail(source)
        decision = Decision(Kind.REFUSED, delta.rule, delta.refusal_class)
        self.outlet.push(locate_frames(decision, source, source))
        message = _REFUSED[delta.refusal_class]
        payload = {"code": delta.refusal_class}
        refusal = Refusal(self.channel, delta.refusal_class, message, source.frame, payload=payload)
        self.outlet.push(refusal)
        self._refused = True

    def end(self, kind: EndKind, source: Source) -> None:
        """The turn ends: every held tail is settled, then the end is given out."""
        if self._refused:
            return
        if kind in _FAILURES:
            self._fail(source, kind)
        else:
            self._settle(kind)
            self._calls.end_all(source)
        self.outlet.push(End(self.channel, kind, source.frame, self._turn.stop_reason, self._raw))
        self.outlet.drain()
        assert self.outlet.idle

    def _end_blocks(self, channel: Channel) -> None:
        """A new block ends the wait for a low half in those of its kind before it (unicode 6.2)."""
        for other in [other for other in self._halves if other.kind is channel.kind]:
            self._halves.pop(other).flush_half()

    def _settle(self, kind: EndKind | None) -> None:
        for lane in self.lanes.values():
            lane.settle(kind)
        self.outlet.drain()

    def _fail(self, source: Source, kind: EndKind = EndKind.ERROR) -> None:
        self.outlet.fail()
        self._settle(kind)
        self._calls.withdraw_all(source)
