import json
from typing import Any

import pytest

from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, StopReason
from wiretail.model.events import Call, End, Event, Text
from wiretail.model.span import Place, Span
from wiretail.store.frames import FrameTable
from wiretail.store.places import Places
from wiretail.study.rows import line, plain, row, stored_row

TEXT = Channel(choice=1, block=2, turn=3)
HEAD = {"exchange": 4, "turn": 3, "choice": 1, "channel": "text", "block": 2}


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            Text(TEXT, 5, "ab", 7, "delta.text", 1),
            {
                **HEAD,
                "type": "text",
                "span": [5, 7],
                "frames": [7, 7],
                "bytes": None,
                "text": "ab",
                "path": "delta.text",
                "offset": 1,
            },
        ),
        (
            End(TEXT, EndKind.DONE, 9, StopReason.STOP, "end_turn"),
            {
                **HEAD,
                "type": "end",
                "span": None,
                "frames": [9, 9],
                "bytes": None,
                "end": "done",
                "reason": "stop",
                "raw": "end_turn",
                "redacted": False,
            },
        ),
        (
            Call(TEXT, "recovered-1", "Read", {"p": 1}, 9, Origin.RECOVERED),
            {
                **HEAD,
                "type": "call",
                "span": None,
                "frames": [9, 9],
                "bytes": None,
                "id": "recovered-1",
                "name": "Read",
                "arguments": {"p": 1},
                "origin": "recovered",
                "server": False,
                "supersedes": None,
                "evidence": {},
            },
        ),
        (
            Decision(
                Kind.RECOVERED,
                "call.bare",
                "",
                TEXT,
                Span(1, 9),
                (2, 3),
                Span(10, 99),
                Place(2, "p", 0),
                Place(3, "p", 4),
                {"wrapper": Span(1, 2)},
            ),
            {
                **HEAD,
                "type": "decision",
                "span": [1, 9],
                "frames": [2, 3],
                "bytes": [10, 99],
                "start": [2, "p", 0],
                "end": [3, "p", 4],
                "kind": "recovered",
                "rule": "call.bare",
                "reason": None,
                "evidence": {"wrapper": [1, 2]},
                "proposed": False,
            },
        ),
        (
            Decision(Kind.TRUNCATED, "window.fit", "window"),
            {
                **dict.fromkeys(("turn", "choice", "channel", "block", "span", "frames", "bytes")),
                "exchange": 4,
                "type": "decision",
                "start": None,
                "end": None,
                "kind": "truncated",
                "rule": "window.fit",
                "reason": "window",
                "evidence": {},
                "proposed": False,
            },
        ),
    ],
)
def test_every_row_has_a_head_and_its_own_fields(
    item: Event | Decision, expected: dict[str, Any]
) -> None:
    assert row(item, 4) == expected
    assert json.loads(line(row(item, 4))) == expected


def test_bytes_are_exact_where_places_are_known() -> None:
    table = FrameTable()
    table.add_range(100, 110)
    places = Places(lambda _start, _end: b"ab\xc3\xa9cdefg", table, lambda raw: [(0, 0, len(raw))])
    assert row(Text(TEXT, 0, "\u00e9", 0, "", 2), 0, places)["bytes"] == [102, 104]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Channel(ChannelKind.TEXT, 1), ["text", 1, 0, 0]),
        ({"a": (Span(1, 2), 3)}, {"a": [[1, 2], 3]}),
        ([Place(1, "", 2)], [[1, "", 2]]),
        ("text", "text"),
    ],
)
def test_values_become_plain_json(value: object, expected: object) -> None:
    assert plain(value) == expected


def test_a_line_holds_nothing_that_acts_on_a_terminal() -> None:
    text = "\x1b[2J\x9b\u202e\u2028\n\u00e9\U0001f600"
    written = line({"text": text})
    assert written == '{"text":"\\u001b[2J\\u009b\\u202e\\u2028\\n\u00e9\U0001f600"}'
    assert json.loads(written) == {"text": text}


def test_long_integers_stay_exact() -> None:
    assert line({"n": 10**30}) == '{"n":1000000000000000000000000000000}'


def test_a_pair_that_came_in_two_frames_is_shown_with_both() -> None:
    joined = Text(Channel(), 0, "\U0001f600", 3, "p", 7, tail=Place(4, "p", 1))

    assert row(joined)["frames"] == [3, 4]


def test_a_row_of_a_store_is_the_row_of_its_event() -> None:
    from store.made import chat, opened, processed

    store = processed(opened(chat("some \\u0041")))
    expected = row(store.item(0), 0, store.places(0))
    assert stored_row(store, 0) == expected
    assert (expected["text"], expected["span"]) == ("some A", [0, 6])
    start, end = expected["bytes"]
    assert store.read(start, end) == b"some \\u0041"
