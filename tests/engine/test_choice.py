"""Each choice is judged, queued, refused and ended for itself (design, turn)."""

import pytest

from engine.driving import READ, REASONING, TEXT, Step, drive, native, wrapped
from wiretail.model.decisions import Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    Channel,
    ChannelKind,
    EndDelta,
    EndKind,
    FinishDelta,
    RefuseDelta,
    StopReason,
    TextDelta,
    UsageDelta,
)
from wiretail.model.events import Call, End, Refusal, Text, Usage

REFUSE = RefuseDelta("key_collision", "unicode.json")


def other(text: str) -> TextDelta:
    return TextDelta(Channel(choice=1), text)


def test_choices_do_not_wait_for_each_other() -> None:
    found = drive(["a <in", other("b"), "x"])
    assert [item.text for item in found.steps[1] if isinstance(item, Text)] == ["b"]
    assert found.shown(Channel(choice=1)) == "b"
    assert found.text == "a <inx"


def test_a_native_call_of_one_choice_settles_no_other() -> None:
    found = drive(["a <in", other("b <in"), *native(), "x"])
    assert found.held[2:] == [3, 3, 3, 3]  # the other choice's


def test_recovered_calls_are_numbered_a_choice() -> None:
    found = drive([wrapped(READ), other(wrapped(READ))])
    assert [(item.channel.choice, item.id) for item in found.items if isinstance(item, Call)] == [
        (0, "recovered-1"),
        (1, "recovered-1"),
    ]


def test_each_choice_has_its_stop_reason_and_its_end() -> None:
    steps: list[Step] = [
        "a",
        other("b"),
        FinishDelta(StopReason.STOP, "stop"),
        FinishDelta(StopReason.LENGTH, "length", choice=1),
        EndDelta(EndKind.DONE, choice=1),
        "c",
    ]
    found = drive(steps, end=EndKind.INCOMPLETE)
    ends = [item for item in found.items if isinstance(item, End)]
    assert [(one.channel.choice, one.end, one.reason, one.raw) for one in ends] == [
        (1, EndKind.DONE, StopReason.LENGTH, "length"),
        (0, EndKind.INCOMPLETE, StopReason.STOP, "stop"),
    ]
    assert found.text == "ac"


@pytest.mark.parametrize("held", ["", f"x {wrapped(READ)}", "<in"])
def test_a_refused_turn_fails_closed(held: str) -> None:
    arguments = Channel(ChannelKind.ARGUMENTS)
    steps: list[Step] = [
        f"a{held}",
        REFUSE,
        "never",
        TextDelta(REASONING, "never"),
        UsageDelta({}),
        *native(),
        CallArgumentsDelta(arguments, "{}"),
        CallEndDelta(arguments),
        REFUSE,
    ]
    found = drive(steps)
    assert found.text == f"a{held}"
    assert found.calls == []
    (refusal,) = [item for item in found.items if isinstance(item, Refusal)]
    assert refusal.refusal_class == "key_collision"
    assert refusal.payload == {"code": "key_collision"}
    assert "never" not in refusal.message
    (decision,) = found.of(Kind.REFUSED)
    assert (decision.rule, decision.reason) == ("unicode.json", "key_collision")
    assert decision.frames == (1, 1)
    assert not [item for item in found.items if isinstance(item, End | Usage)]
    assert all(step == [] for step in found.steps[2:])


def test_what_is_held_when_a_turn_is_refused_is_text() -> None:
    found = drive([f"a {wrapped(READ)}", REFUSE])
    assert found.verdicts == ["turn_failed"]


def test_a_refusal_refuses_every_open_choice() -> None:
    found = drive(["a", other("b"), REFUSE])
    refused = [item for item in found.items if isinstance(item, Refusal)]
    assert [one.channel.choice for one in refused] == [0, 1]


@pytest.mark.parametrize("end", list(EndKind))
def test_every_end_settles_every_channel(end: EndKind) -> None:
    found = drive(
        ["a <in", TextDelta(REASONING, "r\ud83d"), TextDelta(Channel(block=1), "<")], end=end
    )
    assert found.text == "a <in"
    assert found.shown(REASONING) == "r\ufffd"
    assert found.shown(Channel(block=1)) == "<"
    assert found.end is end
    assert isinstance(found.items[-1], End)
    assert found.items[-1].channel == TEXT
