from typing import Any

import pytest

from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, StopReason
from wiretail.model.events import (
    Call,
    CallStarted,
    End,
    Error,
    Event,
    Reasoning,
    Refusal,
    Text,
    Usage,
)
from wiretail.study.summary import Summary

TEXT = Channel()
CALL = Channel(ChannelKind.ARGUMENTS)
KEYS = [
    "exchange",
    "turn",
    "choice",
    "text",
    "reasoning",
    "tool_calls",
    "refusal",
    "end",
    "stop_reason",
    "stop_reason_raw",
    "usage",
    "frames",
    "malformed_frames",
    "decisions",
    "findings",
]
MALFORMED = Error(TEXT, "malformed_json", "", 0, malformed=True)


def end(turn: int = 0, choice: int = 0, frame: int = 9) -> End:
    return End(Channel(choice=choice, turn=turn), EndKind.DONE, frame, StopReason.STOP, "end_turn")


def objects(*items: Event | Decision, frames: int = 10) -> list[dict[str, Any]]:
    summary = Summary(3)
    for item in items:
        summary.add(item)
    return summary.objects(frames)


def test_a_summary_has_exactly_these_keys() -> None:
    [found] = objects(end())
    assert list(found) == KEYS


def test_what_was_said_is_joined() -> None:
    [found] = objects(
        Text(TEXT, 0, "a", 0),
        Reasoning(Channel(ChannelKind.REASONING), 0, "r", 1),
        Text(Channel(block=1), 0, "b", 2),
        end(),
    )
    assert (found["text"], found["reasoning"]) == ("ab", "r")
    assert (found["exchange"], found["turn"], found["choice"]) == (3, 0, 0)
    assert (found["end"], found["stop_reason"], found["stop_reason_raw"]) == (
        "done",
        "stop",
        "end_turn",
    )


def test_calls_go_by_the_place_of_their_first_delta() -> None:
    [found] = objects(
        CallStarted(CALL, "n", "Bash", 0),
        Call(TEXT, "recovered-1", "Read", {"p": 1}, 1, Origin.RECOVERED),
        Call(CALL, "n", "Bash", "{cut", 2, server=True),
        end(),
    )
    assert found["tool_calls"] == [
        {"name": "Bash", "arguments": "{cut", "origin": "native", "server": True},
        {"name": "Read", "arguments": {"p": 1}, "origin": "recovered", "server": False},
    ]


def test_a_refused_turn_has_no_end() -> None:
    [found] = objects(Refusal(TEXT, "tool_call_markup", "", 5))
    assert found["refusal"] == {"class": "tool_call_markup", "channel": "text"}
    assert (found["end"], found["stop_reason"], found["stop_reason_raw"]) == (None, None, None)


def test_the_refusal_of_the_provider_is_a_key_of_its_own_where_there_is_one() -> None:
    refusal = Text(Channel(ChannelKind.REFUSAL), 0, "I cannot", 1)
    [found] = objects(refusal, end())
    assert (found["text"], found["provider_refusal"]) == ("", "I cannot")


def test_the_usage_of_a_turn_counts_for_each_choice_that_has_none() -> None:
    usage = Usage(TEXT, {"n": 1}, 1)
    own = Usage(Channel(choice=2), {"n": 2}, 1)
    found = objects(usage, own, end(), end(choice=1), end(choice=2), end(turn=1))
    assert [turn["usage"] for turn in found] == [{"n": 1}, {"n": 1}, {"n": 2}, None]


def test_decisions_are_counted_and_findings_listed_as_they_came() -> None:
    [found] = objects(
        Decision(Kind.HELD, "call.bare", "marker_prefix", TEXT, frames=(0, 0)),
        Decision(Kind.REPAIRED, "unicode.bytes", "malformed_utf8", frames=(1, 1)),
        Decision(Kind.PASSED, "call.bare", "fence", TEXT, frames=(2, 2)),
        Decision(Kind.RECOVERED, "call.bare", "", TEXT),
        MALFORMED,
        end(),
    )
    assert found["decisions"] == {"held": 1, "passed": 1, "recovered": 1, "repaired": 1}
    assert found["findings"] == ["malformed_utf8", "recovered", "malformed_frame"]
    assert found["malformed_frames"] == 1


def test_choices_of_a_turn_have_all_its_frames() -> None:
    found = objects(end(choice=1, frame=8), end(frame=8))
    assert [(turn["choice"], turn["frames"]) for turn in found] == [(0, 10), (1, 10)]


@pytest.mark.parametrize(
    ("items", "frames"),
    [
        # The frames between two turns belong to the second, those behind the last to it.
        ([Text(TEXT, 0, "a", 1), end(frame=2), end(turn=1, frame=8)], [3, 7]),
        # A turn may break off where the next one begins.
        (
            [
                Text(TEXT, 0, "a", 1),
                Usage(Channel(turn=1), {}, 4),
                end(frame=4),
                end(turn=1, frame=9),
            ],
            [4, 6],
        ),
        ([end(frame=0)], [10]),
    ],
)
def test_frames_are_shared_out_among_turns(
    items: list[Event | Decision], frames: list[int]
) -> None:
    assert [turn["frames"] for turn in objects(*items)] == frames


def test_malformed_frames_count_for_the_turn_that_they_stand_in() -> None:
    late = Error(Channel(turn=0), "malformed_json", "", 6, malformed=True)
    found = objects(MALFORMED, end(frame=2), late, end(turn=1, frame=8))
    assert [turn["malformed_frames"] for turn in found] == [1, 1]
    assert [turn["findings"] for turn in found] == [["malformed_frame"], ["malformed_frame"]]


def test_what_never_ends_is_no_turn() -> None:
    assert objects(MALFORMED) == []
    assert objects(Decision(Kind.REPAIRED, "unicode.bytes", "malformed_utf8")) == []
    found = objects(end(), Error(Channel(turn=1), "malformed_json", "", 9, malformed=True))
    assert [turn["turn"] for turn in found] == [0]
    assert found[0]["malformed_frames"] == 1
