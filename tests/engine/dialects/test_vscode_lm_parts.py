import json
from typing import Any

import pytest

from wiretail.engine.dialects.vscode_lm_parts import VscodeLmParts
from wiretail.model.deltas import (
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    EndDelta,
    EndKind,
    ErrorDelta,
    TextDelta,
    UnknownDelta,
)
from wiretail.model.frames import Frame


def read(dialect: VscodeLmParts, part: Any) -> list[Any]:
    data = part if isinstance(part, bytes) else json.dumps(part).encode()
    return dialect.read(Frame(0, 0, len(data), data))


@pytest.mark.parametrize(
    "part",
    [{"type": "rn", "value": "a"}, {"value": "a"}, {"value": "a", "name": "n", "input": {}}],
)
def test_a_string_value_is_text_whatever_the_type_says(part: Any) -> None:
    assert read(VscodeLmParts(), part) == [TextDelta(Channel(), "a", "value")]


def test_a_split_pair_is_handed_on_as_it_came() -> None:
    (delta,) = read(VscodeLmParts(), {"type": "rn", "value": "\ud83d"})
    assert delta.text == "\ud83d"


def test_an_empty_text_says_nothing() -> None:
    assert read(VscodeLmParts(), {"type": "rn", "value": ""}) == []


@pytest.mark.parametrize("key", ["callId", "toolCallId", "tool_call_id", "id"])
def test_a_name_with_an_input_is_a_whole_call(key: str) -> None:
    dialect = VscodeLmParts()
    for block in range(2):
        channel = Channel(ChannelKind.ARGUMENTS, 0, block)
        assert read(dialect, {"type": "mi", key: "c", "name": "Read", "input": {"p": 1}}) == [
            CallStartDelta(channel, "c", "Read"),
            CallEndDelta(channel, {"p": 1}),
        ]


def test_a_call_needs_no_id_and_its_integers_are_exact() -> None:
    number = 10**30
    start, end = read(
        VscodeLmParts(), b'{"name":"n","input":{"value":"\\ud83d\\ude00","n":%d}}' % number
    )
    assert start.id is None
    assert end.arguments == {"value": "😀", "n": number}


@pytest.mark.parametrize(
    ("part", "delta"),
    [
        ({"type": "i", "raw": "[object Object]"}, UnknownDelta("i")),
        ({"name": "n"}, UnknownDelta("object")),
        ({"value": ["a"]}, UnknownDelta("object")),
        (b"{", ErrorDelta("malformed_json")),
    ],
)
def test_all_else_is_counted(part: Any, delta: Any) -> None:
    dialect = VscodeLmParts()
    assert read(dialect, part) == [delta]
    assert dialect.close() == [EndDelta(EndKind.DONE)]


def test_an_error_ends_the_turn() -> None:
    dialect = VscodeLmParts()
    assert read(dialect, {"error": {"message": "m"}}) == [
        ErrorDelta("provider_error", "m", fatal=True)
    ]
    assert dialect.close() == []


def test_the_stream_s_end_is_the_turn_s_once() -> None:
    dialect = VscodeLmParts()
    assert dialect.close() == [EndDelta(EndKind.DONE)]
    assert dialect.close() == []


@pytest.mark.parametrize(
    ("value", "known"),
    [
        ({"type": "rn", "value": "a"}, True),
        ({"type": "mi", "callId": "c", "name": "n", "input": {}, "more": 1}, True),
        ({"name": "n", "input": {}}, True),
        ({"type": "x"}, False),
        ({"value": "a", "b": 1, "c": 2, "d": 3}, False),
        ([], False),
    ],
)
def test_parts_are_recognised_by_their_fields(value: Any, known: bool) -> None:
    assert (VscodeLmParts.recognise(value) > 50) is known
