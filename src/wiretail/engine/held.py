"""The pieces of a channel's text whose fate is not known yet, in order.

A piece is given out when its fate is known and nothing in front of it waits. Fates depend on each
other only through three shared records: the wrapper, the group of bare blocks, and the block that a
stray word stands before (spec: vscode-lm 8, recommended 3).
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any, Protocol

from wiretail.engine.candidate import Candidate, Passed, Removed, Settled
from wiretail.engine.markup.grammar import Grammar
from wiretail.engine.markup.invoke import InvokeReader
from wiretail.engine.markup.scaffold import STEM
from wiretail.engine.stretch import Fate, Stretch, Trip
from wiretail.engine.stretch import evidence as scaffold_evidence
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.span import Span


class Phase(IntEnum):
    """How the text of an open block is read."""

    HELD = 0  # by its reader, for a call
    PROBING = 1  # it failed: its text is shown; does a block follow at all?
    QUOTED = 2  # it failed and is quoted: its close must come in the same fence or line
    TEXT = 3  # it failed: only its close is looked for


@dataclass(slots=True)
class Block:
    """A candidate with its place in the text.

    ``mark`` is where it begins in the frames; ``rule`` the rule that decides about it; ``unread``
    that its text moves neither lines nor fences (it exceeded the bound); ``cut`` that a native call
    stands inside; ``successor`` the open that takes its place if it turns out to be a mention;
    ``grouped`` that it belongs to the group behind its wrapper's opener; ``mention`` that its open
    stood alone, and there is no block; ``reminders`` are whole reminder blocks in its data, with
    where each begins in the frames.
    """

    candidate: Candidate
    grammar: Grammar
    reader: InvokeReader
    mark: Any
    rule: str
    wrapper: "Wrapper | None" = None
    verdict: Settled | None = None
    phase: "Phase" = Phase.HELD
    unread: bool = False
    cut: bool = False
    successor: "Block | None" = None
    grouped: bool = False
    mention: bool = False
    reminders: list[tuple[Span, Any]] = field(default_factory=list)


@dataclass(slots=True)
class BareGroup:
    """Complete bare blocks that wait for the end of the turn, and what stands behind them."""

    blocks: list[Block] = field(default_factory=list)
    behind: int = 0  # white space and residue behind the first, in code points
    over: bool = False

    @property
    def fate(self) -> Fate:
        """What becomes of residue: it goes with a block that is not shown."""
        fates = [_block_fate(block) for block in self.blocks]
        if not self.over or Fate.WAITING in fates:
            return Fate.WAITING
        return Fate.GONE if Fate.GONE in fates else Fate.SHOWN


@dataclass(slots=True)
class Wrapper:
    """An armed wrapper: its opener, and how its blocks fare (spec: vscode-lm 8).

    ``settling``: the group behind the opener is over, only verdicts are missing; ``blocks`` and
    ``pending`` count its blocks and the verdicts that it waits for, ``spoiled``: one of them is
    text. A block behind the group is counted in ``later`` only; ``failed`` is any of both.
    ``residue_of``: the bare blocks in front, whose residue it is if it stays without blocks.
    """

    start: int
    end: int
    begins_line: bool
    indent: int
    fate: Fate = Fate.WAITING
    settling: bool = False
    blocks: int = 0
    pending: int = 0
    later: int = 0
    spoiled: bool = False
    failed: bool = False
    residue_of: BareGroup | None = None

    @property
    def counts(self) -> bool:
        """Tell whether its opener is not shown."""
        return self.opener_fate() is not Fate.SHOWN

    def enter(self, block: Block) -> None:
        """A block begins here that may be a call."""
        block.grouped = not self.settling
        if block.grouped:
            self.blocks += 1
            self.pending += 1
        else:
            self.later += 1

    def leave(self, block: Block) -> None:
        """A block that was entered turns out to be none."""
        self._answered(block)
        self.blocks -= block.grouped

    def decided(self, block: Block, *, passed: bool) -> None:
        """A block that was entered has its verdict."""
        self._answered(block)
        if passed:
            self.fail(block)
        self.update()

    def fail(self, block: Block) -> None:
        """A block in the wrapper is text."""
        self.failed = True
        self.spoiled |= block.grouped
        self.update()

    def _answered(self, block: Block) -> None:
        if block.grouped:
            self.pending -= 1
        else:
            self.later -= 1

    def update(self) -> None:
        """Decide the opener's fate if that is possible now."""
        if self.fate is not Fate.WAITING:
            return
        if self.spoiled:
            self.fate = Fate.SHOWN
        elif self.settling and not self.pending and (self.blocks or not self.residue_of):
            self.fate = Fate.GONE if self.blocks else Fate.SHOWN

    def opener_fate(self) -> Fate:
        """Return what becomes of the opener; without blocks it may be residue."""
        if self.fate is Fate.WAITING and self.settling and not self.blocks and self.residue_of:
            return self.residue_of.fate
        return self.fate

    def closer_fate(self) -> Fate:
        """Return what becomes of the closer: gone with its opener if all blocks were recovered."""
        fate = self.opener_fate()
        if fate is Fate.GONE:
            if self.failed:
                return Fate.SHOWN
            return Fate.WAITING if self.pending or self.later else Fate.GONE
        return fate


class PieceKind(Enum):
    """What a piece is."""

    TEXT = "text"
    BLOCK = "block"
    OPENER = "opener"
    CLOSER = "closer"
    RESIDUE = "residue"
    STRAY_WORD = "stray_word"
    SCAFFOLD = "scaffold"
    NOTE = "note"


@dataclass(slots=True)
class Piece:
    """A stretch ``[start, end)`` of the channel; its kind tells which record its fate hangs on."""

    kind: PieceKind
    start: int
    end: int
    block: Block | None = None
    wrapper: Wrapper | None = None
    group: BareGroup | None = None
    stretch: Stretch | None = None
    forced: Fate = Fate.WAITING
    decision: Decision | None = None
    mark: Any = None

    @property
    def taken_along(self) -> bool:
        """Tell whether it is gone with its stretch, and so by the decision on that."""
        return self.stretch is not None and self.stretch.fate is Fate.GONE

    def fate(self) -> Fate:
        """Return what becomes of the piece, as far as that is known."""
        if self.forced:
            return self.forced
        if self.stretch and self.stretch.fate is not Fate.SHOWN:
            return self.stretch.fate
        match self.kind:
            case PieceKind.TEXT | PieceKind.NOTE:
                return Fate.SHOWN
            case PieceKind.BLOCK:
                return _block_fate(self.block)
            case PieceKind.OPENER:
                assert self.wrapper
                return self.wrapper.opener_fate()
            case PieceKind.CLOSER:
                assert self.wrapper
                return self.wrapper.closer_fate()
            case PieceKind.RESIDUE:
                assert self.group
                return self.group.fate
            case PieceKind.SCAFFOLD:
                return Fate.GONE
        # A stray word goes with what it stands before.
        return self.wrapper.opener_fate() if self.wrapper else _block_fate(self.block)


def _block_fate(block: Block | None) -> Fate:
    assert block
    if block.mention:
        return Fate.SHOWN
    if block.verdict is None:
        return Fate.WAITING
    return Fate.SHOWN if isinstance(block.verdict, Passed) else Fate.GONE


class Sink(Protocol):
    """Where settled text goes, in order (the outlet of the turn)."""

    def show(self, end: int) -> None:
        """Text up to ``end`` is visible."""

    def drop(self, end: int, decision: Decision | None, block: Block | None, mark: Any) -> None:
        """Text up to ``end`` is not given out; a recovered block becomes its call.

        No decision: a later one speaks of this text, too. ``mark``: where the decision's span
        begins, if that may be forgotten by now.
        """

    def note(self, decision: Decision, mark: Any) -> None:
        """A decision about text that is visible, at the place that was reached."""

    def now(self, decision: Decision) -> None:
        """A decision about time, given out at once."""

    def trip(self, trip: "Trip") -> None:
        """The turn is refused."""

    def mark(self, at: int) -> Any:
        """Remember where code point ``at`` stands in the frames."""


_REMOVED = {
    PieceKind.OPENER: ("call.wrapper", "wrapper"),
    PieceKind.CLOSER: ("call.wrapper", "wrapper"),
    PieceKind.RESIDUE: ("call.wrapper", "wrapper"),
    PieceKind.STRAY_WORD: ("call.stray_word", "stray_word"),
}


class HeldText:
    """The queue of pieces of one channel. Empty: text goes straight to the sink."""

    __slots__ = ("_channel", "_pieces", "_sink", "settled")

    def __init__(self, channel: Channel, sink: Sink) -> None:
        self.settled = 0  # decisions that closed a hold so far
        self._channel = channel
        self._sink = sink
        self._pieces: deque[Piece] = deque()

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces)

    @property
    def first(self) -> Piece:
        """The oldest piece: the one that everything waits for."""
        return self._pieces[0]

    def text(self, start: int, end: int, stretch: Stretch | None = None) -> None:
        """Add text that is shown in its turn, or shares the fate of a stretch."""
        last = self._pieces[-1] if self._pieces else None
        if last is None and stretch is None:
            self._sink.show(end)
        elif last and last.kind is PieceKind.TEXT and last.stretch is stretch:
            last.end = end
        else:
            self._pieces.append(Piece(PieceKind.TEXT, start, end, stretch=stretch))

    def add(self, piece: Piece) -> Piece:
        """Add a piece whose fate may be open."""
        self._pieces.append(piece)
        return piece

    def passed(
        self, block: Block, end: int, stretch: Stretch | None = None, *, complete: bool
    ) -> None:
        """Note, behind text that is shown anyway, why a candidate in it is no call."""
        self.note(self._passed(block, end, complete=complete), block.mark, stretch)
        for span, mark in block.reminders:
            self.note(self._reminder(span), mark, stretch)

    def note(self, decision: Decision, mark: Any, stretch: Stretch | None = None) -> None:
        """Add a decision about text that is shown, or shares the fate of a stretch."""
        if self._pieces:
            end = self._pieces[-1].end
            note = Piece(PieceKind.NOTE, end, end, stretch=stretch, decision=decision, mark=mark)
            self._pieces.append(note)
        else:
            self.settled += 1
            self._sink.note(decision, mark)

    def flush(self) -> None:
        """Give out every piece whose fate is known, up to the first that waits."""
        pieces = self._pieces
        while pieces:
            fate = pieces[0].fate()
            if fate is Fate.WAITING:
                return
            self._give_out(pieces.popleft(), fate)

    def _give_out(self, piece: Piece, fate: Fate) -> None:
        if fate is Fate.GONE:
            self.settled += 1
            self._sink.drop(piece.end, self._gone(piece), _call_of(piece), piece.mark)
            return
        if piece.end > piece.start:
            self._sink.show(piece.end)
        if piece.kind is PieceKind.BLOCK and piece.block:
            complete = piece.block.candidate.closed
            piece.decision = self._passed(piece.block, piece.end, complete=complete)
            piece.mark = piece.block.mark
        if piece.decision:
            self.settled += 1
            self._sink.note(piece.decision, piece.mark)
        if piece.kind is PieceKind.BLOCK and piece.block:
            for span, mark in piece.block.reminders:
                self._sink.note(self._reminder(span), mark)

    def _reminder(self, span: Span) -> Decision:
        """Data of a call is no leak, but a candidate that is shown shows the block, too."""
        said, found = ("scaffold.marker", "reminder"), scaffold_evidence(STEM, span.start, span)
        return Decision(Kind.PASSED, *said, self._channel, span, evidence=found)

    def _gone(self, piece: Piece) -> Decision | None:
        if piece.kind is PieceKind.SCAFFOLD:
            return piece.decision
        if piece.taken_along:
            return None
        span = Span(piece.start, piece.end)
        block = piece.block if piece.kind is PieceKind.BLOCK else None
        if block is None:
            rule, reason = _REMOVED[piece.kind]
            return Decision(Kind.REMOVED, rule, reason, self._channel, span)
        evidence, verdict = _evidence(block), block.verdict
        if isinstance(verdict, Removed):
            evidence |= verdict.evidence
            kind, rule, reason = Kind.REMOVED, verdict.rule, verdict.reason
        else:
            kind, rule, reason = Kind.RECOVERED, block.rule, ""
        return Decision(kind, rule, reason, self._channel, span, evidence=evidence)

    def _passed(self, block: Block, end: int, *, complete: bool) -> Decision:
        assert isinstance(block.verdict, Passed)
        reason = block.verdict.reason
        evidence = {**_evidence(block), **block.verdict.evidence, "complete": complete}
        span = Span(block.candidate.start, end)
        return Decision(Kind.PASSED, block.rule, reason, self._channel, span, evidence=evidence)


def _call_of(piece: Piece) -> Block | None:
    """Return the block that becomes a call where this piece goes."""
    block = piece.block if piece.kind is PieceKind.BLOCK else None
    return None if block and isinstance(block.verdict, Removed) else block


def _evidence(block: Block) -> dict[str, Any]:
    """Return what stands behind a verdict: grammar, names, spans and gates; never a value."""
    candidate = block.candidate
    evidence: dict[str, Any] = {"grammar": candidate.grammar, "tool": candidate.name}
    if candidate.closed:
        evidence["parameters"] = sorted(candidate.arguments)
    if block.wrapper:
        evidence["wrapper"] = [block.wrapper.start, block.wrapper.end]
    if isinstance(block.verdict, Passed) and block.verdict.reason == "tools_unknown":
        # What would be called: the text is visible anyway (design, tools unknown).
        evidence["call"] = {"name": candidate.name, "arguments": candidate.arguments}
    assert block.verdict
    evidence["gates"] = dict(block.verdict.gates)
    return evidence
