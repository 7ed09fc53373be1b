"""The face of the engine (design)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.driving import (
    OPEN,
    READ,
    REASONING,
    TEXT,
    TOOLS,
    Driven,
    Item,
    Step,
    block,
    drive,
    native,
    profile_of,
    wrapped,
)
from wiretail.engine.stream import Stream
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import (
    Channel,
    Delta,
    EndDelta,
    EndKind,
    ErrorDelta,
    FinishDelta,
    RefuseDelta,
    RepairDelta,
    StopReason,
    TextDelta,
    UnknownDelta,
    UsageDelta,
)
from wiretail.model.events import (
    Call,
    CallArguments,
    CallStarted,
    End,
    Error,
    Refusal,
    Text,
    Usage,
)
from wiretail.model.span import Span
from wiretail.model.timeline import plain, runs


def stream(profile: str = "vscode-lm", **options: Any) -> Stream:
    return Stream(profile_of(profile), **{"tools": TOOLS, **options})


def event(**choice: Any) -> bytes:
    data = json.dumps({"choices": [{"index": 0, **choice}]})
    return f"data: {data}\n\n".encode()


def content(text: str) -> bytes:
    return event(delta={"content": text})


def order(items: list[Item]) -> list[list[str]]:
    return plain(runs(item for item in items if not isinstance(item, Decision)))


BODY = (
    content("Reading 😀. ")
    + content(wrapped(READ))
    + content("\n")
    + event(delta={}, finish_reason="stop")
    + b"data: [DONE]\n\n"
)
WHOLE = [["text", "Reading 😀. "], ["tool_call", "Read"], ["text", "\n"], ["end", "done"]]


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_bytes_go_in_and_an_ordered_timeline_comes_out(size: int) -> None:
    found, items = stream(), list[Item]()
    for at in range(0, len(BODY), size):
        items += found.feed(BODY[at : at + size])
    items += found.close()
    assert order(items) == WHOLE
    assert (found.frames, found.malformed_frames, found.held_chars) == (5, 0, 0)
    (end,) = [item for item in items if isinstance(item, End)]
    assert (end.reason, end.raw) == (StopReason.STOP, "stop")


def test_a_call_may_come_in_many_frames() -> None:
    found, text = stream(), wrapped(block(path="a long path"))
    steps = [found.feed(content(text[at : at + 3])) for at in range(0, len(text), 3)]
    items = [item for step in steps for item in step] + list(found.close("done"))
    (recovered,) = [i for i in items if isinstance(i, Decision) and i.kind is Kind.RECOVERED]
    assert order(items) == [["tool_call", "Read"], ["end", "done"]]
    assert recovered.frames == (len(OPEN) // 3, (len(text) - len("</function_calls>") - 1) // 3)


def test_a_span_resolves_to_frames_and_bytes_of_the_capture() -> None:
    found = stream(start=1000)
    items = [*found.feed(BODY), *found.close()]
    (recovered,) = [i for i in items if isinstance(i, Decision) and i.kind is Kind.RECOVERED]
    first = len(content("Reading 😀. "))
    assert recovered.frames == (1, 1)
    assert recovered.bytes == Span(1000 + first, 1000 + first + len(content(wrapped(READ))))
    assert recovered.start is not None
    assert recovered.start.path == "choices[0].delta.content"
    assert recovered.start.offset == len(OPEN)


@pytest.mark.parametrize(
    ("framing", "dialect", "message"),
    [("morse", "openai-chat", "framing: morse"), ("sse", "latin", "dialect: latin")],
)
def test_an_unknown_framing_or_dialect_is_a_mistake(
    framing: str, dialect: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        stream(framing=framing, dialect=dialect)


def test_a_stream_is_fed_in_one_of_two_ways_and_not_after_its_end() -> None:
    found = stream()
    found.feed(b"")
    with pytest.raises(ValueError, match="not both"):
        found.feed_delta(TextDelta(TEXT, "a"))
    other = stream()
    other.feed_delta(TextDelta(TEXT, "a"))
    with pytest.raises(ValueError, match="not both"):
        other.feed(b"")
    other.close()
    with pytest.raises(ValueError, match="closed"):
        other.feed_delta(TextDelta(TEXT, "a"))
    with pytest.raises(ValueError, match="closed"):
        other.close()


def test_the_heartbeat_tells_that_nothing_came_because_something_is_held() -> None:
    found = stream()
    beats = []
    for text in ("a", "<in", "vo", "", "x", "b"):
        found.feed_delta(TextDelta(TEXT, text))
        beats.append(found.heartbeat)
    assert beats == [False, False, True, True, False, False]
    found.feed_delta(TextDelta(TEXT, OPEN + block(path="")[:47]))
    assert found.feed_delta(TextDelta(TEXT, "value")) == []
    assert found.heartbeat
    assert found.held_chars == len(OPEN) + 47 + 5
    found.close()
    assert not found.heartbeat


def test_a_channel_that_holds_nothing_gives_out_what_comes() -> None:
    found = stream()
    (first,) = found.feed_delta(TextDelta(TEXT, "a", "p"))
    (second,) = found.feed_delta(TextDelta(TEXT, "bc", "p"))
    assert first == Text(TEXT, 0, "a", 0, "p")
    assert second == Text(TEXT, 1, "bc", 1, "p")


# --- ends -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "end", "expected"),
    [
        (content("a"), None, "incomplete"),  # cut off
        (content("a") + event(delta={}, finish_reason="stop"), None, "done"),
        (content("a"), "cancelled", "cancelled"),
        (content("a"), EndKind.ERROR, "error"),
        (content("a") + event(delta={}, finish_reason="stop"), "cancelled", "cancelled"),
    ],
)
def test_a_close_ends_what_is_open(body: bytes, end: EndKind | str | None, expected: str) -> None:
    found = stream()
    items = [*found.feed(body), *found.close(end)]
    assert order(items) == [["text", "a"], ["end", expected]]


@pytest.mark.parametrize(("end", "expected"), [(None, "done"), ("incomplete", "incomplete")])
def test_plain_text_ends_done(end: str | None, expected: str) -> None:
    found = stream(framing="plain", dialect="plain-text")
    items = [*found.feed("aé".encode()), *found.close(end)]
    assert order(items) == [["text", "aé"], ["end", expected]]


@pytest.mark.parametrize("end", [None, "cancelled"])
def test_bytes_of_a_cut_sequence_are_held_in_sight(end: str | None) -> None:
    found = stream(framing="plain", dialect="plain-text")
    steps = [found.feed(part) for part in (b"a", b"\xc3", b"", b"\xa9b\xe2", b"\x82")]
    told = [
        [(str(one.kind), one.reason, one.bytes) for one in step if isinstance(one, Decision)]
        for step in steps
    ]
    assert told[1] == [("held", "incomplete_sequence", Span(1, 2))]
    assert told[3] == [
        ("released", "joined", Span(1, 2)),
        ("held", "incomplete_sequence", Span(4, 5)),
    ]
    assert steps[2] == []
    items = [item for step in steps for item in step] + list(found.close(end))
    assert order(items)[0] == ["text", "aéb\ufffd"]
    assert [i.reason for i in items if isinstance(i, Decision)].count("malformed_utf8") == 1


@pytest.mark.parametrize(
    ("steps", "end", "expected"),
    [
        ([], EndKind.DONE, []),  # never fed at all
        ([FinishDelta(StopReason.STOP)], EndKind.DONE, [["end", "done"]]),
        ([UnknownDelta("x")], EndKind.DONE, [["end", "done"]]),  # a first turn, without anything
        ([EndDelta(EndKind.ERROR)], EndKind.DONE, [["end", "error"]]),
        (["a"], None, [["text", "a"], ["end", "incomplete"]]),
        (["a", EndDelta()], EndKind.CANCELLED, [["text", "a"], ["end", "done"]]),
        (["a", EndDelta(turn=0, choice=1)], EndKind.DONE, [["text", "a"], ["end", "done"]]),
    ],
)
def test_a_turn_ends_once(
    steps: list[Step], end: EndKind | None, expected: list[list[str]]
) -> None:
    assert drive(steps, end=end).order == expected


def test_turns_end_each_for_themselves() -> None:
    second = Channel(turn=1)
    steps: list[Step] = ["a <in", TextDelta(second, "b"), EndDelta(turn=1), EndDelta(turn=0)]
    found = drive(steps)
    assert found.order == [
        ["text", "a "],
        ["text", "b"],
        ["end", "done"],
        ["text", "<in"],
        ["end", "done"],
    ]


def test_a_turn_without_anything_ends_too() -> None:
    found = drive(["a", EndDelta(), EndDelta(turn=1)])
    assert found.order == [["text", "a"], ["end", "done"], ["end", "done"]]


def ends(found: Driven) -> list[tuple[int, int]]:
    """Return turn and choice of the ends, in order."""
    return [(i.channel.turn, i.channel.choice) for i in found.items if isinstance(i, End)]


def test_text_behind_the_end_of_its_turn_begins_one_of_its_own() -> None:
    found = drive(["a", EndDelta(), "b", EndDelta(), "c", "d"])
    assert found.order == [
        ["text", "a"],
        ["end", "done"],
        ["text", "b"],
        ["end", "done"],
        ["text", "cd"],
        ["end", "done"],
    ]
    assert ends(found) == [(0, 0), (1, 0), (2, 0)]
    shown = [(i.channel.turn, i.start, i.text) for i in found.items if isinstance(i, Text)]
    assert shown == [(0, 0, "a"), (1, 0, "b"), (2, 0, "c"), (2, 1, "d")]


def test_calls_behind_the_end_of_their_turn_come_whole_in_one_of_their_own() -> None:
    found = drive(["a", EndDelta(), f"x {wrapped(READ)}", *native(), *native(block=1)])
    calls = [item for item in found.items if isinstance(item, Call | CallStarted | CallArguments)]
    assert {call.channel.turn for call in calls} == {1}
    assert [name for name, _ in found.calls] == ["Read", "now", "now"]
    assert {one.channel.turn for one in found.decisions if one.channel} == {1}
    assert ends(found) == [(0, 0), (1, 0)]


def test_a_turn_whose_number_was_taken_moves_up() -> None:
    steps: list[Step] = [
        "a",
        EndDelta(),
        "b <in",
        TextDelta(Channel(turn=1), "c"),
        TextDelta(Channel(turn=1), "d"),
        EndDelta(turn=1),
        "x",
    ]
    found = drive(steps)
    shown = {turn: found.shown(Channel(turn=turn)) for turn in range(4)}
    assert shown == {0: "a", 1: "b <inx", 2: "cd", 3: ""}
    assert ends(found) == [(0, 0), (2, 0), (1, 0)]


def test_what_else_comes_behind_the_end_of_its_turn_opens_none() -> None:
    late: list[Step] = [
        FinishDelta(StopReason.STOP),
        UsageDelta({"n": 1}),
        EndDelta(EndKind.ERROR),
    ]
    found = drive(["a", EndDelta(), *late])
    assert ends(found) == [(0, 0)]
    (usage,) = [item for item in found.items if isinstance(item, Usage)]
    assert usage == Usage(TEXT, {"n": 1}, 3)
    assert [len(step) for step in found.steps[2:]] == [0, 1, 0, 0]


def test_late_usage_has_the_number_that_its_turn_was_given_out_under() -> None:
    found = drive(["a", EndDelta(), "b", EndDelta(), UsageDelta({"n": 1})])
    assert [i.channel.turn for i in found.items if isinstance(i, Usage)] == [1]


def test_a_refusal_behind_the_end_of_a_turn_is_of_the_next() -> None:
    found = drive(["a", EndDelta(), RefuseDelta("key_collision", "unicode.json"), "b"])
    assert [item.channel.turn for item in found.items if isinstance(item, Refusal)] == [1]


# --- what belongs to no channel ------------------------------------------------


def test_an_unreadable_frame_is_an_error_in_its_place_and_the_rest_goes_on() -> None:
    found = stream()
    items = [*found.feed(content("a") + b"data: {\n\n" + content("b")), *found.close("done")]
    assert order(items) == [["text", "ab"], ["end", "done"]]
    (error,) = [item for item in items if isinstance(item, Error)]
    assert (error.malformed, error.fatal, error.frame) == (True, False, 1)
    assert found.malformed_frames == 1


def test_an_unreadable_frame_in_front_of_all_opens_no_turn() -> None:
    found = stream()
    (error,) = found.feed(b"data: {\n\n")
    assert isinstance(error, Error)
    assert found.close() == []


def test_an_error_queues_behind_held_text() -> None:
    found = drive(["a <in", ErrorDelta("malformed_json"), "x"])
    kinds = [item.type for item in found.items if isinstance(item, Text | Error)]
    assert kinds == ["text", "text", "error", "text"]


@pytest.mark.parametrize("text", ["", f"a {wrapped(READ)}"])
def test_a_fatal_error_ends_every_open_turn(text: str) -> None:
    steps: list[Step] = [text, TextDelta(Channel(choice=1), "b"), ErrorDelta("e", "m", fatal=True)]
    found = drive([step for step in steps if step != ""])
    ends = [item.end for item in found.items if isinstance(item, End)]
    assert set(ends) == {EndKind.ERROR}
    (error,) = [item for item in found.items if isinstance(item, Error)]
    assert (error.code, error.message, error.fatal, error.malformed) == ("e", "m", True, False)
    assert (found.text, found.calls) == (text, [])


def test_a_fatal_error_in_front_of_all_is_a_turn_that_failed() -> None:
    found = drive([ErrorDelta("e", fatal=True)])
    assert found.order == [["end", "error"]]


def test_a_refusal_in_front_of_all_is_a_turn_that_was_refused() -> None:
    found = drive([RefuseDelta("key_collision", "unicode.json"), "never"])
    assert [type(item) for item in found.items if not isinstance(item, Decision)] == [Refusal]
    assert found.text == ""


def test_repairs_of_a_frame_are_told_with_its_place() -> None:
    repair = RepairDelta("unicode.bytes", "malformed_utf8", {"marks": 2})
    (decision,) = drive(["a", repair]).of(Kind.REPAIRED)
    assert (decision.frames, decision.evidence) == ((1, 1), {"marks": 2})


def test_records_that_the_dialect_does_not_know_are_counted() -> None:
    found = stream()
    for name in ("ping", "x", "ping"):
        assert found.feed_delta(UnknownDelta(name)) == []
    assert found.unknown == {"ping": 2, "x": 1}
    found.unknown["ping"] = 9
    assert found.unknown["ping"] == 2


def test_usage_belongs_to_an_open_choice_of_its_turn() -> None:
    second = Channel(turn=1)
    found = drive(["a", TextDelta(second, "b"), UsageDelta({"n": 1}, turn=1), UsageDelta({"n": 0})])
    usages = [item for item in found.items if isinstance(item, Usage)]
    assert [(one.channel.turn, one.usage) for one in usages] == [(1, {"n": 1}), (0, {"n": 0})]
    steps: list[Step] = ["a", TextDelta(Channel(choice=1), "b <in"), EndDelta(choice=0)]
    found = drive([*steps, UsageDelta({"n": 1}), TextDelta(Channel(choice=1), "x")])
    assert found.steps[3] == []  # it waits for the text of the choice that it stands in
    assert [i.channel for i in found.items if isinstance(i, Usage)] == [Channel(choice=1)]
    assert drive([UsageDelta({"n": 1})]).order == [["end", "done"]]
    found = drive(["a <in", TextDelta(second, "b"), UsageDelta({"n": 1}, turn=1)])
    assert [type(item) for item in found.steps[2]] == [Usage]  # another turn holds, not this one


# --- snapshots ------------------------------------------------------------------


def test_only_a_snapshot_can_be_restored() -> None:
    with pytest.raises(ValueError, match="not a snapshot"):
        stream().restore("x")


def test_a_restored_stream_goes_on_as_the_straight_run_and_more_than_once() -> None:
    found = stream("wiretail")
    parts = [BODY[at : at + 40] for at in range(0, len(BODY), 40)]
    straight = [item for part in parts for item in stream_feed(found, part)]
    straight += found.close()
    for cut in range(len(parts)):
        twin = stream("wiretail")
        before = [item for part in parts[:cut] for item in stream_feed(twin, part)]
        snapshot = twin.snapshot()
        for _ in range(2):
            twin.restore(snapshot)
            rest = [item for part in parts[cut:] for item in stream_feed(twin, part)]
            rest += twin.close()
            assert repr(before + rest) == repr(straight)


def stream_feed(found: Stream, part: bytes) -> list[Item]:
    return list(found.feed(part))


DELTAS = st.sampled_from(
    [
        *(
            TextDelta(TEXT, text)
            for text in ("a", "<in", OPEN, READ, "\n", "`", "court\n", "\ud83d")
        ),
        TextDelta(REASONING, "r<"),
        *native(),
        EndDelta(),
    ]
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(DELTAS, max_size=12),
    st.integers(0, 12),
    st.sampled_from(["vscode-lm", "wiretail", "observe"]),
)
def test_restore_plus_the_rest_equals_the_straight_run(
    deltas: list[Delta], cut: int, profile: str
) -> None:
    straight = stream(profile)
    expected = [item for delta in deltas for item in straight.feed_delta(delta)]
    expected += straight.close("done")
    twin = stream(profile)
    items = [item for delta in deltas[:cut] for item in twin.feed_delta(delta)]
    snapshot = twin.snapshot()
    for delta in deltas[cut:]:
        twin.feed_delta(delta)
    twin.restore(snapshot)
    items += [item for delta in deltas[cut:] for item in twin.feed_delta(delta)]
    items += twin.close("done")
    assert repr(items) == repr(expected)
