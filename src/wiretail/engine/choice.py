"""One choice of one turn: its channels, its calls, its end. Each choice is judged for itself."""

from wiretail.engine.lane import Lane
from wiretail.engine.native_calls import NativeCalls
from wiretail.engine.origins import Source, locate_frames
from wiretail.engine.outlet import Out, Outlet, json_bytes
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.refusals import refusal_event
from wiretail.engine.stretch import Trip, evidence
from wiretail.engine.text.sizes import fitting
from wiretail.engine.text.surrogates import join_pairs
from wiretail.engine.turn import Redacted, Request, Turn
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
    StopReason,
    TextDelta,
)
from wiretail.model.events import End, Event
from wiretail.model.span import Span

_ALL_KINDS = frozenset(ChannelKind)
_FAILURES = frozenset({EndKind.ERROR, EndKind.CANCELLED})


class Choice:
    """Takes the deltas of one choice; what is settled is in the outlet's ``out``."""

    __slots__ = (
        "_calls",
        "_finished",
        "_halves",
        "_plan",
        "_raw",
        "_turn",
        "channel",
        "lanes",
        "outlet",
        "refused",
    )

    def __init__(self, plan: MatcherPlan, request: Request, *, turn: int, choice: int) -> None:
        self._plan = plan
        self._turn = Turn(request.toolbox, request.input)
        self.channel = Channel(ChannelKind.TEXT, choice, 0, turn)
        self.lanes: dict[Channel, Lane] = {}
        self._halves: dict[Channel, Lane] = {}  # of the lanes, those that may hold a half
        self._raw = ""
        self._finished: Source | None = None  # where the stop reason stands
        self.refused = False
        self.outlet = Outlet(self._turn)
        self._calls = NativeCalls(plan, self._turn, self.outlet)

    @property
    def held_chars(self) -> int:
        """How many code points all channels withhold; of a refused turn nothing is, it is gone."""
        return 0 if self.refused else sum(lane.held_chars for lane in self.lanes.values())

    @property
    def waits(self) -> bool:
        """Tell whether something is held or queued."""
        return bool(self.outlet.queue) or not self.outlet.idle or self.held_chars > 0

    def take_out(self) -> Out:
        """Return what is settled, and forget it."""
        return self.outlet.take_out()

    def text(self, delta: TextDelta, source: Source) -> Lane | None:
        """Take text or reasoning; return its lane, unless the turn was refused."""
        if self.refused:
            self._swallow(delta, source)
            return None
        self.outlet.queue_up()
        lane = self.lanes.get(delta.channel)
        event = None
        if lane is None:
            self._end_halves(frozenset({delta.channel.kind}))
            lane = self.lanes[delta.channel] = self._lane(delta.channel)
            event = lane.short.pass_through(delta.text, source.frame, delta.path)
        if event is None:
            self._queue_behind(delta, lane)
            self._feed(lane, delta, source)
        else:
            self.outlet.out.append(event)
        if self.outlet.refuses:
            self._trip(source)
            return None
        return lane

    def _lane(self, channel: Channel) -> Lane:
        return Lane(channel, self._plan, self._turn, self.outlet)

    def _feed(self, lane: Lane, delta: TextDelta, source: Source) -> None:
        """Feed a delta in pieces that the queue has room for (qoder 7.7)."""
        text, at = join_pairs(delta.text), 0
        while at < len(text) and not self.outlet.refuses:
            room = self._plan.max_queued - self.outlet.queued_bytes
            count = fitting(text, at, room, joins=lane.holds_half)
            if not count and self._relieve():
                continue
            piece = text if count == len(text) else text[at : at + max(count, 1)]
            lane.feed(piece, source, delta.path, at)
            at += len(piece)
        if self.outlet.refuses:
            lane.swallow(text[at:], source, delta.path, at)
        if self.outlet.refuses or lane.holds_half:
            self._halves[lane.channel] = lane

    def _queue_behind(self, item: Event | Decision | TextDelta, beside: Lane | None = None) -> None:
        """Something comes that queues behind what other channels hold as echoes (echo 5.4)."""
        if self._plan.echo is not None and not self.outlet.idle:
            self._count_behind(json_bytes(item), beside)

    def _count_behind(self, size: int, beside: Lane | None = None) -> None:
        for lane in self.lanes.values() if size > 0 else ():
            if lane is not beside:
                lane.queue_behind(size)

    def _count_call(self, before: int) -> None:
        """Something of a native call came; so much was queued before it."""
        self._count_behind(self.outlet.queued_bytes - before)
        self._keep_bound()

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
        if self.refused:
            if not delta.server:
                self._end_halves(_ALL_KINDS)
            return
        self.outlet.queue_up()
        if self._calls.is_open(delta.channel):
            self.end_call(CallEndDelta(delta.channel), source)  # another call follows: it is whole
        self._calls.begin(delta, source)
        if not delta.server:
            for lane in self.lanes.values():
                lane.native_comes()
            self._settle(None)
        before = self.outlet.queued_bytes
        refusal = self._calls.start(delta, source)
        if refusal:
            self.refuse(RefuseDelta(refusal, "call.native"), source)
        else:
            self._count_call(before)

    def call_arguments(self, delta: CallArgumentsDelta, source: Source) -> None:
        """Take a piece of a native call's arguments."""
        if not self.refused:
            self.outlet.queue_up()
            before = self.outlet.queued_bytes
            self._calls.arguments(delta, source)
            self._count_call(before)

    def end_call(self, delta: CallEndDelta, source: Source) -> None:
        """A native call is whole."""
        if not self.refused:
            self.outlet.queue_up()
            before = self.outlet.queued_bytes
            self._calls.end(delta, source)
            self._count_call(before)
            self._judge_again()
            self._keep_bound()

    def finish(self, delta: FinishDelta, source: Source) -> None:
        """Take the provider's stop reason; the turn goes on until its end."""
        self._turn.stop_reason, self._raw, self._finished = delta.reason, delta.raw, source

    def push(self, event: Event | Decision) -> None:
        """Queue an event of another kind in its place."""
        if not self.refused:
            self.outlet.queue_up()
            self._queue_behind(event)
            self.outlet.push(event)
            self._keep_bound()

    def refuse(self, delta: RefuseDelta, source: Source) -> None:
        """The turn fails closed; what is held is text, and nothing comes after."""
        if self.refused:
            return
        self.outlet.queue_up()
        self._fail(source)
        decision = Decision(Kind.REFUSED, delta.rule, delta.refusal_class)
        self.outlet.push(locate_frames(decision, source, source))
        self.outlet.push(refusal_event(self.channel, delta.refusal_class, source.frame))
        self.refused = True

    def end(self, kind: EndKind, source: Source) -> None:
        """The turn ends: every held tail is settled, then the end is given out."""
        if not self.refused:
            self.outlet.queue_up()
            self._end(kind, source)
        if self.outlet.tripped:
            self._tell_trip(*self.outlet.tripped, source)

    def _end(self, kind: EndKind, source: Source) -> None:
        if kind in _FAILURES:
            self._fail(source, kind)
        else:
            self._calls.end_all(source)
            self._judge_again()
            self._settle_echoes(source)
            self._settle(kind)
            if not self.outlet.refuses:
                self._calls.give_out()
        if self.outlet.refuses:
            self._trip(source)
            return
        redacted = self._turn.redacted
        reason = self._corrected(self._finished or source)
        if redacted and not self._turn.spoken and not self._has_call():
            self._refuse_redacted(redacted, source)
        else:
            end = End(self.channel, kind, source.frame, reason, self._raw, redacted is not None)
            self.push(end)
        self.outlet.drain()
        assert self.outlet.idle

    def _refuse_redacted(self, found: Redacted, source: Source) -> None:
        """Nothing is left behind what was taken out: no empty success (recommended 9)."""
        said, channel, evidence = found
        refused = Decision(Kind.REFUSED, "scaffold.trip", said, channel, evidence=evidence)
        self.push(locate_frames(refused, source, source))
        marker = evidence["marker"]
        self.push(refusal_event(channel, said, source.frame, marker=marker, redacted=True))

    def _has_call(self) -> bool:
        return bool(self._turn.natives or self._turn.recovered)

    # --- scaffolding that refuses the turn (qoder 5 and 6) ----------------------

    def _trip(self, source: Source) -> None:
        """Give out the harmless tails of other channels, then the refusal; swallow the rest."""
        assert self.outlet.tripped
        channel, trip = self.outlet.tripped
        self.outlet.drain()  # what was settled in front of the trip does not hang on the cut
        self._fail(source)
        self.push(refusal_event(channel, trip.refusal_class, source.frame, marker=trip.marker))
        self.outlet.drain()
        self.refused = True

    def _swallow(self, delta: TextDelta, source: Source) -> None:
        """Nothing is given out any more: the text of the refused channel is counted (qoder 5)."""
        lane = self.lanes.get(delta.channel)
        if lane is None:
            self._end_halves(frozenset({delta.channel.kind}))
            self.lanes[delta.channel] = self._lane(delta.channel)
        elif self.outlet.tripped and self.outlet.tripped[0] == delta.channel:
            lane.swallow(join_pairs(delta.text), source, delta.path)
            self._halves[lane.channel] = lane

    def _tell_trip(self, channel: Channel, trip: Trip, source: Source) -> None:
        """The refused text reaches to the end of the turn, and so it is told there."""
        lane = self.lanes[channel]
        lane.flush_half()
        span = Span(trip.start, max(trip.start, lane.end))
        found = evidence(trip.marker, span.start, span)
        decision = Decision(
            Kind.REFUSED, "scaffold.trip", trip.refusal_class, channel, span, evidence=found
        )
        decision.start, decision.end = trip.mark.place, lane.end_place
        self.outlet.out.append(locate_frames(decision, trip.mark.source, source))

    def _judge_again(self) -> None:
        """A native call is whole: candidates that waited for it have their verdict."""
        for lane in self.lanes.values():
            lane.judge_again()
        self.outlet.drain()

    def _corrected(self, source: Source) -> StopReason | None:
        """Return the stop reason that the calls of the turn bear out (recommended 10)."""
        turn = self._turn
        if not self._plan.rules.judges_natives:
            return turn.stop_reason
        if turn.stop_reason is StopReason.STOP and turn.standing:
            self._repaired("stop_corrected", source)
            return StopReason.TOOL_CALLS
        if turn.stop_reason is StopReason.TOOL_CALLS and not turn.natives and not turn.recovered:
            self._repaired("stop_without_call", source)
        return turn.stop_reason

    def _repaired(self, reason: str, source: Source) -> None:
        decision = Decision(Kind.REPAIRED, "turn.stop_reason", reason)
        self.outlet.push(locate_frames(decision, source, source))

    def _end_halves(self, kinds: frozenset[ChannelKind]) -> None:
        """A new block ends the wait for a low half in those of its kind before it (unicode 6.2)."""
        for other in [other for other in self._halves if other.kind in kinds]:
            self._halves.pop(other).flush_half()

    def _settle(self, kind: EndKind | None) -> None:
        for lane in sorted(self.lanes.values(), key=_open_since):
            lane.settle(kind)
            if self.outlet.refuses and kind not in _FAILURES:
                return
        self.outlet.drain()

    def _settle_echoes(self, source: Source) -> None:
        calls = self._calls.echoed or []
        for lane in self.lanes.values():
            for change in lane.settle_echoes(calls):
                self._calls.rewrite(change, source)
        self.outlet.drain()

    def _fail(self, source: Source, kind: EndKind = EndKind.ERROR) -> None:
        for lane in self.lanes.values():
            lane.give_up_echoes()
        self.outlet.fail()
        self._settle(kind)
        self._calls.withdraw_all(source)


def _open_since(lane: Lane) -> tuple[bool, int]:
    """Order lanes by where their open reminder block began; those without one come last."""
    begun = lane.open_since
    return begun is None, begun or 0
