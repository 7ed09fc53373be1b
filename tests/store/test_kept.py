import pytest

from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, StopReason
from wiretail.model.events import Call, End, Error, Event, Refusal, Text, Usage
from wiretail.model.span import Place, Span
from wiretail.store.kept import is_readable, keep, keep_text, kept_item, kept_text

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


@pytest.mark.parametrize(
    "item",
    [
        BARE,
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
    back = kept_item(keep(item))
    assert back == item
    assert repr(back) == repr(item)


def test_a_decision_is_kept_small() -> None:
    held = Decision(
        Kind.HELD, "call.bare", "marker_prefix", Channel(), Span(4, 5), (1, 1), Span(9, 99)
    )
    assert len(keep(held)) < 120


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
