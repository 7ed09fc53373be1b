from dataclasses import replace

import pytest

from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, StopReason
from wiretail.model.events import Call, End, Error, Event, Refusal, Text, Usage
from wiretail.model.span import Place, Span
from wiretail.store import kept
from wiretail.store.kept import Numbers, Shapes, is_readable, keep_text, kept_item, kept_text

CHANNEL = Channel(ChannelKind.REASONING, 1, 2, 3)
BARE = Decision(
    Kind.RECOVERED,
    "call.bare",
    "",
    CHANNEL,
    Span(4, 9),
    (2, 3),
    Span(10, 99),
    Place(2, "p", 0),
    Place(3, "p", 4),
    {"tool": "Read", "parameters": ["path"], "count": 10**30, "pair": (1, 2)},
    proposed=True,
)

PLAIN = Decision(
    Kind.HELD,
    "call.bare",
    "marker_prefix",
    Channel(),
    Span(4, 5),
    (1, 2),
    Span(9, 99),
    Place(1, "p", 3),
    Place(2, "q", 0),
)


def numbers(item: Event | Decision) -> Numbers:
    """Return what the columns of a row tell."""
    if not isinstance(item, Decision) or item.span is None or item.frames is None:
        return Numbers(0, 0, 0, 0)
    return Numbers(item.span.start, len(item.span), *item.frames)


@pytest.mark.parametrize(
    "item",
    [
        BARE,
        PLAIN,
        replace(PLAIN, span=Span(4, 4), bytes=Span(7, 7)),
        replace(PLAIN, frames=(1, 3)),
        replace(PLAIN, bytes=Span(10, 2**40)),
        replace(PLAIN, bytes=Span(2**40, 2**40 + 9)),
        replace(PLAIN, evidence={"wrapper": Span(1, 2)}),
        replace(PLAIN, channel=None),
        Decision(Kind.TRUNCATED, "window.fit", "window"),
        Decision(Kind.HELD, "call.bare", "marker_prefix", CHANNEL, Span(4, 4), bytes=Span(7, 7)),
        Decision(Kind.PASSED, "call.bare", "fence", evidence={"wrapper": Span(1, 2)}),
        Decision(Kind.PASSED, "call.bare", "fence", evidence={"of": CHANNEL}),
        Call(
            CHANNEL, "c", "Read", {"p": "\ud800"}, 9, Origin.RECOVERED, evidence={"a": Span(1, 2)}
        ),
        End(CHANNEL, EndKind.DONE, 9, StopReason.STOP, "end_turn"),
        Usage(CHANNEL, {"in": 3, "more": {"x": [1.5, None, True]}}, 1),
        Error(CHANNEL, "malformed_json", "", 3, malformed=True),
        Refusal(CHANNEL, "tool_call_markup", "m", 5, payload={"n": 1}),
        Text(CHANNEL, 0, "\U0001f600", 5),
    ],
)
def test_what_is_kept_comes_back_equal(item: Event | Decision) -> None:
    shapes = Shapes()
    data = shapes.keep(item)
    back = kept_item(data, shapes.new, numbers(item))
    assert back == item
    assert repr(back) == repr(item)


def test_decisions_that_are_alike_are_kept_small() -> None:
    shapes = Shapes()
    other = replace(PLAIN, span=Span(70, 71), frames=(9, 9), start=Place(9, "p", 4))
    other = replace(other, end=Place(9, "q", 5))
    kept_ones = [shapes.keep(item) for item in (PLAIN, other, PLAIN)]
    assert [len(data) for data in kept_ones] == [25] * 3
    assert len(shapes.new) == 1
    assert kept_item(kept_ones[1], shapes.new, numbers(other)) == other


def test_there_is_an_end_to_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST_SHAPES", 2)
    shapes = Shapes()
    items = [replace(PLAIN, evidence={"n": number}) for number in range(4)]
    data = [shapes.keep(item) for item in items]
    assert len(shapes.new) == 2
    back = [kept_item(one, shapes.new, numbers(PLAIN)) for one in data]
    assert back == items


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("", True),
        ("plain <text>\n", True),
        ("na\u00efve \u4f60\u597d", True),
        ("a mark \ufffd", False),
        ("\U0001f600", False),
    ],
)
def test_only_what_no_repair_can_have_made_is_read_from_its_frame(
    text: str, readable: bool
) -> None:
    assert is_readable(text) is readable
    assert kept_text(keep_text(text)) == text
