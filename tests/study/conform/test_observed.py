from typing import Any

import pytest

from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, StopReason
from wiretail.model.events import Call, CallStarted, End, Error, Event, Reasoning, Refusal, Text
from wiretail.model.span import Span
from wiretail.study.conform.observed import Observed, strings

TEXT = Channel()
NATIVE = Channel(ChannelKind.ARGUMENTS)


def decision(
    kind: Kind, rule: str, reason: str = "", at: int = 0, frame: int = 0, **evidence: Any
) -> Decision:
    return Decision(
        kind, rule, reason, TEXT, Span(at, at + 1), frames=(frame, frame), evidence=evidence
    )


def observed(*items: Event | Decision) -> Observed:
    answer = Observed()
    answer.add(items)
    return answer


def test_events_become_the_words_of_vectors() -> None:
    found = observed(
        Text(TEXT, 0, "a", 0),
        Reasoning(Channel(ChannelKind.REASONING), 0, "r", 0),
        CallStarted(NATIVE, "n", "Bash", 1),
        Call(TEXT, "recovered-1", "Read", {"p": 1}, 1, Origin.RECOVERED),
        Call(NATIVE, "n", "Read", "{", 2, supersedes="recovered-1"),
        End(TEXT, EndKind.DONE, 3, StopReason.TOOL_CALLS, "tool_use"),
    ).values()
    assert found["text"] == "a"
    assert found["reasoning"] == "r"
    assert found["tool_calls"] == [
        {"name": "Read", "arguments": "{", "origin": "native"},
        {"name": "Read", "arguments": {"p": 1}, "origin": "recovered"},
    ]
    assert found["supersedes"] == [[0, 1]]
    assert found["end"] == "done"
    assert found["stop_reason"] == "tool_calls"
    assert found["refusal"] is None
    assert found["redacted"] is False
    assert found["timeline"][-1] == ["end", "done"]


def test_a_refusal_is_a_class_and_a_channel() -> None:
    refusal = Refusal(TEXT, "tool_call_markup", "", 1, payload={"redacted": True})
    found = observed(refusal).values()
    assert found["refusal"] == {"class": "tool_call_markup", "channel": "text"}
    assert found["end"] is None
    assert found["redacted"] is True


def test_decisions_come_in_order_of_delta_and_span_and_the_turn_last() -> None:
    found = observed(
        decision(Kind.REPAIRED, "turn.stop_reason", "stop_corrected", frame=9),
        decision(Kind.HELD, "call.bare", "marker_prefix"),
        decision(Kind.RECOVERED, "call.bare", at=9, frame=1),
        decision(Kind.REMOVED, "call.wrapper", "wrapper", at=4, frame=1),
        decision(Kind.PASSED, "call.bare", "fence", at=20),
        Decision(Kind.TRUNCATED, "window.fit", "window"),
    ).values()
    assert found["decisions"] == [
        ["passed", "call.bare", "fence"],
        ["removed", "call.wrapper", "wrapper"],
        ["recovered", "call.bare", None],
        ["repaired", "turn.stop_reason", "stop_corrected"],
        ["truncated", "window.fit", "window"],
    ]


def test_blocks_are_complete_candidates_in_the_order_of_their_spans() -> None:
    found = observed(
        decision(Kind.RECOVERED, "call.bare", at=9),
        decision(Kind.PASSED, "call.bare", "fence", at=1, complete=True),
        decision(Kind.PASSED, "call.bare", "incomplete", at=20, complete=False),
        decision(Kind.REMOVED, "call.duplicate", "native_duplicate", at=30),
        decision(Kind.REMOVED, "call.wrapper", "wrapper", at=40),
        decision(Kind.PASSED, "scaffold.marker", "fence", at=50),
        decision(Kind.HELD, "call.bare", "call_body", at=60),
    ).values()
    assert found["blocks"] == ["fence", None, None]


@pytest.mark.parametrize("order", [1, -1])
def test_a_candidate_that_is_told_of_twice_is_one_block(order: int) -> None:
    told = [
        decision(Kind.PASSED, "echo.block", "no_matching_call"),
        decision(Kind.RECOVERED, "call.enclosed"),
    ]
    assert observed(*told[::order]).values()["blocks"] == [None]


@pytest.mark.parametrize(
    ("item", "seen"),
    [
        (Text(TEXT, 0, "a secret b", 0), True),
        (Call(NATIVE, "c", "Read", {"k": ["a secret"]}, 0), True),
        (Call(NATIVE, "c", "Read", {"secret": 1}, 0), True),
        (Error(TEXT, "x", "the secret", 0), True),
        (decision(Kind.PASSED, "call.bare", "fence", tool="secret"), True),
        (Text(TEXT, 0, "sec", 0), False),
    ],
)
def test_what_may_not_be_seen_is_looked_for_everywhere(item: Event | Decision, seen: bool) -> None:
    assert observed(item).visible("secret") is seen


def test_it_is_seen_in_pieces_too() -> None:
    assert observed(Text(TEXT, 0, "sec", 0), Text(TEXT, 3, "ret", 1)).visible("secret")


def test_strings_of_a_nest() -> None:
    assert list(strings([{"a": ("b", 1, None)}, Span(1, 2)])) == ["a", "b"]
