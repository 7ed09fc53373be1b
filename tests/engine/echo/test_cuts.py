"""Where a text is cut changes nothing, and what is held costs no more than it is long."""

import copy

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.echo.driving import Driven, Other, Step, block, call, drive
from wiretail.engine.echo.rules import EchoRules

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


@settings(max_examples=1500, deadline=None)
@given(whole=steps, calls=calls, rules=rules, fails=st.booleans(), size=st.integers(1, 9))
def test_a_text_that_is_cut_has_the_same_outcome(
    whole: list[Step], calls: list[object], rules: EchoRules, fails: bool, size: int
) -> None:
    straight = drive(whole, calls, rules, fails=fails)  # type: ignore[arg-type]
    for pieces in (cut(whole, 1), cut(whole, size)):
        driven = drive(pieces, calls, rules, fails=fails)  # type: ignore[arg-type]
        assert outcome(driven) == outcome(straight)
