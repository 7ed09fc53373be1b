"""Cases: spec vscode-lm 4.1 (what is cut waits), qoder 7 (it keeps its place in line)."""

import copy

import pytest

from engine.driving import TOOLS, profile_of
from wiretail.engine.cut_marker import CutMarker, Part
from wiretail.engine.origins import Source
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream
from wiretail.engine.strip import Strip
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, TextDelta, UsageDelta
from wiretail.model.events import Event, Text
from wiretail.model.span import Place, Span

TEXT = Channel()
REASONING = Channel(ChannelKind.REASONING)


def said(out: Out) -> list[str]:
    """Return texts and the kinds of decisions, in order."""
    return [item.text if isinstance(item, Text) else _kind(item) for item in out]


def _kind(item: Event | Decision) -> str:
    return str(item.kind) if isinstance(item, Decision) else item.type


def stream(profile: str = "wiretail") -> Stream:
    return Stream(profile_of(profile), tools=TOOLS)


@pytest.mark.parametrize(
    ("texts", "given"),
    [
        (["a <", " b"], [["held", "a "], ["released", "<", " b"]]),
        (["<", "inv", "x"], [["held"], [], ["released", "<", "inv", "x"]]),
        (["<", " <"], [["held"], ["released", "held", "<", " "]]),
        (["<", "<"], [["held"], ["released", "held", "<"]]),
        (["a<", "i"], [["held", "a"], []]),
    ],
)
def test_what_is_let_go_keeps_its_deltas(texts: list[str], given: list[list[str]]) -> None:
    fed = stream()
    assert [said(fed.feed_delta(TextDelta(TEXT, text))) for text in texts] == given


def test_what_was_held_is_told_to_the_place() -> None:
    fed = stream()
    [held, _] = fed.feed_delta(TextDelta(TEXT, "ab<", "p"))
    fed.feed_delta(TextDelta(TEXT, "i", "p"))
    released = fed.feed_delta(TextDelta(TEXT, "!<", "p"))[0]
    assert isinstance(held, Decision)
    assert (held.span, held.start, held.end) == (Span(2, 3), Place(0, "p", 2), Place(0, "p", 3))
    assert isinstance(released, Decision)
    assert (released.span, released.frames) == (Span(2, 5), (0, 2))
    assert (released.start, released.end) == (Place(0, "p", 2), Place(2, "p", 1))


def test_it_is_withheld_and_the_stream_says_so() -> None:
    fed = stream()
    fed.feed_delta(TextDelta(TEXT, "ab<i"))
    assert (fed.held_chars, fed.heartbeat) == (2, False)
    fed.feed_delta(TextDelta(TEXT, "n"))
    assert (fed.held_chars, fed.heartbeat) == (3, True)
    fed.feed_delta(TextDelta(TEXT, "?"))
    assert (fed.held_chars, fed.heartbeat) == (0, False)


def test_other_things_queue_behind_it() -> None:
    fed = stream()
    fed.feed_delta(TextDelta(TEXT, "a<"))
    assert fed.feed_delta(UsageDelta({"tokens": 1})) == []
    assert fed.feed_delta(TextDelta(REASONING, "hm")) == []
    assert said(fed.feed_delta(TextDelta(TEXT, "b"))) == [
        "released",
        "<",
        "usage",
        "reasoning",
        "b",
    ]


def test_a_snapshot_holds_it() -> None:
    fed = stream()
    fed.feed_delta(TextDelta(TEXT, "a<"))
    kept = fed.snapshot()
    first = fed.feed_delta(TextDelta(TEXT, "b"))
    fed.restore(kept)
    assert fed.held_chars == 1
    assert fed.feed_delta(TextDelta(TEXT, "b")) == first


def test_what_ends_in_front_of_the_newest_delta_ends_in_the_one_before() -> None:
    strip = Strip(TEXT)
    cut = CutMarker(1, "<", "call.enclosed", [Part(0, "a<", Source(4), "p")])
    newest = Part(2, "<", Source(5), "p")
    assert cut.let_go(strip, 2, newest).end == Place(4, "p", 2)
    assert cut.let_go(strip, 3, newest).end == Place(5, "p", 1)
    assert cut.told(strip).kind is Kind.HELD
    assert copy.deepcopy(cut) == cut


@pytest.mark.parametrize("bounds", [{"queue.max_bytes": 4}, {"recover.max_held_chars": 321}])
def test_a_narrow_bound_goes_the_long_way_to_the_same_end(bounds: dict[str, int]) -> None:
    fed = Stream(profile_of("wiretail").with_settings(bounds), tools=TOOLS)
    out = [*fed.feed_delta(TextDelta(TEXT, "a <")), *fed.feed_delta(TextDelta(TEXT, " b"))]
    assert "".join(item.text for item in out if isinstance(item, Text)) == "a < b"
