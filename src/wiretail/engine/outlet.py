"""The one ordered queue of a turn: what is held keeps its place in line (spec: qoder 7).

A delta that is not wholly given out owns a slot at its place; everything that comes later, of any
channel and kind, queues behind the first open slot. Settled text fills the slots of the deltas that
brought it.
"""

import json
from collections import deque
from typing import TypeAlias

from wiretail.engine.candidate import Passed
from wiretail.engine.held import Block
from wiretail.engine.origins import Mark, locate
from wiretail.engine.stretch import Trip
from wiretail.engine.strip import Order, Slot, Strip
from wiretail.engine.text.whitespace import WS
from wiretail.engine.turn import RecoveredCall, Turn, call_key
from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind
from wiretail.model.events import Call, CallArguments, CallStarted, Event, Reasoning, Text, Usage

Out: TypeAlias = list[Event | Decision]


class Outlet:
    """The queue of one choice. What can be given out is appended to ``out``."""

    __slots__ = ("_queue", "_turn", "out", "propose", "size", "tripped")

    def __init__(self, turn: Turn, *, propose: bool) -> None:
        self._turn = turn
        self.propose = propose
        self.tripped: tuple[Channel, Trip] | None = None
        self.out: Out = []
        self.size = 0  # UTF-8 bytes of what is held and queued
        self._queue: deque[tuple[Slot | Event | Decision, int]] = deque()

    @property
    def idle(self) -> bool:
        """Tell whether nothing is queued."""
        return not self._queue

    @property
    def refuses(self) -> bool:
        """Tell whether a marker has tripped the turn; in a profile that proposes, none does."""
        return self.tripped is not None and not self.propose

    def push(self, item: Event | Decision) -> None:
        """Give out an event or decision behind everything that is queued."""
        if self._queue:
            weight = _weight(item)
            self.size += weight
            self._queue.append((item, weight))
        else:
            self.out.append(item)

    def take(self, slot: Slot) -> None:
        """Open a slot for a delta's text."""
        slot.strip.queued += 1
        self._queue.append((slot, 0))
        if slot.text is not None:
            self.size += byte_length(slot.text)

    @property
    def first(self) -> Slot:
        """The slot that everything else waits for."""
        slot = self._queue[0][0]
        assert isinstance(slot, Slot)
        return slot

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
        queue = self._queue
        while queue:
            head, weight = queue[0]
            if not isinstance(head, Slot):
                self.out.append(head)
                self.size -= weight
            elif not self._fill(head):
                return
            queue.popleft()

    def fail(self) -> None:
        """The turn failed: what is queued and was to become a call, or to go, is text.

        Spec: vscode-lm 10.7.
        """
        for strip in {id(s.strip): s.strip for s, _ in self._queue if isinstance(s, Slot)}.values():
            for order in strip.orders:
                _spoil(order)

    def _fill(self, slot: Slot) -> bool:
        """Carry out orders within a slot; tell whether it is done."""
        strip = slot.strip
        orders = strip.orders
        while orders:
            order = orders[0]
            end = min(order.end, slot.end)
            if slot.text is None and end > slot.start:
                return False
            if end > strip.given:
                assert slot.text is not None
                self.size -= byte_length(slot.text[strip.given - slot.start : end - slot.start])
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

    def recover(self, block: Block) -> str:
        """Number a recovered call that is given out, or would be; return its id."""
        name, arguments = block.candidate.name, block.candidate.arguments
        call_id = f"recovered-{len(self._turn.recovered) + 1}"
        self._turn.recovered.append(RecoveredCall(call_id, name, call_key(name, arguments)))
        return call_id

    def _give_call(self, channel: Channel, block: Block, decision: Decision, frame: int) -> None:
        name, call_id = block.candidate.name, self.recover(block)
        self.out.append(CallStarted(channel, call_id, name, frame, Origin.RECOVERED))
        evidence = {**decision.evidence, "block": [block.candidate.start, block.candidate.end]}
        arguments = block.candidate.arguments
        call = Call(channel, call_id, name, arguments, frame, Origin.RECOVERED, evidence=evidence)
        self.out.append(call)


def byte_length(text: str) -> int:
    """Return the length of repaired text in UTF-8 bytes."""
    return len(text) if text.isascii() else len(text.encode())


def _weight(item: Event | Decision) -> int:
    """Return what an event counts for in the queue; a call's arguments count piece by piece."""
    match item:
        case CallStarted():
            return byte_length(item.name)
        case CallArguments():
            return byte_length(item.text)
        case Usage():
            return len(json.dumps(dict(item.usage), separators=(",", ":"), default=str))
    return 0


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
