"""One text channel on its way: repair, matcher, queue."""

from collections.abc import Sequence
from typing import Any

from wiretail.engine.cut_marker import CutMarker, Part
from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.fate import Rewritten
from wiretail.engine.echo_stage import EchoStage
from wiretail.engine.held import Block
from wiretail.engine.matcher import Matcher
from wiretail.engine.origins import Mark, Source, locate
from wiretail.engine.outlet import Out, Outlet
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.repair import PairJoiner, Repaired
from wiretail.engine.stretch import Trip
from wiretail.engine.strip import Order, Slot, Strip
from wiretail.engine.text.surrogates import SURROGATE
from wiretail.engine.text.whitespace import WS
from wiretail.engine.turn import Turn
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind
from wiretail.model.events import Event, Reasoning, Text
from wiretail.model.span import Place, Span


class Lane:
    """Takes the deltas of one channel; it is the sink of the channel's matcher.

    In a profile that only proposes, text goes out as it comes, and what the matcher settles is a
    proposal.
    """

    __slots__ = (
        "_cut",
        "_echo",
        "_event",
        "_half",
        "_joiner",
        "_matcher",
        "_max_queued",
        "_outlet",
        "_strip",
        "_turn",
        "channel",
        "end",
    )

    def __init__(self, channel: Channel, plan: MatcherPlan, turn: Turn, outlet: Outlet) -> None:
        self.channel = channel
        self.end = 0
        self._outlet = outlet
        self._turn = turn
        self._max_queued = plan.max_queued
        self._event = Reasoning if channel.kind is ChannelKind.REASONING else Text
        self._strip = Strip(channel)
        self._joiner = PairJoiner()
        self._half: Slot | None = None
        self._cut: CutMarker | None = None
        reads = channel.kind is ChannelKind.TEXT or (
            channel.kind is ChannelKind.REASONING
            and (plan.reads_reasoning or plan.guard is not None)
        )
        scans = reads and plan.scans
        self._matcher = Matcher(plan, channel, turn, self) if scans else None
        echoes = plan.echo if channel.kind is ChannelKind.TEXT else None
        self._echo = EchoStage(echoes, channel, self._matcher, self) if echoes else None

    @property
    def holds_half(self) -> bool:
        """Tell whether a high half waits for its low one."""
        return self._half is not None

    @property
    def held_chars(self) -> int:
        """How many code points are withheld, a high half included."""
        if self._outlet.propose:
            return len(self._joiner.half)
        held = 0 if self._matcher is None else self._matcher.held_chars
        held += 0 if self._echo is None else self._echo.held_chars
        return held + len(self._joiner.half) + (len(self._cut.text) if self._cut else 0)

    def pass_through(self, text: str, frame: int, path: str) -> Event | None:
        """Take a delta that goes straight through, and return its event; None: :meth:`feed` it."""
        if self._half or not self._outlet.idle or not text:
            return None
        if not text.isascii() and SURROGATE.search(text):
            return None
        if self._echo is not None and self._outlet.propose and self._echo.held_chars:
            return None  # it waits, though all text is shown
        if self._matcher is not None:
            if not self._matcher.passes(text):
                return None
            if self._echo is not None:
                self._echo.saw(text)
        elif self._echo is not None and not self._echo.passes(text):
            return None
        if not self._turn.spoken:
            self._turn.spoken = bool(text.strip(WS))
        start = self.end
        self.end = self._strip.given = start + len(text)
        return self._event(self.channel, start, text, frame, path)

    def hold_cut(self, text: str, source: Source, path: str) -> Out | None:
        """Take a delta that ends in a cut marker, or goes on from one, while nothing else waits.

        Returns what is given out; None: :meth:`feed` it.
        """
        cut, matcher = self._cut, self._matcher
        if matcher is None or not text or self._outlet.propose:
            return None
        if cut is None and not (matcher.idle and self._half is None and self._outlet.idle):
            return None
        whole = cut.text + text if cut else text
        if 4 * len(whole) > self._max_queued or len(whole) > matcher.plan.max_held:
            return None
        if not text.isascii() and SURROGATE.search(text):
            return None
        found = matcher.cut_marker(whole, len(text), self._echo)
        if found is None:
            return None
        at, rule = found
        if self._echo is not None and at:
            self._echo.saw(whole[:at])
        part = Part(self.end, text, source, path)
        self.end += len(text)
        if cut and at == 0:
            cut.text = whole
            cut.parts.append(part)
            return []
        return self._past_cut(cut, part, at - len(whole), rule)

    def _past_cut(self, cut: CutMarker | None, part: Part, behind: int, rule: str) -> Out:
        """Give out text up to the cut marker that the last ``-behind`` code points are, if any."""
        strip = self._strip
        end = self.end + behind
        strip.given = end
        out: Out = []
        self._cut = CutMarker(end, part.text[behind:], rule, [part]) if behind else None
        if cut:
            out.append(cut.let_go(strip, end, part))
        if self._cut:
            out.append(self._cut.told(strip))
        if cut:
            out += cut.texts(strip, self._event)
        if end > part.start:
            text = part.text[:behind] if behind else part.text
            out.append(self._event(self.channel, part.start, text, part.source.frame, part.path))
            self._turn.spoken = self._turn.spoken or bool(text.strip(WS))
        self._turn.spoken = self._turn.spoken or cut is not None
        self._outlet.holder = self if self._cut else None
        return out

    def queue_up(self) -> None:
        """Something else comes: the cut marker stands in the queue like all that is held."""
        cut, matcher = self._cut, self._matcher
        self._cut = self._outlet.holder = None
        assert cut
        assert matcher
        matcher.hold(cut.rule)
        for part in cut.parts:
            slot = part.slot(self._strip)
            self._strip.add(slot)
            self._outlet.take_rest(slot)
            self._match(part.text[max(0, cut.start - part.start) :])

    def absorb(self, text: str, source: Source, path: str) -> bool:
        """Take a delta that only lengthens what is held; False: :meth:`feed` it."""
        matcher = self._matcher
        if matcher is None or self._half or self._outlet.propose or not text:
            return False
        if self._outlet.queued_bytes + 4 * len(text) > self._max_queued:
            return False
        if self._echo is not None and self._echo.held_chars:
            return False
        if not (text.isascii() or SURROGATE.search(text) is None) or not matcher.absorbs(text):
            return False
        if self._echo is not None:
            self._echo.saw(text)
        start = self.end
        self.end = start + len(text)
        self._slot(Slot(self._strip, start, self.end, text, source, path))
        return True

    def release(self) -> None:
        """The queue is full and everything waits for this channel: what it holds is text."""
        self.flush_half()
        if not self._outlet.propose:
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
            self._repaired(self.end - len(repaired.text) + place)
        if repaired.holds:
            self._hold_half(source, path, offset + repaired.skipped + len(repaired.text))

    def flush_half(self) -> None:
        """The half that is held stays alone: a native call comes, or the block or turn ends."""
        mark = self._joiner.flush()
        if mark and self._half is None:
            self.end += len(mark)  # it came when the turn was refused, and is only counted
        elif mark:
            self._complete_half(mark, None)

    def settle(self, end_kind: EndKind | None) -> None:
        """Settle everything that is held (None: in front of a native call)."""
        self.flush_half()
        if self._matcher is not None:
            self._matcher.settle(end_kind)

    # --- echoes -------------------------------------------------------------

    def native_comes(self) -> None:
        """A native call begins."""
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
        return [] if self._echo is None else self._echo.settle(calls)

    def give_up_echoes(self) -> None:
        """The turn failed: what was held as an echo is text. Nothing is given out yet."""
        if self._echo is not None:
            self._echo.give_up()

    def swallow(self, text: str) -> None:
        """The turn was refused: its text is only counted."""
        repaired = self._joiner.feed(text)
        if repaired.before and self._half:
            self._outlet.fill(self._half, repaired.before)
            self._half = None
        self.end += len(repaired.before) + len(repaired.text)

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
        start = self.end
        self.end += len(text)
        self._slot(Slot(self._strip, start, self.end, text, source, path, offset))
        self._match(text)

    def _slot(self, slot: Slot) -> Slot:
        self._strip.add(slot)
        self._outlet.take(slot)
        return slot

    def _match(self, text: str) -> None:
        matcher, echo = self._matcher, self._echo
        if echo is not None:
            echo.feed(text)
        elif matcher is not None:
            matcher.feed(text)
        kept = self.end if matcher is None else matcher.looks_back
        self._strip.forget(kept if echo is None else min(kept, echo.looks_back))
        if self._outlet.propose or (matcher is None and echo is None):
            self._strip.order(Order(self.end, visible=True))
        self._outlet.drain()

    # --- halves -------------------------------------------------------------

    def _hold_half(self, source: Source, path: str, offset: int) -> None:
        """Keep a place in line for a character whose first half has come."""
        half = Slot(self._strip, self.end, self.end + 1, None, source, path, offset)
        self._half = self._slot(half)
        self.now(self._decision(Kind.HELD, "unicode.join", "split_pair"))

    def _complete_half(self, character: str, joined: Place | None) -> None:
        assert self._half
        self._outlet.fill(self._half, character)
        self._half.joined = joined
        self._half = None
        if joined:
            self.now(self._decision(Kind.RELEASED, "unicode.join", "joined"))
        self.end += 1
        self._match(character)
        if joined is None:
            self._repaired(self.end - 1)

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
        return Decision(kind, rule, reason, self.channel, Span(self.end, self.end + 1))

    def _locate(self, decision: Decision, mark: Mark | None = None) -> None:
        assert decision.span
        strip, span = self._strip, decision.span
        locate(decision, mark or strip.begin(span.start), strip.end(span.end))

    # --- the matcher's sink ---------------------------------------------------

    def show(self, end: int) -> None:
        """Text up to ``end`` is visible."""
        if not self._outlet.propose:
            self._strip.order(Order(end, visible=True))

    def drop(self, end: int, decision: Decision | None, block: Block | None, mark: Any) -> None:
        """Text up to ``end`` is not given out; a recovered block becomes its call."""
        if decision is None:
            if not self._outlet.propose:
                self._strip.order(Order(end, visible=False))
            return
        self._locate(decision, mark)
        if self._outlet.propose:
            self._propose(decision)
            if block:
                self._outlet.recover(block)
        elif self._strip.queued:
            self._strip.order(Order(end, visible=False, decision=decision, block=block))
        else:
            self._outlet.push(decision)  # what it is about was dropped as it came

    def note(self, decision: Decision, mark: Any) -> None:
        """A decision about text that is visible."""
        if self._outlet.propose:
            assert decision.span
            self._propose(locate(decision, mark, self._strip.end(decision.span.end)))
        else:
            self._outlet.note(self._strip, decision, mark)

    def now(self, decision: Decision) -> None:
        """A decision about time."""
        self._locate(decision)
        if self._outlet.propose and not decision.rule.startswith("unicode."):
            decision.proposed = True
        self._outlet.out.append(decision)

    def trip(self, trip: Trip) -> None:
        """The turn is refused."""
        withheld = trip.withheld
        if not self._outlet.propose:
            withheld = min(self._strip.withhold(withheld), trip.start)
        decision = None
        if withheld < trip.start:
            rule, reason, span = "scaffold.trip", trip.refusal_class, Span(withheld, trip.start)
            decision = Decision(Kind.REMOVED, rule, reason, self.channel, span)
            self._locate(decision)
        self._outlet.tripped = self._outlet.tripped or (self.channel, trip)
        if not self._outlet.propose:
            self._strip.trip(trip.start, decision)
        elif decision:
            self._propose(decision)

    def mark(self, at: int) -> Mark:
        """Remember where a code point stands in the frames."""
        return self._strip.begin(at)

    def _propose(self, decision: Decision) -> None:
        decision.proposed = True
        self._outlet.out.append(decision)
