"""One text channel on its way: repair, matcher, queue."""

from collections.abc import Sequence
from typing import Any

from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.fate import Rewritten
from wiretail.engine.echo_stage import EchoStage
from wiretail.engine.held import Block
from wiretail.engine.matcher import Matcher
from wiretail.engine.origins import Mark, Source, locate
from wiretail.engine.outlet import Outlet
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.repair import PairJoiner, Repaired
from wiretail.engine.short_way import ShortWay
from wiretail.engine.stretch import Trip, evidence
from wiretail.engine.strip import Order, Slot, Strip
from wiretail.engine.turn import Turn
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind
from wiretail.model.span import Place, Span


class Lane:
    """Takes the deltas of one channel; it is the sink of the channel's matcher."""

    __slots__ = (
        "_echo",
        "_half",
        "_joiner",
        "_matcher",
        "_outlet",
        "_strip",
        "_swallowed",
        "channel",
        "short",
    )

    def __init__(self, channel: Channel, plan: MatcherPlan, turn: Turn, outlet: Outlet) -> None:
        self.channel = channel
        self._outlet = outlet
        self._strip = Strip(channel)
        self._joiner = PairJoiner()
        self._half: Slot | None = None
        self._swallowed: Place | None = None  # where the last text ends that was only counted
        reads = channel.kind is ChannelKind.TEXT or (
            channel.kind is ChannelKind.REASONING
            and (plan.reads_reasoning or plan.guard is not None)
        )
        scans = reads and plan.scans
        self._matcher = Matcher(plan, channel, turn, self) if scans else None
        echoes = plan.echo if channel.kind is ChannelKind.TEXT else None
        self._echo = EchoStage(echoes, channel, self._matcher, self) if echoes else None
        readers = self._matcher, self._echo
        outlet.echoes += self._echo is not None
        self.short = ShortWay(plan, turn, outlet, self._strip, self._joiner, readers, self)

    @property
    def holds_half(self) -> bool:
        """Tell whether a high half waits for its low one."""
        return bool(self._joiner.half)

    @property
    def queues(self) -> bool:
        """Tell whether something of its choice is queued."""
        return bool(self._outlet.queue)

    @property
    def held_chars(self) -> int:
        """How many code points are withheld, a high half included."""
        held = 0 if self._matcher is None else self._matcher.held_chars
        held += 0 if self._echo is None else self._echo.held_chars
        return held + len(self._joiner.half) + self.short.held_chars

    @property
    def end(self) -> int:
        """Where the channel's text ends so far."""
        return self._strip.taken

    def queue_up(self) -> None:
        """Something else comes: the cut marker stands in the queue like all that is held."""
        cut, matcher = self.short.give_up_cut(), self._matcher
        assert matcher
        self.short.read()
        matcher.hold(cut.rule)
        for part in cut.parts:
            slot = part.slot(self._strip)
            self._strip.add(slot)
            self._outlet.take_rest(slot)
            self.match(part.text[max(0, cut.start - part.start) :])

    def release(self) -> None:
        """The queue is full and everything waits for this channel: what it holds is text."""
        self.flush_half()
        self.short.read()
        if self._echo is not None:
            self._echo.release()
        if self._matcher is not None:
            self._matcher.release()
        self._outlet.drain()

    def feed(self, text: str, source: Source, path: str, offset: int = 0) -> None:
        """Take a delta, or what of it begins ``offset`` code points into the frame's string."""
        repaired = self._joiner.feed(text)
        if repaired.before:
            skipped = repaired.skipped
            rest = Place(source.frame, path, offset + skipped) if skipped else None
            self._complete_half(repaired.before, rest)
        if repaired.text:
            self._take(repaired, source, path, offset + repaired.skipped)
        for place in repaired.lone:
            at = self._strip.taken - len(repaired.text) + place
            if not self._dead or at < self._outlet.trips_at:
                self._repaired(at)
        if repaired.holds and not self._dead:
            self._hold_half(source, path, offset + repaired.skipped + len(repaired.text))

    def flush_half(self) -> None:
        """The half that is held stays alone: a native call comes, or the block or turn ends."""
        mark = self._joiner.flush()
        if mark and self._half is None:
            self._strip.taken += len(mark)  # it came behind what refused the turn: only counted
        elif mark:
            self._complete_half(mark, None)

    def settle(self, end_kind: EndKind | None) -> None:
        """Settle everything that is held (None: in front of a native call).

        Behind what refused the turn a half still waits, and only its length is asked for.
        """
        if self._dead:
            return
        self.flush_half()
        self.short.read()
        if self._matcher is not None:
            self._matcher.settle(end_kind)

    # --- echoes -------------------------------------------------------------

    def native_comes(self) -> None:
        """A native call begins."""
        self.short.read()
        if self._echo is not None:
            self._echo.native_comes()

    def queue_behind(self, size: int) -> None:
        """So many bytes of another channel or kind come while this channel holds an echo."""
        if self._echo is not None and self._echo.held_chars:
            self._echo.queue(size)
            self._outlet.drain()

    def settle_echoes(self, calls: Sequence[EchoCall]) -> list[Rewritten]:
        """The turn ends well: what repeats a call goes; return the arguments that change."""
        self.flush_half()
        self.short.read()
        return [] if self._echo is None else self._echo.settle(calls)

    def give_up_echoes(self) -> None:
        """The turn failed: what was held as an echo is text. Nothing is given out yet."""
        self.short.read()
        if self._echo is not None:
            self._echo.give_up()

    def swallow(self, text: str, source: Source, path: str, offset: int = 0) -> None:
        """The turn was refused: its text is only counted; arguments as in :meth:`feed`."""
        if text:
            repaired = self._joiner.feed(text)
            self._strip.taken += len(repaired.before) + len(repaired.text)
            length = repaired.skipped + len(repaired.text) + repaired.holds
            self._swallowed = Place(source.frame, path, offset + length)

    @property
    def end_place(self) -> Place:
        """Where the channel's text ends so far."""
        return self._swallowed or self._strip.end(self._strip.taken).place

    @property
    def _dead(self) -> bool:
        """Tell whether this channel has refused the turn."""
        return self._matcher is not None and self._matcher.dead

    @property
    def open_since(self) -> int | None:
        """The frame in which an open reminder block, or a stem, began; None: there is none."""
        begun: Mark | None = self._matcher.scaffold_begun() if self._matcher is not None else None
        return None if begun is None else begun.source.frame

    def judge_again(self) -> None:
        """A native call is whole: candidates that waited for it have their verdict."""
        if self._matcher is not None:
            self._matcher.judge_again()

    # --- text ---------------------------------------------------------------

    def _take(self, repaired: Repaired, source: Source, path: str, offset: int) -> None:
        text = repaired.text
        start = self._strip.taken
        self._strip.taken += len(text)
        self._slot(Slot(self._strip, start, self._strip.taken, text, source, path, offset))
        self.match(text)

    def _slot(self, slot: Slot) -> Slot:
        self._strip.add(slot)
        self._outlet.take(slot)
        return slot

    def match(self, text: str) -> None:
        """Read text that has its place in the queue, and give out what is settled."""
        self.short.read()
        matcher, echo = self._matcher, self._echo
        took = self._read_in_block(text)
        if took and took == len(text) and matcher is not None and matcher.in_data:
            return  # nothing is settled by it
        text = text[took:] if took else text
        if echo is not None:
            echo.feed(text)
        elif matcher is not None:
            matcher.feed(text)
        kept = self._strip.taken if matcher is None else matcher.looks_back
        self._strip.forget(kept if echo is None else min(kept, echo.looks_back))
        if matcher is None and echo is None:
            self._strip.order(Order(self._strip.taken, visible=True))
        self._outlet.drain()

    def _read_in_block(self, text: str) -> int:
        """Let the matcher read text of a block that it holds; return how much that was."""
        matcher, echo = self._matcher, self._echo
        if matcher is None or (echo is not None and echo.held_chars):
            return 0
        took = matcher.read_in_block(text)
        if took and echo is not None:
            echo.saw(text[:took])
        return took

    # --- halves -------------------------------------------------------------

    def _hold_half(self, source: Source, path: str, offset: int) -> None:
        """Keep a place in line for a character whose first half has come."""
        half = Slot(
            self._strip, self._strip.taken, self._strip.taken + 1, None, source, path, offset
        )
        self._half = self._slot(half)
        self.now(self._decision(Kind.HELD, "unicode.join", "split_pair"))

    def _complete_half(self, character: str, joined: Place | None) -> None:
        assert self._half
        self._outlet.fill(self._half, character)
        self._half.joined = joined
        self._half = None
        if joined:
            self.now(self._decision(Kind.RELEASED, "unicode.join", "joined"))
        self._strip.taken += 1
        self.match(character)
        if joined is None:
            self._repaired(self._strip.taken - 1)

    def _repaired(self, at: int) -> None:
        decision = Decision(
            Kind.REPAIRED,
            "unicode.join",
            "lone_surrogate",
            self.channel,
            Span(at, at + 1),
            evidence={"marks": 1},
        )
        self._locate(decision)
        self._outlet.out.append(decision)

    def _decision(self, kind: Kind, rule: str, reason: str) -> Decision:
        return Decision(
            kind, rule, reason, self.channel, Span(self._strip.taken, self._strip.taken + 1)
        )

    def _locate(self, decision: Decision, mark: Mark | None = None) -> None:
        assert decision.span
        strip, span = self._strip, decision.span
        locate(decision, mark or strip.begin(span.start), strip.end(span.end))

    # --- the matcher's sink ---------------------------------------------------

    def show(self, end: int) -> None:
        """Text up to ``end`` is visible."""
        self._strip.order(Order(end, visible=True))

    def drop(self, end: int, decision: Decision | None, block: Block | None, mark: Any) -> None:
        """Text up to ``end`` is not given out; a recovered block becomes its call."""
        if decision is None:
            self._strip.order(Order(end, visible=False))
            return
        self._locate(decision, mark)
        if self._strip.queued:
            self._strip.order(Order(end, visible=False, decision=decision, block=block))
        else:
            self._outlet.push(decision)  # what it is about was dropped as it came

    def note(self, decision: Decision, mark: Any) -> None:
        """A decision about text that is visible."""
        self._outlet.note(self._strip, decision, mark)

    def now(self, decision: Decision) -> None:
        """A decision about time."""
        self._locate(decision)
        self._outlet.out.append(decision)

    def trip(self, trip: Trip) -> None:
        """The turn is refused."""
        withheld = min(self._strip.withhold(trip.withheld), trip.start)
        decision = None
        if withheld < trip.start:
            rule, reason, span = "scaffold.trip", trip.refusal_class, Span(withheld, trip.start)
            found = evidence(trip.marker, trip.start, span)
            decision = Decision(Kind.REMOVED, rule, reason, self.channel, span, evidence=found)
            self._locate(decision)
        self._outlet.tripped = self._outlet.tripped or (self.channel, trip)
        self._strip.trip(trip.start, decision)

    def mark(self, at: int) -> Mark:
        """Remember where a code point stands in the frames."""
        return self._strip.begin(at)
