"""Each choice is judged, queued, refused and ended for itself (design, turn)."""

import pytest

from engine.driving import (
    OPEN,
    READ,
    REASONING,
    TEXT,
    TOOLS,
    Driven,
    Step,
    block,
    choices,
    drive,
    native,
    profile_of,
    wrapped,
)
from wiretail.engine.stream import Stream
from wiretail.model.decisions import Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
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
from wiretail.model.span import Span

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


# The queue has a bound (qoder 7.7): the oldest tail is text when more comes than there is room for.


def reasoning(text: str) -> TextDelta:
    return TextDelta(REASONING, text)


def bounded(steps: list[Step], most: int, profile: str = "vscode-lm") -> Driven:
    """Drive with a bound of the queue, and hold the queue to it after every delta."""
    stream = Stream(profile_of(profile, {"queue.max_bytes": most}), tools=TOOLS)
    found = Driven()
    for step in steps:
        found.items += stream.feed_delta(TextDelta(TEXT, step) if isinstance(step, str) else step)
        for choice in choices(stream):
            assert choice.outlet.queued_bytes <= most
    found.items += stream.close(EndKind.DONE)
    return found


@pytest.mark.parametrize(
    ("said", "most", "released"),
    [
        ("12345", 8, False),  # "<in" and what waits behind it
        ("123456", 8, True),
        ("€1234", 8, True),  # bytes count, not characters
        ("€12", 8, False),
        ("é€", 8, False),
        ("😀é", 8, True),
        ("😀1", 8, False),
    ],
)
def test_text_that_waits_behind_a_tail_counts_its_bytes(
    said: str, most: int, released: bool
) -> None:
    for deltas in ([said], list(said)):
        found = bounded(["a <in", *map(reasoning, deltas)], most)
        assert (("released", "hold_bound") in found.timing) is released
        assert found.order[:2] == [["text", "a <in"], ["reasoning", said]]


def test_the_character_that_finds_no_room_lets_the_tail_go() -> None:
    for text in ("1234567", "€€7"):
        for deltas in ([text], list(text)):
            found = bounded(["<in", *map(reasoning, deltas), "voke"], 8)
            (released,) = [one for one in found.decisions if one.reason == "hold_bound"]
            assert (released.rule, released.span) == ("call.enclosed", Span(0, 3))
            assert found.text == "<invoke"


def test_a_tail_that_finds_no_room_is_text_itself() -> None:
    text = f"{OPEN}{block('any', a='é' * 40)}"
    for size in (1, 7, 1000):
        deltas: list[Step] = [text[at : at + size] for at in range(0, len(text), size)]
        found = bounded(deltas, 90)
        assert (found.text, found.calls, found.verdicts) == (text, [], ["too_long"])
        found = bounded(deltas, len(text.encode()))
        assert (found.text, found.verdicts) == ("", ["recovered"])


@pytest.mark.parametrize(("most", "second_reason"), [(10, "not_a_marker"), (9, "hold_bound")])
def test_of_two_channels_that_hold_the_oldest_is_let_go_first(
    most: int, second_reason: str
) -> None:
    second = Channel(block=1)
    steps: list[Step] = ["<in", TextDelta(second, "<inv"), reasoning("12345")]
    found = bounded([*steps, TextDelta(second, "x")], most)
    assert found.order[:3] == [["text", "<in"], ["text", "<inv"], ["reasoning", "12345"]]
    assert [(one.channel, one.reason) for one in found.of(Kind.RELEASED)] == [
        (TEXT, "hold_bound"),
        (second, second_reason),
    ]


@pytest.mark.parametrize("profile", ["vscode-lm", "wiretail", "observe"])
def test_a_half_that_all_wait_for_is_let_go_as_a_mark(profile: str) -> None:
    found = bounded(["a\ud83d", reasoning("1234"), "\ude00b"], 8, profile)
    assert found.text == "a😀b"
    found = bounded(["a\ud83d", reasoning("12345"), "\ude00b"], 8, profile)
    assert (found.text, found.shown(REASONING)) == ("a\ufffd\ufffdb", "12345")


def test_the_second_half_of_a_character_needs_no_room_of_its_own() -> None:
    for deltas in (["<in\ud83d", "\ude00"], ["<in\ud83d\ude00"], ["<in😀"]):
        assert bounded([*deltas], 7).text == "<in😀"
        assert bounded([*deltas], 4).text == "<in😀"


def test_events_that_find_no_room_let_the_tail_go() -> None:
    arguments = Channel(ChannelKind.ARGUMENTS)
    call = native("any", {"k": "v" * 20}, server=True)
    for most, released in ((34, False), (33, True)):
        found = bounded(["<in", *call], most)
        assert (("released", "hold_bound") in found.timing) is released
        assert found.order[:2] == [["text", "<in"], ["tool_call", "any"]]
    pieces = [CallArgumentsDelta(arguments, "é" * 4) for _ in range(4)]
    start = CallStartDelta(arguments, "c", "any", server=True)
    found = bounded(["<in", start, *pieces, "x"], 20, "wiretail")
    assert found.timing == [("held", "marker_prefix"), ("released", "hold_bound")]


def test_what_needs_no_room_lets_nothing_go() -> None:
    found = bounded(["<in", UsageDelta({"n": 1}), ""], 3)
    assert ("released", "hold_bound") not in found.timing


def test_one_character_larger_than_the_bound_goes_through() -> None:
    assert bounded(["a", "😀", "b"], 1).text == "a😀b"


# Blocks that have ended cost nothing (unicode 6.2: a new one ends the wait for a low half).


def test_only_lanes_that_may_hold_a_half_are_looked_at_for_a_new_block() -> None:
    stream = Stream(profile_of("wiretail"), tools=TOOLS)
    for number in range(40):
        stream.feed_delta(TextDelta(Channel(block=number), "a\ud83d" if number % 2 else "b"))
        (choice,) = choices(stream)
        assert len(choice._halves) <= 1
    assert len(choice.lanes) == 40


def test_a_new_block_lets_halves_of_its_kind_go_and_no_others() -> None:
    second = Channel(block=1)
    low = "\ude00"
    found = drive(["a\ud83d", reasoning("b\ud83d"), TextDelta(second, low), reasoning(low)])
    shown = (found.text, found.shown(second), found.shown(REASONING))
    assert shown == ("a\ufffd", "\ufffd", "b😀")
