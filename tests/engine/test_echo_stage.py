"""Cases: spec tool-call-echo 2, 5, 6, 11, recommended 7; beside the matcher and the queue."""

from dataclasses import replace
from typing import Any

import pytest

from engine.driving import (
    OPEN,
    READ,
    TEXT,
    TOOLS,
    Driven,
    Step,
    block,
    drive,
    native,
    profile_of,
    wrapped,
)
from wiretail.engine import finder, short_way
from wiretail.engine.stream import Stream
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndDelta, EndKind, TextDelta, UsageDelta
from wiretail.model.events import Call, CallStarted, CallWithdrawn, Text

ECHO = "<tool_call><function=now>{}</function></tool_call>"
JSON = '<tool_call>{"name": "now", "arguments": {}}</tool_call>'
REASONING = Channel(ChannelKind.REASONING)
NOW = native("now", '{"input": "{}"}')


def told(driven: Driven) -> list[tuple[Kind, str, str]]:
    return [
        (item.kind, item.rule, item.reason)
        for item in driven.decisions
        if item.kind not in {Kind.HELD, Kind.RELEASED}
    ]


def cut(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


@pytest.mark.parametrize("profile", ["openai-chat", "wiretail"])
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_what_repeats_a_call_goes_and_the_rest_stays(profile: str, size: int) -> None:
    driven = drive([*cut(f"so\n{ECHO}\nit is", size), *NOW], profile)
    assert driven.text == "so\n\nit is"
    assert told(driven) == [(Kind.REMOVED, "echo.block", "call_echo")]
    assert [name for name, _ in driven.calls] == ["now"]


def test_calls_come_behind_all_text_where_a_page_hides_echoes_alone() -> None:
    assert drive(["a", *NOW, "b"], "openai-chat").order == [
        ["text", "ab"],
        ["tool_call", "now"],
        ["end", "done"],
    ]
    assert drive(["a", *NOW, "b"], "wiretail").order[1] == ["tool_call", "now"]


@pytest.mark.parametrize("end", [EndKind.ERROR, EndKind.CANCELLED])
@pytest.mark.parametrize("profile", ["openai-chat", "wiretail"])
def test_a_failed_turn_shows_all_of_it(profile: str, end: EndKind) -> None:
    driven = drive([f"so\n{ECHO}", *NOW, EndDelta(end)], profile)
    assert driven.text == f"so\n{ECHO}"
    assert (Kind.PASSED, "echo.block", "turn_failed") in told(driven)


def test_calls_that_were_to_come_last_are_withdrawn_with_a_failed_turn() -> None:
    driven = drive([*NOW, EndDelta(EndKind.ERROR)], "openai-chat")
    assert driven.calls == []
    kinds = [type(item) for item in driven.items if isinstance(item, CallStarted | CallWithdrawn)]
    assert kinds == [CallStarted, CallWithdrawn]


def test_what_comes_behind_a_held_echo_keeps_its_place() -> None:
    steps: list[Step] = [ECHO[:20], TextDelta(REASONING, "hm"), UsageDelta({"n": 1}), ECHO[20:]]
    driven = drive([*steps, *native("now", '{"input": "x"}')], "openai-chat")
    assert [type(item).__name__ for item in driven.items if not isinstance(item, Decision)][:4] == [
        "Text",
        "Reasoning",
        "Usage",
        "Text",
    ]


@pytest.mark.parametrize(
    "steps",
    [
        [ECHO[:30], "x" * 40],
        [ECHO[:30], TextDelta(REASONING, "x" * 40)],
        [ECHO[:30], UsageDelta({"much": "x" * 40})],
    ],
)
def test_too_much_behind_it_lets_it_go(steps: list[Step]) -> None:
    driven = drive([*steps, ECHO[30:], *NOW], "openai-chat", settings={"echo.max_held_bytes": 60})
    assert ECHO[:30] in driven.text
    reasons = [item.reason for item in driven.decisions if item.kind is Kind.RELEASED]
    assert "hold_bound" in reasons


def test_a_full_queue_lets_it_go() -> None:
    steps: list[Step] = [ECHO[:30], TextDelta(REASONING, "x" * 60)]
    driven = drive(steps, "wiretail", settings={"queue.max_bytes": 64})
    assert driven.text == ECHO[:30]
    assert driven.held[-1] == 0


# --- beside the matcher --------------------------------------------------------


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_what_stands_in_a_candidate_is_its_data(size: int) -> None:
    text = wrapped(block(path=f"a\n{ECHO}\nb"))
    driven = drive([*cut(text, size), *native("any", "{}")], "wiretail")
    assert driven.calls[0] == ("Read", {"path": f"a\n{ECHO}\nb"})
    assert all(not rule.startswith("echo") for _, rule, _ in told(driven))


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_what_stands_in_a_reminder_goes_with_it(size: int) -> None:
    text = f"a<system-reminder>{ECHO}</system-reminder>b"
    driven = drive([*cut(text, size), *NOW], "wiretail")
    assert driven.text == "ab"
    assert [rule for _, rule, _ in told(driven)] == ["scaffold.reminder"]


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_candidate_behind_a_held_echo_is_judged_at_the_end(size: int) -> None:
    driven = drive([*cut(f"{ECHO}\n{wrapped(READ)}\n", size), *NOW], "wiretail")
    assert driven.text == "\n\n"
    assert {name for name, _ in driven.calls} == {"now", "Read"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"a <{ECHO}", "a <"),
        (f"{OPEN}{ECHO}", OPEN),
        (f'`<invoke name="nope"> x` {ECHO}', '`<invoke name="nope"> x` '),
        (f'<invoke name="nope">\n</invo{ECHO}', '<invoke name="nope">\n</invo'),
        (f"call\n{ECHO}", "call\n"),
        (f"{READ}\n{ECHO}", f"{READ}\n"),
    ],
)
@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_cut_marker_in_front_of_it_is_text(text: str, shown: str, size: int) -> None:
    driven = drive([*cut(text, size), *NOW], "wiretail")
    assert driven.text == shown
    assert (Kind.REMOVED, "echo.block", "call_echo") in told(driven)


def test_a_candidate_that_opens_behind_it_swallows_a_later_one() -> None:
    text = f'{ECHO}\n<invoke name="Read"><parameter name="path">{ECHO}'
    driven = drive([text, *NOW], "wiretail")
    assert driven.text == f'\n<invoke name="Read"><parameter name="path">{ECHO}'


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([JSON, *native("now", "{}")], "call_echo"),
        ([JSON, *native("now", '{"a": 1}')], "body_mismatch"),
        ([JSON, *native("any", "{}")], "native_call"),
        ([JSON], "no_matching_call"),
        ([f'{ECHO}\n<invoke name="Read"><parameter name="path">{JSON}', *NOW], "call_echo"),
    ],
)
def test_a_block_beside_calls_has_a_reason(steps: list[Step], reason: str) -> None:
    [(_, _, found)] = [one for one in told(drive(steps, "wiretail")) if one[1] == "echo.block"]
    assert found == reason


def test_observe_shows_all_of_it_and_says_what_would_go() -> None:
    driven = drive([*cut(f"so {ECHO} it", 3), *NOW], "observe")
    assert driven.text == f"so {ECHO} it"
    [removed] = [item for item in driven.decisions if item.kind is Kind.REMOVED]
    assert (removed.reason, removed.proposed) == ("call_echo", True)
    assert set(driven.held) == {0}


# --- arguments that change -------------------------------------------------------

REPEATED = f"{ECHO}{ECHO}"
TWICE = '{"input": "{}{}"}'


@pytest.mark.parametrize(
    ("profile", "steps", "arguments", "decisions"),
    [
        ("openai-chat", [REPEATED, *native("now", TWICE)], {"input": "{}"}, 1),
        ("wiretail", [REPEATED, *native("now", TWICE)], {"input": "{}"}, 1),
        ("wiretail", [*native("now", TWICE), REPEATED], {"input": "{}{}"}, 0),  # given out
        ("observe", [REPEATED, *native("now", TWICE)], {"input": "{}{}"}, 1),
        ("openai-chat", [ECHO, *native("now", '{}{"input": "{}"}')], {"input": "{}"}, 1),
    ],
)
def test_arguments_are_mended_unless_they_were_given_out(
    profile: str, steps: list[Step], arguments: Any, decisions: int
) -> None:
    driven = drive(steps, profile)
    assert driven.calls == [("now", arguments)]
    mended = [item for item in driven.decisions if item.kind is Kind.ARGUMENTS_REPAIRED]
    assert len(mended) == decisions


def test_a_value_instead_of_text_is_compared_as_its_json() -> None:
    assert drive([ECHO, *native("now", {"input": "{}"})], "openai-chat").text == ""


def test_calls_of_the_provider_s_own_are_no_ground() -> None:
    assert drive([ECHO, *native("now", '{"input": "{}"}', server=True)], "openai-chat").text == ECHO


# --- bounds of what is remembered -------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_way, "_READ_AT", 2)
    monkeypatch.setattr(finder, "_MOST_CUTS", 0)


@pytest.mark.usefixtures("small")
def test_little_memory_changes_nothing() -> None:
    steps = [*cut("```\nsome words\n```\n" * 3, 2), *cut(f"a < b <i <tool\n{ECHO}", 2)]
    driven = drive([*steps, *NOW], "wiretail", settings={"recover.max_tag_chars": 60})
    assert driven.text == "```\nsome words\n```\n" * 3 + "a < b <i <tool\n"


def test_a_cut_close_of_a_shown_block_in_front_of_it_is_text() -> None:
    text = '<invoke name="nope">\n</invo'
    driven = drive([*NOW, f"{text}{ECHO}"], "wiretail")
    assert driven.text == text


def test_a_profile_that_only_proposes_leaves_arguments_as_they_came() -> None:
    profile = replace(profile_of("openai-chat"), propose=True)
    stream = Stream(profile, tools=TOOLS)
    out = [
        item
        for step in [TextDelta(TEXT, REPEATED), *native("now", TWICE)]
        for item in stream.feed_delta(step)
    ]
    out += stream.close(EndKind.DONE)
    assert [item.arguments for item in out if isinstance(item, Call)] == [{"input": "{}{}"}]
    assert "".join(item.text for item in out if isinstance(item, Text)) == REPEATED
    mended = [item for item in out if isinstance(item, Decision) and item.rule == "echo.run"]
    assert [item.proposed for item in mended] == [True]


def test_native_calls_behind_a_held_echo_count_for_its_bound() -> None:
    steps: list[Step] = [ECHO[:30], *native("any", '{"a": "' + "x" * 60 + '"}')]
    driven = drive([*steps, ECHO[30:]], "wiretail", settings={"echo.max_held_bytes": 64})
    assert driven.held[1:] == [30, 0, 0, 0]
    assert driven.text == ECHO
    assert drive([ECHO[:30], *NOW, ECHO[30:]], "wiretail").text == ""
