import copy
from typing import Any

import pytest

from wiretail.engine.dialects.opening import (
    DONE,
    Opening,
    byte_repair,
    provider_error,
    record_type,
)
from wiretail.engine.text.utf8 import Marks
from wiretail.model.decisions import ALLOWED, Kind
from wiretail.model.deltas import Delta, ErrorDelta, RefuseDelta, RepairDelta, UnknownDelta
from wiretail.model.frames import Frame

LONE = RepairDelta("unicode.surrogate", "lone_surrogate", {"marks": 1})
LONG = 123456789012345678901234567890


def opened(
    data: bytes, *, fault: str = "", policy: str = "maximal-subpart", depth: int = 256
) -> tuple[Any, list[Delta]]:
    opening = Opening(bytes_policy=policy, json_depth=depth, texts=("text",), value="input")
    deltas: list[Delta] = []
    record = opening.record(Frame(0, 0, len(data), data, fault=fault), deltas)
    return record, deltas


def test_a_sound_frame_is_its_record_and_no_more() -> None:
    assert opened(b'{"a":1}') == ({"a": 1}, [])
    assert opened(b'\xef\xbb\xbf {"a":1}') == ({"a": 1}, [])


def test_done_is_told_apart_from_every_record() -> None:
    for data in (b"[DONE]", b" [DONE]\n"):
        record, deltas = opened(data)
        assert record is DONE
        assert deltas == []
    assert opened(b"{}")[0] is not DONE


@pytest.mark.parametrize("data", [b"", b"{", b"[DATA]", b'{"a":NaN}', b"[" * 500 + b"]" * 500])
def test_what_is_no_json_is_an_error_in_its_place(data: bytes) -> None:
    assert opened(data) == (None, [ErrorDelta("malformed_json")])


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"null", "null"),
        (b"true", "boolean"),
        (b"1", "number"),
        (b"1.5", "number"),
        (b'"x"', "string"),
        (b"[{}]", "array"),
        (b'"\\ud83d"', "string"),
    ],
)
def test_json_that_is_no_object_is_unknown(data: bytes, word: str) -> None:
    record, deltas = opened(data)
    assert record is None
    assert deltas[-1] == UnknownDelta(word)


def test_bad_bytes_are_marked_and_told_where_they_stood() -> None:
    record, deltas = opened(b'{"text":"\xe2\x82","b":"\xff"}', policy="per-byte")
    assert record == {"text": "\ufffd\ufffd", "b": "\ufffd"}
    assert deltas == [
        RepairDelta(
            "unicode.bytes",
            "malformed_utf8",
            {"marks": 2, "bytes": (9, 11), "policy": "per-byte"},
        ),
        RepairDelta(
            "unicode.bytes",
            "malformed_utf8",
            {"marks": 1, "bytes": (18, 19), "policy": "per-byte"},
        ),
    ]


def test_halves_are_joined_everywhere_but_in_pieces_of_texts() -> None:
    record, deltas = opened(
        b'{"text":"\\ud83d","id":"\\ud83d","k\\ude00":1,"input":{"text":"\\ud83d\\ude00\\ud83d"}}'
    )
    assert record == {
        "text": "\ud83d",
        "id": "\ufffd",
        "k\ufffd": 1,
        "input": {"text": "😀\ufffd"},
    }
    assert deltas == [LONE] * 3


def test_keys_that_are_equal_after_repair_refuse_the_turn() -> None:
    record, deltas = opened(b'{"input":{"k\\ud83d":1,"k\\ud83e":2}}')
    assert record is None
    assert deltas == [RefuseDelta("key_collision", "unicode.json")]


def test_integers_are_exact_in_values_of_calls() -> None:
    assert opened(b'{"input":{"n":%d}}' % LONG)[0] == {"input": {"n": LONG}}
    assert opened(b'{"input":{"n":5}}')[0] == {"input": {"n": 5}}
    assert opened(b'{"usage":%d}' % LONG)[0] == {"usage": float(LONG)}


def test_the_depth_is_a_limit() -> None:
    deep = b'{"a":[[' + b" " * 300 + b"]]}"
    assert opened(deep, depth=3)[0] == {"a": [[]]}
    assert opened(deep, depth=2) == (None, [ErrorDelta("malformed_json")])
    brackets = b'{"a":"[[[[[[[["}'
    assert opened(brackets, depth=2)[0] == {"a": "[[[[[[[["}


@pytest.mark.parametrize(
    ("data", "deltas"),
    [
        (b"", [ErrorDelta("frame_too_long")]),
        (b"<html>", [ErrorDelta("malformed_json")]),
        (b'{"choices":[]}', [ErrorDelta("malformed_json")]),
        (b"[DONE]", [ErrorDelta("malformed_json")]),
    ],
)
def test_a_frame_that_breaks_its_framing_is_an_error(data: bytes, deltas: list[Delta]) -> None:
    assert opened(data, fault="bare_lines" if data else "frame_too_long") == (None, deltas)


def test_a_frame_that_breaks_its_framing_is_read_for_the_provider_s_error() -> None:
    record, deltas = opened(b'{\n"error": {"message": "cancelled"}\n}', fault="bare_lines")
    assert record == {"error": {"message": "cancelled"}}
    assert deltas == [ErrorDelta("malformed_json")]


@pytest.mark.parametrize(
    ("record", "code", "message"),
    [
        ({"error": {"message": "m", "type": "t_e", "code": "c"}}, "t_e", "m"),
        ({"error": {"message": "m", "code": 429}}, "429", "m"),
        ({"error": {"message": "m", "code": 499, "status": "CANCELLED"}}, "CANCELLED", "m"),
        ({"error": {"message": None, "type": "two words"}}, "provider_error", ""),
        ({"error": {"failed_generation": "<tool>"}}, "provider_error", ""),
        ({"error": "went wrong"}, "provider_error", "went wrong"),
        ({"type": "error", "error": {"type": "overloaded", "message": "m"}}, "overloaded", "m"),
        ({"object": "error", "message": "m", "type": "invalid", "code": 1}, "invalid", "m"),
        ({"type": "error", "code": "c", "message": "m", "error": None}, "c", "m"),
    ],
)  # fmt: skip
def test_an_error_of_the_provider_is_fatal(record: Any, code: str, message: str) -> None:
    assert provider_error(record) == ErrorDelta(code, message, fatal=True)


@pytest.mark.parametrize(
    "record", [{}, {"error": None}, {"error": {}}, {"error": ""}, {"type": []}]
)
def test_the_rest_is_no_error(record: Any) -> None:
    assert provider_error(record) is None


@pytest.mark.parametrize(
    ("record", "word"),
    [
        ({"type": "x.y", "object": "z"}, "x.y"),
        ({"type": 1, "object": "z"}, "z"),
        ({"type": "some words"}, "object"),
        ({}, "object"),
    ],
)
def test_an_unknown_record_is_counted_by_its_own_word(record: Any, word: str) -> None:
    assert record_type(record) == word


def test_repairs_are_decisions_of_the_closed_lists() -> None:
    for repair in (LONE, byte_repair(Marks(1, 2, 1), "per-byte")):
        assert repair.reason in ALLOWED[Kind.REPAIRED][repair.rule]


def test_a_copy_of_an_opening_is_itself() -> None:
    opening = Opening(bytes_policy="per-byte", json_depth=1, texts=(), value="input")
    assert copy.deepcopy(opening) is opening
