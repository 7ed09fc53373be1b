"""One channel: repair, matcher, queue.

Cases: spec unicode 6 and 8, vscode-lm 3, design (observe).
"""

import pytest

from engine.driving import (
    CLOSE,
    NS,
    OPEN,
    READ,
    REASONING,
    TEXT,
    Step,
    block,
    drive,
    native,
    wrapped,
)
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, TextDelta
from wiretail.model.events import Text
from wiretail.model.span import Place, Span

HIGH, LOW = "\ud83d", "\ude00"
PROFILES = ["vscode-lm", "wiretail", "observe"]
REFUSED = Channel(ChannelKind.REFUSAL)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("tools", [(), None])
@pytest.mark.parametrize(
    ("deltas", "text", "lone"),
    [
        (["a", "b"], "ab", []),
        (["a", "", "b"], "ab", []),
        ([HIGH, LOW], "😀", []),
        (["a" + HIGH, LOW + "b"], "a😀b", []),
        (["a" + HIGH + "b"], "a\ufffdb", [1]),
        ([LOW], "\ufffd", [0]),
        (["ab", LOW + "x" + LOW], "ab\ufffdx\ufffd", [2, 4]),
        ([HIGH, "b"], "\ufffdb", [0]),
        (["a", HIGH], "a\ufffd", [1]),
        ([HIGH, HIGH, LOW], "\ufffd😀", [0]),
        ([HIGH, LOW + HIGH, "<in"], "😀\ufffd<in", [1]),
        (["<in" + HIGH, LOW], "<in😀", []),
        (["<in", HIGH], "<in\ufffd", [3]),
    ],
)
def test_halves_are_joined_and_marks_are_told(
    profile: str, tools: tuple[()] | None, deltas: list[str], text: str, lone: list[int]
) -> None:
    found = drive(deltas, profile, tools=tools)
    assert found.text == text
    repaired = found.of(Kind.REPAIRED)
    assert [one.span for one in repaired] == [Span(at, at + 1) for at in lone]
    assert all((one.rule, one.proposed) == ("unicode.join", False) for one in repaired)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_half_is_held_in_sight(profile: str) -> None:
    found = drive(["a" + HIGH, "", LOW], profile)
    assert found.held == [1, 1, 0]
    assert found.timing == [("held", "split_pair"), ("released", "joined")]
    assert {one.span for one in found.decisions} == {Span(1, 2)}


def test_a_joined_pair_stands_at_the_place_of_its_first_half() -> None:
    found = drive([HIGH, TextDelta(REASONING, "r"), LOW + "b"])
    assert found.order == [["text", "😀"], ["reasoning", "r"], ["text", "b"], ["end", "done"]]
    pair = next(item for item in found.items if isinstance(item, Text))
    assert (pair.frame, pair.start, pair.offset) == (0, 0, 0)
    rest = [item for item in found.items if isinstance(item, Text)][1]
    assert (rest.frame, rest.start, rest.offset) == (2, 1, 1)


def test_halves_of_different_blocks_never_join() -> None:
    other = Channel(block=1)
    found = drive([HIGH, TextDelta(other, LOW)])  # U53
    assert (found.text, found.shown(other)) == ("\ufffd", "\ufffd")
    assert found.held == [1, 0]  # a new block of its kind ends the wait
    found = drive([HIGH, TextDelta(REASONING, "r"), LOW])
    assert found.text == "😀"  # a channel of another kind does not end the wait


def test_a_native_call_ends_the_wait_for_a_low_half() -> None:
    found = drive([HIGH, *native(), LOW])  # E116
    assert found.order == [
        ["text", "\ufffd"],
        ["tool_call", "now"],
        ["text", "\ufffd"],
        ["end", "done"],
    ]


def test_markup_may_be_cut_by_a_pair() -> None:
    text = wrapped(block(path="a" + HIGH))
    at = text.index(HIGH) + 1
    found = drive([text[:at], LOW + text[at:]])
    assert found.calls == [("Read", {"path": "a😀"})]
    assert found.text == ""


@pytest.mark.parametrize(
    ("channel", "profile", "verdicts"),
    [
        (REASONING, "vscode-lm", []),  # passes through
        (REASONING, "wiretail", ["reasoning"]),
        (REFUSED, "vscode-lm", []),
        (REFUSED, "wiretail", []),
        (TEXT, "vscode-lm", ["recovered"]),
    ],
)
@pytest.mark.parametrize("size", [1, 5, 1000])
def test_calls_are_looked_for_in_text_only(
    channel: Channel, profile: str, verdicts: list[str], size: int
) -> None:
    text = wrapped(READ)
    steps = [TextDelta(channel, text[at : at + size]) for at in range(0, len(text), size)]
    found = drive(steps, profile)
    assert found.verdicts == verdicts
    if channel is not TEXT:
        assert found.shown(channel) == text
        guarded = (channel, profile) == (REASONING, "wiretail")  # half markers of scaffolding wait
        assert guarded or set(found.held) == {0}
        assert found.held[-1] == 0


@pytest.mark.parametrize("text", ["court", "court\n<invoke", f"<{NS}", f"{OPEN}{READ}</fun", CLOSE])
def test_nothing_of_reasoning_is_held(text: str) -> None:
    assert drive([TextDelta(REASONING, text)], "wiretail").held == [0]


def test_reasoning_that_is_not_to_be_flagged_is_not_read() -> None:
    ignore = {"reasoning.calls": "ignore"}
    found = drive([TextDelta(REASONING, READ)], "wiretail", settings=ignore)
    assert found.decisions == []


OBSERVED = [
    (f"a {wrapped(READ)} \n b", ["removed", "recovered", "removed"]),
    (f"court\n{READ}\n", ["removed", "recovered"]),
    (f"`{READ}`", ["passed"]),
    (f"{READ}\nx", ["passed"]),
    ("x <in", []),
]


@pytest.mark.parametrize(("text", "kinds"), OBSERVED)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_where_nothing_is_changed_output_is_input_and_decisions_are_proposed(
    text: str, kinds: list[str], size: int
) -> None:
    deltas = [text[at : at + size] for at in range(0, len(text), size)]
    found = drive(deltas, "observe")
    assert found.text == text
    assert found.calls == []
    assert set(found.held) == {0}
    for delta, step in zip(deltas, found.steps, strict=False):
        assert "".join(item.text for item in step if isinstance(item, Text)) == delta
    assert [kind for kind, _, _ in found.told] == kinds
    assert all(one.proposed for one in found.decisions)


def places(decision: Decision) -> tuple[Place | None, Place | None]:
    return decision.start, decision.end


def test_a_decision_knows_the_frames_of_its_span() -> None:
    text = "ab" + wrapped(READ)
    steps: list[Step] = [TextDelta(TEXT, text[:30], "x.y"), TextDelta(TEXT, text[30:], "x.z")]
    found = drive(steps)
    (recovered,) = found.of(Kind.RECOVERED)
    assert recovered.frames == (0, 1)
    assert recovered.bytes is None
    begin, end = 2 + len(OPEN), 2 + len(OPEN + READ)
    assert recovered.span == Span(begin, end)
    assert places(recovered) == (Place(0, "x.y", begin), Place(1, "x.z", end - 30))


def test_passed_text_knows_where_its_block_began_however_long_ago() -> None:
    steps: list[Step] = [
        block("x", a="")[:-22],
        *("y" for _ in range(500)),
        "</parameter></invoke>",
    ]
    found = drive(steps)
    (passed,) = found.of(Kind.PASSED)
    assert passed.frames == (0, 501)
    assert found.held == [0] * 502


def test_events_know_their_place_in_the_string_of_their_frame() -> None:
    found = drive(["ab<in", "x" + wrapped(READ) + "\ncd"])
    events = [item for item in found.items if isinstance(item, Text)]
    for event in events:
        assert event.offset == event.start - (0 if event.frame == 0 else 5)
    assert "".join(event.text for event in events) == "ab<inx\ncd"


def test_text_without_a_matcher_waits_for_its_turn() -> None:
    found = drive(["<in", TextDelta(REASONING, "r"), TextDelta(REASONING, "s"), "x"])
    assert found.order == [
        ["text", "<in"],
        ["reasoning", "rs"],
        ["text", "x"],
        ["end", "done"],
    ]


@pytest.mark.parametrize("size", [1, 9])
def test_a_long_value_comes_whole_however_it_is_cut(size: int) -> None:
    value = "line é 😀\n" * 500
    text = wrapped(block(path=value))
    found = drive([text[at : at + size] for at in range(0, len(text), size)])
    assert found.calls == [("Read", {"path": value.strip()})]
