"""The queue's bound in bytes (spec: qoder 7.7), over whole turns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.driving import choices
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream
from wiretail.engine.text.sizes import fitting
from wiretail.model.calls import Tool
from wiretail.model.decisions import Decision
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    TextDelta,
)
from wiretail.model.events import Reasoning, Text
from wiretail.profiles import apply_settings, load_profile

ANSWER = Channel()
THOUGHT = Channel(ChannelKind.REASONING)
SERVER = Channel(ChannelKind.ARGUMENTS)
BLOCK = '<invoke name="put"><parameter name="v">'


def stream(most: int, profile: str = "wiretail") -> Stream:
    bounded = apply_settings(load_profile(profile), {"queue.max_bytes": most})
    return Stream(bounded, tools=[Tool("put")])


def fed(target: Stream, *deltas: Delta) -> Out:
    return [item for delta in deltas for item in target.feed_delta(delta)]


def shown(items: Out) -> list[str]:
    return [item.text for item in items if isinstance(item, Text | Reasoning)]


def why_released(items: Out) -> list[str]:
    return [i.reason for i in items if isinstance(i, Decision) and i.kind.value == "released"]


def queued(target: Stream) -> int:
    return sum(choice.outlet.queued_bytes for choice in choices(target))


def test_what_is_queued_behind_a_held_tail_is_bounded() -> None:
    target = stream(40)
    items = fed(target, TextDelta(ANSWER, "a <inv"), TextDelta(THOUGHT, "x" * 36))
    assert shown(items) == ["a "]

    items = fed(target, TextDelta(THOUGHT, "y"))

    assert shown(items) == ["<inv", "x" * 36, "y"]
    assert why_released(items) == ["hold_bound"]
    assert (queued(target), target.held_chars) == (0, 0)


def test_a_marker_that_the_shown_text_grows_into_still_counts() -> None:
    target = stream(60)
    fed(target, TextDelta(ANSWER, "<inv"), TextDelta(THOUGHT, "x" * 70))

    fed(target, TextDelta(ANSWER, 'oke name="put"></invoke>'))

    calls = [item for item in target.close("done") if getattr(item, "type", "") == "call"]
    assert len(calls) == 1


@pytest.mark.parametrize("arguments", ['{"v":"xxxxxxxxxxxxxxxxxxxx"}', "x" * 30])
def test_calls_of_the_provider_count_in_the_queue(arguments: str) -> None:
    target = stream(40)
    fed(target, TextDelta(ANSWER, "<inv"), CallStartDelta(SERVER, "s", "search", server=True))

    items = fed(target, CallArgumentsDelta(SERVER, arguments), CallEndDelta(SERVER))

    assert shown(items) == ["<inv"]
    assert queued(target) == 0


def test_a_half_that_everything_waits_for_is_given_up() -> None:
    for profile in ("wiretail", "vscode-lm", "observe"):
        target = stream(10, profile)
        items = fed(target, TextDelta(THOUGHT, "\ud83d"), TextDelta(ANSWER, "0123456"))
        # Where everything is given out as it comes, a delta comes whole.
        said = ["0123456"] if profile == "observe" else ["012345", "6"]
        assert shown(items) == ["\ufffd", *said]


def test_a_held_value_is_counted_as_it_grows() -> None:
    target = stream(60)
    items = fed(target, TextDelta(ANSWER, BLOCK), *[TextDelta(ANSWER, "vvvv")] * 10)

    assert "".join(shown(items)).startswith(BLOCK + "vvvv")
    assert target.held_chars == 0


def test_a_character_longer_than_the_bound_passes() -> None:
    assert shown(fed(stream(1), TextDelta(ANSWER, "<"), TextDelta(THOUGHT, "é"))) == ["<", "é"]


@pytest.mark.parametrize(
    ("text", "at", "room", "expected"),
    [
        ("abc", 0, 0, 0),
        ("abc", 0, 100, 3),
        ("abcdef", 1, 4, 4),
        ("abcdef", 4, 7, 2),
        ("ééé", 0, 5, 2),
        ("aé", 0, 1, 1),
        ("é", 0, 1, 0),
        ("\ud83d", 0, 3, 0),
    ],
)
def test_what_fits_is_counted_in_whole_characters(
    text: str, at: int, room: int, expected: int
) -> None:
    assert fitting(text, at, room) == expected


PIECES = st.sampled_from(["<", "<inv", BLOCK, "x", "é😀", "</parameter></invoke>", "\n", "\ud83d"])
DELTAS = st.lists(st.tuples(st.sampled_from([ANSWER, THOUGHT]), PIECES), max_size=12)


@given(DELTAS, st.integers(4, 80))
def test_the_bound_holds_and_nothing_is_lost(deltas: list[tuple[Channel, str]], most: int) -> None:
    free, bounded = stream(4_194_304, "vscode-lm"), stream(most, "vscode-lm")
    items: Out = []
    for channel, text in deltas:
        fed(free, TextDelta(channel, text))
        items += bounded.feed_delta(TextDelta(channel, text))
        assert queued(bounded) <= max(most, 4)
    items += bounded.close("done")
    whole = sum(lane.end for c in choices(free) for lane in c.lanes.values())
    halves = sum(bool(lane._joiner.half) for c in choices(free) for lane in c.lanes.values())
    assert sum(map(len, shown(items))) == whole + halves
