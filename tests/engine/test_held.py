"""Fates of held pieces. Cases: spec vscode-lm 8, recommended 3."""

from dataclasses import replace
from typing import Any

import pytest

from engine.driving import TOOLS, profile_of
from wiretail.engine.candidate import Candidate, Passed, Recovered, Settled
from wiretail.engine.held import (
    BareGroup,
    Block,
    HeldText,
    Piece,
    PieceKind,
    Wrapper,
)
from wiretail.engine.markup.grammar import Anthropic
from wiretail.engine.markup.tags import Limits
from wiretail.engine.stretch import Fate, Trip
from wiretail.engine.toolbox import Toolbox
from wiretail.model.decisions import Decision
from wiretail.model.deltas import Channel

GRAMMAR = Anthropic(Limits())
TOOLBOX = Toolbox(TOOLS, profile_of("wiretail").settings)
CALL, TEXT = Recovered({"body": "pass"}), Passed("fence", {"not_quoted": "fail"})


def block(verdict: Settled | None = None, **beside: Any) -> Block:
    candidate = Candidate("anthropic", "Read", 2, TOOLS[0], enclosed=True)
    reader = GRAMMAR.reader(TOOLBOX.reader(TOOLS[0]), mentions=True)
    return Block(candidate, GRAMMAR, reader, "mark", "call.enclosed", verdict=verdict, **beside)


def group(fate: Fate) -> BareGroup:
    """Return bare blocks whose residue has a fate."""
    verdicts: dict[Fate, Settled | None] = {Fate.WAITING: None, Fate.SHOWN: TEXT, Fate.GONE: CALL}
    return BareGroup([block(verdicts[fate])], over=True)


def wrapper(**state: Any) -> Wrapper:
    return replace(Wrapper(0, 5, begins_line=True, indent=0), **state)


class Record:
    """A sink that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def show(self, end: int) -> None:
        self.told.append(("show", end))

    def drop(self, end: int, decision: Decision | None, block: Block | None, mark: Any) -> None:
        assert decision
        assert mark is None
        self.told.append(("drop", end, str(decision.kind), decision.rule, block is not None))

    def note(self, decision: Decision, mark: Any) -> None:
        self.told.append(("note", decision.reason, mark))

    def trip(self, trip: Trip) -> None:
        raise AssertionError(trip)

    def now(self, decision: Decision) -> None:
        self.told.append(("now", decision.reason))

    def mark(self, at: int) -> Any:
        return at


GROUPED, LATER = {"grouped": True}, {"grouped": False}


@pytest.mark.parametrize(
    ("fates", "opener", "closer"),
    [
        ([], Fate.SHOWN, Fate.SHOWN),  # a wrapper without blocks
        ([CALL], Fate.GONE, Fate.GONE),
        ([CALL, CALL], Fate.GONE, Fate.GONE),
        ([TEXT], Fate.SHOWN, Fate.SHOWN),
        ([CALL, TEXT], Fate.SHOWN, Fate.SHOWN),
        ([TEXT, CALL], Fate.SHOWN, Fate.SHOWN),
        ([CALL, None], Fate.WAITING, Fate.WAITING),
        ([TEXT, None], Fate.SHOWN, Fate.SHOWN),
    ],
)
def test_an_opener_goes_if_all_blocks_of_its_group_are_recovered(
    fates: list[Settled | None], opener: Fate, closer: Fate
) -> None:
    found = wrapper()
    blocks = [block() for _ in fates]
    for one in blocks:
        found.enter(one)
    assert found.opener_fate() is Fate.WAITING
    assert found.counts
    found.settling = True
    found.update()
    for one, verdict in zip(blocks, fates, strict=True):
        if verdict:
            found.decided(one, passed=verdict is TEXT)
    assert (found.opener_fate(), found.closer_fate()) == (opener, closer)
    assert found.counts is (opener is not Fate.SHOWN)


@pytest.mark.parametrize(
    ("later", "closer"), [(CALL, Fate.GONE), (TEXT, Fate.SHOWN), (None, Fate.WAITING)]
)
def test_a_block_behind_the_group_concerns_the_closer_only(
    later: Settled | None, closer: Fate
) -> None:
    found = wrapper()
    first, second = block(), block()
    found.enter(first)
    found.settling = True
    found.decided(first, passed=False)
    assert found.opener_fate() is Fate.GONE
    found.enter(second)
    if later:
        found.decided(second, passed=later is TEXT)
    assert (found.opener_fate(), found.closer_fate()) == (Fate.GONE, closer)


def test_a_block_that_turns_out_to_be_none_leaves_no_trace() -> None:
    found = wrapper()
    mention = block()
    found.enter(mention)
    found.leave(mention)
    found.settling = True
    found.update()
    assert found.opener_fate() is Fate.SHOWN


def test_a_decided_opener_stays_decided() -> None:
    found = wrapper(fate=Fate.GONE, failed=False)
    found.fail(block())
    assert found.opener_fate() is Fate.GONE
    assert found.closer_fate() is Fate.SHOWN


@pytest.mark.parametrize("fate", list(Fate))
def test_a_wrapper_without_blocks_behind_bare_ones_is_their_residue(fate: Fate) -> None:
    found = wrapper(residue_of=group(fate))
    assert found.opener_fate() is Fate.WAITING
    found.settling = True
    found.update()
    assert (found.opener_fate(), found.closer_fate()) == (fate, fate)


BLOCK_FATES = [(None, Fate.WAITING), (CALL, Fate.GONE), (TEXT, Fate.SHOWN)]


@pytest.mark.parametrize(("verdict", "fate"), BLOCK_FATES)
def test_a_stray_word_goes_with_its_block(verdict: Settled | None, fate: Fate) -> None:
    for kind in (PieceKind.BLOCK, PieceKind.STRAY_WORD):
        assert Piece(kind, 0, 1, block(verdict)).fate() is fate


@pytest.mark.parametrize("fate", [Fate.WAITING, Fate.SHOWN, Fate.GONE])
def test_tags_and_words_hang_on_their_wrapper_or_group(fate: Fate) -> None:
    of_wrapper = (PieceKind.OPENER, PieceKind.CLOSER, PieceKind.STRAY_WORD)
    for kind in of_wrapper:
        assert Piece(kind, 0, 1, wrapper=wrapper(fate=fate)).fate() is fate
    assert Piece(PieceKind.RESIDUE, 0, 1, group=group(fate)).fate() is fate


@pytest.mark.parametrize("kind", list(PieceKind))
def test_a_forced_fate_goes_before_all(kind: PieceKind) -> None:
    assert Piece(kind, 0, 1, forced=Fate.SHOWN).fate() is Fate.SHOWN


def held() -> tuple[HeldText, Record]:
    record = Record()
    return HeldText(Channel(), record), record


def test_with_nothing_held_text_goes_straight_on() -> None:
    text, record = held()
    text.text(0, 3)
    text.passed(block(TEXT), 3, complete=True)
    assert record.told == [("show", 3), ("note", "fence", "mark")]
    assert not text
    assert text.settled == 1


def test_what_stands_behind_a_waiting_piece_waits() -> None:
    text, record = held()
    waiting = block()
    text.add(Piece(PieceKind.BLOCK, 0, 4, waiting))
    text.text(4, 6)
    text.text(6, 7)
    text.passed(block(TEXT), 7, complete=False)
    text.text(7, 9)
    text.flush()
    assert record.told == []
    assert [piece.kind for piece in text] == [
        PieceKind.BLOCK,
        PieceKind.TEXT,
        PieceKind.NOTE,
        PieceKind.TEXT,
    ]
    assert (text.first.start, text.settled) == (0, 0)
    waiting.verdict = CALL
    text.flush()
    assert record.told == [
        ("drop", 4, "recovered", "call.enclosed", True),
        ("show", 7),
        ("note", "fence", "mark"),
        ("show", 9),
    ]
    assert text.settled == 2


@pytest.mark.parametrize(
    ("piece", "rule"),
    [
        (Piece(PieceKind.OPENER, 0, 1, wrapper=wrapper(fate=Fate.GONE)), "call.wrapper"),
        (Piece(PieceKind.CLOSER, 0, 1, wrapper=wrapper(fate=Fate.GONE)), "call.wrapper"),
        (Piece(PieceKind.RESIDUE, 0, 1, group=group(Fate.GONE)), "call.wrapper"),
        (Piece(PieceKind.STRAY_WORD, 0, 1, block(CALL)), "call.stray_word"),
    ],
)
def test_what_goes_beside_a_call_is_removed(piece: Piece, rule: str) -> None:
    text, record = held()
    text.add(piece)
    text.flush()
    assert record.told == [("drop", 1, "removed", rule, False)]


def test_a_passed_block_is_shown_and_its_decision_behind_it() -> None:
    text, record = held()
    text.add(Piece(PieceKind.BLOCK, 2, 4, block(TEXT)))
    text.flush()
    assert record.told == [("show", 4), ("note", "fence", "mark")]
