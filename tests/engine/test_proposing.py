"""What would be done, beside what comes out unchanged (design: `observe`, reasons 1)."""

from typing import Any

import pytest

from engine.driving import REASONING, TEXT, TOOLS, Driven, Step, block, drive, native, profile_of
from wiretail.engine.stream import Stream
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import (
    Channel,
    EndKind,
    FinishDelta,
    RefuseDelta,
    StopReason,
    TextDelta,
    UsageDelta,
)
from wiretail.model.events import Call, CallWithdrawn, End, Refusal, Usage

BAD = native("", "{}")
LEAK = "<functions.x>y</functions>"
HALF = "\ud83d"


def observed(steps: list[Step], **options: Any) -> Driven:
    return drive(steps, "observe", **options)


@pytest.mark.parametrize(
    ("steps", "settings", "told"),
    [
        ([LEAK], {}, ["removed tool_call_markup", "refused tool_call_markup"]),
        (native("Write"), {"native.undeclared": "refuse"}, ["refused undeclared_tool"]),
        (
            [*native("Write"), block("now"), *native("now")],
            {"native.undeclared": "refuse"},
            ["refused undeclared_tool"],
        ),
        (BAD, {}, ["removed malformed_call"]),
        # A call without a name is none, and what follows it may be one.
        ([*BAD, block("now")], {}, ["removed malformed_call", "recovered "]),
        (
            [FinishDelta(StopReason.TOOL_CALLS), *BAD],
            {},
            ["removed malformed_call", "repaired stop_without_call"],
        ),
        (
            ["<invoke>", "</invoke>", TextDelta(REASONING, "<functions.x>")],
            {"scaffold.policy": "refuse"},
            ["refused tool_call_markup"],
        ),
    ],
)
def test_it_says_what_would_be_done_and_changes_nothing(
    steps: list[Step], settings: dict[str, Any], told: list[str]
) -> None:
    found, done = observed(steps, settings=settings), drive(steps, "wiretail", settings=settings)
    assert [f"{kind} {reason}" for kind, _, reason in found.told] == told
    assert found.told == done.told
    assert all(one.proposed for one in found.decisions)
    said = [step if isinstance(step, str) else "" for step in steps]
    assert found.text == "".join(said)
    assert found.end is EndKind.DONE
    assert not any(isinstance(item, Refusal | CallWithdrawn) for item in found.items)
    natives = [item for item in found.items if isinstance(item, Call)]
    assert len(natives) == sum(type(step).__name__ == "CallEndDelta" for step in steps)


def test_a_collision_would_refuse_the_turn_and_the_turn_goes_on() -> None:
    steps: list[Step] = ["a", RefuseDelta("key_collision", "unicode.json"), "b"]
    found = observed(steps)
    assert (found.text, found.end) == ("ab", EndKind.DONE)
    assert [(one.kind, one.reason, one.proposed) for one in found.decisions] == [
        (Kind.REFUSED, "key_collision", True)
    ]
    assert drive(steps, "wiretail").order == [["text", "a"]]


def test_what_waits_in_line_of_a_turn_that_fails_is_text_there_and_here() -> None:
    steps: list[Step] = [TextDelta(REASONING, HALF), f"{block('now')}\n"]
    for end in (EndKind.ERROR, EndKind.CANCELLED):
        found, done = observed(steps, end=end), drive(steps, "wiretail", end=end)
        assert [one for one in found.told if one[0] != "repaired"] == [
            one for one in done.told if one[0] != "repaired"
        ]
        assert found.told


def test_a_full_queue_would_let_go_what_it_lets_go_and_halves_with_it() -> None:
    settings = {"queue.max_bytes": 8}
    second = Channel(block=1)
    for between in (
        [TextDelta(REASONING, "12345")],
        [UsageDelta({}), TextDelta(REASONING, "12345678")],
        native("now", '{"a": "bcdefgh"}'),
        native("now", '{"a": "bcdefgh"}', server=True),
    ):
        steps: list[Step] = [f"a{HALF}", *between, "\ude00b", TextDelta(second, "c")]
        found, done = (drive(steps, name, settings=settings) for name in ("observe", "wiretail"))
        assert found.text == done.text == "a\ufffd\ufffdb"
        assert found.told == done.told


def test_events_of_other_kinds_come_once() -> None:
    found = observed(["a <", UsageDelta({"tokens": 1}), FinishDelta(StopReason.STOP), "b"])
    assert [type(item) for item in found.items if not isinstance(item, Decision)][-1] is End
    assert sum(isinstance(item, Usage) for item in found.items) == 1
    assert found.order == [["text", "a <b"], ["end", "done"]]


def test_nothing_is_held_but_a_half() -> None:
    stream = Stream(profile_of("observe"), tools=TOOLS)
    for text, held in (("a <in", 0), ('voke name="any">x', 0), (HALF, 1), ("", 1), ("\ude00", 0)):
        stream.feed_delta(TextDelta(TEXT, text))
        assert stream.held_chars == held
        assert stream.heartbeat is not (text != "")


def test_a_turn_that_would_be_refused_is_shown_to_its_end() -> None:
    steps: list[Step] = [f"a<functions.x>{HALF}", "\ude00", TextDelta(REASONING, "r"), *native()]
    found = observed([*steps, "z"], settings={"scaffold.policy": "refuse"})
    assert (found.text, found.shown(REASONING)) == ("a<functions.x>😀z", "r")
    assert found.calls == [("now", {})]
    (refused,) = found.of(Kind.REFUSED)
    assert refused.span
    assert (refused.span.start, refused.span.end) == (1, len(found.text))


def test_a_native_call_behind_what_refuses_the_turn_settles_nothing() -> None:
    steps: list[Step] = ["<tool_call><function=now>a<functions.x>", *native("any"), "b"]
    found = drive(steps, "wiretail", settings={"scaffold.policy": "refuse"})
    assert found.told[-1] == ("refused", "scaffold.trip", "tool_call_markup")
    assert found.text == "<tool_call><function=now>a"
