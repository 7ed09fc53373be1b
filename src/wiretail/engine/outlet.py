"""The one ordered queue of a turn: what is held keeps its place in line (spec: qoder 7).

A delta that is not wholly given out owns a slot at its place; everything that comes later, of any
channel and kind, queues behind the first open slot. Settled text fills the slots of the deltas that
brought it.
"""

from collections import deque
from typing import Protocol, TypeAlias

from wiretail.engine.candidate import Passed
from wiretail.engine.held import Block
from wiretail.engine.origins import Mark, locate
from wiretail.engine.stretch import Trip
from wiretail.engine.strip import Order, Slot, Strip
from wiretail.engine.text.json_text import dump
from wiretail.engine.text.sizes import LONGEST, utf8_length
from wiretail.engine.text.whitespace import WS
from wiretail.engine.turn import Turn
from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, TextDelta
from wiretail.model.events import Call, CallArguments, CallStarted, Event, Reasoning, Text, Usage

Out: TypeAlias = list[Event | Decision]


class Holder(Protocol):
    """A channel, seen from its short way (``engine.short_way``)."""

    def match(self, text: str) -> None:
        """Read text that has its place in the queue, and give out what is settled."""

    def queue_up(self) -> None:
        """Let the cut marker that is held outside of the queue stand in it, like all that is."""


class Outlet:
    """The queue of one choice. What can be given out is appended to ``out``."""

    __slots__ = ("_turn", "echoes", "holder", "out", "queue", "queued_bytes", "tripped")

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self.tripped: tuple[Channel, Trip] | None = None
        self.holder: Holder | None = None  # a channel that holds a cut marker, and nothing queues
        self.echoes = 0  # channels in which echoes may be held
        self.queued_bytes = 0
        self.out: Out = []
        self.queue: deque[Slot | Event | Decision] = deque()

    @property
    def idle(self) -> bool:
        """Tell whether nothing is queued."""
        return not self.queue and self.holder is None

    @property
    def refuses(self) -> bool:
        """Tell whether a marker has tripped the turn."""
        return self.tripped is not None

    @property
    def trips_at(self) -> int:
        """Up to where the text of its channel was read when the turn was refused."""
        assert self.tripped
        return self.tripped[1].reached

    def queue_up(self) -> None:
        """Something else comes: a cut marker that stood alone takes its place in the queue."""
        if self.holder is not None:
            self.holder.queue_up()

    def take_out(self) -> Out:
        """Return what is settled, and forget it."""
        out, self.out = self.out, []
        return out

    def put_before(self, item: Event, decision: Decision) -> bool:
        """Put a decision in front of an event; False: the event was given out already."""
        for place, queued in enumerate(self.queue):
            if queued is item:
                self.queue.insert(place, decision)
                return True
        return False

    def push(self, item: Event | Decision) -> None:
        """Give out an event or decision behind everything that is queued."""
        if self.queue:
            self.queue.append(item)
            self.queued_bytes += _size(item)
        else:
            self.out.append(item)

    @property
    def first_channel(self) -> Channel | None:
        """The channel that everything waits for, if something waits."""
        head = self.queue[0] if self.queue else None
        return head.strip.channel if isinstance(head, Slot) else None

    def take(self, slot: Slot) -> None:
        """Open a slot for a delta's text."""
        text = slot.text
        slot.strip.queued += 1
        slot.size = size = LONGEST if text is None else utf8_length(text)
        self.queue.append(slot)
        self.queued_bytes += size

    def take_rest(self, slot: Slot) -> None:
        """Open a slot for a delta's text of which the first part was given out already."""
        self.take(slot)
        if slot.start < slot.strip.given < slot.end:
            self._shrink(slot, slot.start, slot.strip.given)

    def fill(self, slot: Slot, character: str) -> None:
        """Put into a slot the character that its half has become."""
        slot.text = character
        self.queued_bytes -= slot.size
        slot.size = utf8_length(character)
        self.queued_bytes += slot.size

    def note(self, strip: Strip, decision: Decision, mark: Mark) -> None:
        """Give out a decision where the channel's orders have come to."""
        assert decision.span
        locate(decision, mark, strip.end(decision.span.end))
        if strip.queued:
            end = strip.orders[-1].end if strip.orders else strip.given
            strip.orders.append(Order(end, visible=True, decision=decision, mark=mark))
        else:
            self.push(decision)

    def drain(self) -> None:
        """Give out everything up to the first open slot."""
        queue = self.queue
        while queue:
            head = queue[0]
            if not isinstance(head, Slot):
                self.out.append(head)
                self.queued_bytes -= _size(head)
            elif self._drop(head.strip):
                continue
            elif not self._fill(head):
                return
            else:
                self.queued_bytes -= head.size
            queue.popleft()

    def _drop(self, strip: Strip) -> bool:
        """Take out slots whose text goes as a whole; tell whether there were any.

        The text of a call came in many deltas.
        """
        order = strip.orders[0] if strip.orders else None
        if order is None or order.visible:
            return False
        queue, end, dropped = self.queue, order.end, 0
        while queue:
            slot = queue[0]
            if not isinstance(slot, Slot) or slot.strip is not strip:
                break
            if slot.end >= end or slot.text is None:
                break
            queue.popleft()
            self.queued_bytes -= slot.size
            strip.given = slot.end
            dropped += 1
        strip.queued -= dropped
        return dropped > 0

    def fail(self) -> None:
        """The turn failed: what is queued and was to become a call, or to go, is text.

        Spec: vscode-lm 10.7.
        """
        for strip in {id(s.strip): s.strip for s in self.queue if isinstance(s, Slot)}.values():
            for order in strip.orders:
                _spoil(order)

    def _fill(self, slot: Slot) -> bool:
        """Carry out orders within a slot; tell whether it is done."""
        strip = slot.strip
        orders = strip.orders
        while orders:
            order = orders[0]
            end = min(slot.end, order.end)
            if slot.text is None and end > slot.start:
                return False
            if end > strip.given:
                if end < slot.end:
                    self._shrink(slot, strip.given, end)
                if order.visible:
                    self._show(_text_event(slot, strip.given, end))
                strip.given = end
            if order.end > slot.end:
                break
            orders.popleft()
            self._finish(strip, order, slot)
        if strip.given < slot.end or slot.text is None:
            return False
        strip.queued -= 1
        return True

    def _shrink(self, slot: Slot, start: int, end: int) -> None:
        """Text that is given out, or gone, counts no more."""
        assert slot.text is not None
        less = utf8_length(slot.text[start - slot.start : end - slot.start])
        slot.size -= less
        self.queued_bytes -= less

    def _show(self, event: Text | Reasoning) -> None:
        self._turn.spoken = self._turn.spoken or bool(event.text.strip(WS))
        self.out.append(event)

    def _finish(self, strip: Strip, order: Order, slot: Slot) -> None:
        """Give out what stands where an order ends."""
        if order.decision is None:
            return
        self.out.append(order.decision)
        if order.block:
            self._give_call(strip.channel, order.block, order.decision, slot.source.frame)

    def _give_call(self, channel: Channel, block: Block, decision: Decision, frame: int) -> None:
        name, arguments = block.candidate.name, block.candidate.arguments
        call_id = self._turn.recover(name, arguments)
        self.out.append(CallStarted(channel, call_id, name, frame, Origin.RECOVERED))
        evidence = {**decision.evidence, "block": [block.candidate.start, block.candidate.end]}
        call = Call(channel, call_id, name, arguments, frame, Origin.RECOVERED, evidence=evidence)
        self.out.append(call)


def _text_event(slot: Slot, start: int, end: int) -> Text | Reasoning:
    assert slot.text is not None
    channel = slot.strip.channel
    text = slot.text[start - slot.start : end - slot.start]
    offset = slot.offset + start - slot.start
    kind = Reasoning if channel.kind is ChannelKind.REASONING else Text
    return kind(channel, start, text, slot.source.frame, slot.path, offset, slot.joined)


def _spoil(order: Order) -> None:
    """Show what an order would have taken away."""
    if order.visible or order.decision is None or not order.decision.rule.startswith("call."):
        return  # what was taken out as scaffolding stays out
    order.visible = True
    decision, block = order.decision, order.block
    if block is None or decision is None:
        order.decision = None
        return
    order.block = None
    gates = block.verdict.gates if block.verdict else {}
    block.verdict = Passed("turn_failed", gates)
    evidence = {**decision.evidence, "complete": True}
    order.decision = Decision(
        Kind.PASSED,
        decision.rule,
        "turn_failed",
        decision.channel,
        decision.span,
        decision.frames,
        decision.bytes,
        decision.start,
        decision.end,
        evidence,
    )


def json_bytes(item: Event | Decision | TextDelta) -> int:
    """Return how many bytes an item counts behind a held echo: its text, or its compact JSON."""
    if isinstance(item, TextDelta):
        return len(item.text.encode("utf-8", "surrogatepass"))
    return utf8_length(dump(dict(item.usage))) if isinstance(item, Usage) else _size(item)


def _size(item: Event | Decision) -> int:
    """Return how many bytes an event counts in the queue: its text, or its compact JSON."""
    match item:
        case CallArguments():
            return utf8_length(item.text)
        case Call(arguments=str(raw)):
            return len(item.name) + utf8_length(raw)
        case Call():
            return len(item.name) + utf8_length(dump(item.arguments))
    return 0
