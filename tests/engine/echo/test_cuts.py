"""Where a text is cut changes nothing, and what is held costs no more than it is long."""

import pickle
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.echo.driving import Driven, Other, Step, block, call, drive
from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.hold import EchoHold
from wiretail.engine.echo.rules import EchoRules

TraceFunction: TypeAlias = Callable[[FrameType, str, Any], Any]

WORDS = [
    "<tool_call>",
    "</tool_call>",
    "<function=exec>",
    "<function=",
    "<function=a<tool_call><function=exec>",
    "exec>",
    "</function>",
    "</parameter>",
    "<parameter=k>",
    block("x"),
    block("x", tail=""),
    block("y", "read"),
    "<",
    "</tool_",
    "x",
    "é",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "`",
    "``",
    "```\n",
    "\n~~~\n",
    "> ",
    "  ",
    "\n<tool_call><function=exec>",
    "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
]
CALLS = [
    call('{"input": "x"}'),
    call('{"input": "xx"}'),
    call('x{"input": "x"}', "read", "exec"),
    call('{"k": "x"}', "read"),
    call("{}", "read"),
    call("y", "read", freeform=True),
]

texts = st.lists(st.sampled_from(WORDS), max_size=14).map("".join)
steps = st.lists(st.one_of(texts, st.sampled_from([Other("r"), Other("r" * 30)])), max_size=4)
rules = st.builds(
    EchoRules,
    max_held_bytes=st.sampled_from([0, 10, 40, 90, 200, 100_000]),
    max_prose_chars=st.sampled_from([0, 3, 20, 8192]),
    max_header_chars=st.sampled_from([10, 23, 24, 27, 30, 1024]),
    mid_line=st.booleans(),
    spans_cross_lines=st.booleans(),
    one_key=st.booleans(),
)
calls = st.lists(st.sampled_from(CALLS), max_size=3)


def cut(whole: list[Step], size: int) -> list[Step]:
    return [
        piece
        for step in whole
        for piece in (
            [step]
            if isinstance(step, Other)
            else [step[at : at + size] for at in range(0, len(step), size)]
        )
    ]


def outcome(driven: Driven) -> tuple[object, ...]:
    return driven.facts, driven.timeline, driven.arguments


@settings(max_examples=300, deadline=None)
@given(whole=steps, calls=calls, rules=rules, fails=st.booleans(), size=st.integers(1, 9))
def test_a_text_that_is_cut_has_the_same_outcome(
    whole: list[Step], calls: list[EchoCall], rules: EchoRules, fails: bool, size: int
) -> None:
    straight = drive(whole, calls, rules, fails=fails)
    for pieces in (cut(whole, 1), cut(whole, size)):
        driven = drive(pieces, calls, rules, fails=fails)
        assert outcome(driven) == outcome(straight)


def _looked_at(steps_: list[str], calls_: list[EchoCall]) -> int:
    """Return how many lines of the stage run: the measure of work that no machine changes."""
    lines = 0

    def count(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        nonlocal lines
        if "engine/echo" not in frame.f_code.co_filename.replace("\\", "/"):
            return None
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        drive(list(steps_), calls_)
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (lambda n: "<tool_call><function=exec>" + "xyz" * n, 3),
        (lambda n: "<tool_call><function=exec>" + " " * n, 1),
        (lambda n: "<tool_call><function=exec" + ">a</tool_call" * n + ">", 13),
        (lambda n: "<tool_call><function=exec>a\n" * n, 28),
        (lambda n: "<tool_call>\n" * n, 12),
        (lambda n: block("x") * n, 50),
        (lambda n: (block("x") + "\n`\n") * n, 50),
        (lambda n: block("x", tail="") * n, 50),
        (lambda n: block("x") + "\n<tool_call>" * n, 12),
        (lambda n: "```\n" + "<tool_call><function=exec>\n" * n, 27),
        (lambda n: "`a\n" + (block("x") + "\n") * n, 50),
    ],
)
@pytest.mark.parametrize("cuts", [True, False])
def test_twice_the_text_is_twice_the_work(
    text: Callable[[int], str], size: int, cuts: bool
) -> None:
    def work(count: int) -> int:
        whole = text(count)
        pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
        return _looked_at(pieces if cuts else [whole], [call('{"input":"x"}')])

    assert work(700) <= 2.1 * work(350) + 200


def test_many_blocks_and_many_calls_are_not_compared_one_by_one() -> None:
    def work(count: int) -> int:
        names = [f"value {number:06}" for number in range(count)]
        texts_ = "\n".join(block(f"<parameter=k>{name}</parameter>", tail="") for name in names)
        calls_ = [call(f'{{"k":"{name}"}}') for name in names]
        return _looked_at([texts_], calls_)

    assert work(80) <= 2.1 * work(40) + 200


def test_a_snapshot_costs_what_is_held() -> None:
    hold = EchoHold(EchoRules())
    for _ in range(1000):
        hold.feed("some text\n" * 100)
    assert len(pickle.dumps(_plain(hold))) < 100_000


def _plain(thing: object) -> object:
    """Return the state of an object as nested data."""
    if isinstance(thing, list | tuple):
        return [_plain(item) for item in thing]
    names = getattr(type(thing), "__slots__", ())
    return [_plain(getattr(thing, name)) for name in names] or repr(thing)
