from typing import Any

import pytest

from wiretail.study.conform.cases import Case
from wiretail.study.conform.ops import OPS
from wiretail.study.conform.shape import misshapen

SOUND: dict[str, dict[str, Any]] = {
    "stream": {
        "deltas": [
            {"text": "a", "index": 1},
            {"reasoning": "b"},
            {"tool_call": {"name": "Read", "arguments": {"path": "a"}}},
            {"tool_call": {"name": "Read", "id": "c", "arguments": "{"}},
            {"end": "error"},
        ],
        "messages": None,
        "stop_reason": "stop",
    },
    "repair_bytes": {"chunks": [b"a"], "policy": "per-byte"},
    "repair_text": {"chunks": ["a", ["x", "b"]]},
    "load_json": {"json": b"{}"},
    "encode_tool_name": {"text": "a.b"},
    "repair_value": {"value": None},
    "encode_identifier": {"text": "a"},
    "validate": {"name": b"a", "arguments": "{}", "has_call": True},
    "decode_tool_name": {"text": "a", "declared": ["a"]},
    "middle_out": {"text": "a", "max_chars": 1},
    "fit_window": {"messages": [], "budget_chars": "NaN"},
    "admission": {
        "messages": [],
        "window_tokens": None,
        "system_prompt_chars": 0,
        "tools_json_chars": 0,
    },
}


def fault(op: str, given: dict[str, Any], **expect: Any) -> str:
    return misshapen(Case("x/1", "", op, "wiretail", input=given, expect=expect))


@pytest.mark.parametrize("op", sorted(OPS))
def test_a_case_of_the_shape_has_no_fault(op: str) -> None:
    assert fault(op, SOUND[op]) == ""


@pytest.mark.parametrize("op", sorted(OPS))
def test_an_op_without_its_input_says_what_is_missing(op: str) -> None:
    first = next(iter(SOUND[op]))
    wanted = f"the case is not of the shape of the op {op}: input.{first} is missing"
    assert fault(op, {}) == wanted


@pytest.mark.parametrize(
    ("op", "changes", "words"),
    [
        ("stream", {"deltas": "a"}, "input.deltas is no list"),
        ("stream", {"deltas": [{"text": 1}]}, "input.deltas[0].text is no string"),
        ("stream", {"deltas": ["a"]}, "input.deltas[0] is a delta of no known kind (text, "),
        ("stream", {"deltas": [{"smell": 1}]}, "input.deltas[0] is a delta of no known kind"),
        ("stream", {"deltas": [{"tool_call": 1}]}, "input.deltas[0].tool_call is no object"),
        ("stream", {"deltas": [{"tool_call": {}}]}, "input.deltas[0].tool_call.name is missing"),
        ("stream", {"deltas": [{"text": "a", "index": True}]}, "input.deltas[0].index is no numb"),
        ("stream", {"deltas": [{"end": "well"}]}, "input.deltas[0].end is none of cancelled, "),
        ("stream", {"stop_reason": ["stop"]}, "input.stop_reason is none of content_filter, "),
        ("stream", {"messages": {"role": "user"}}, "input.messages is no list"),
        ("repair_bytes", {"chunks": ["a"]}, "input.chunks[0] is no bytes ($b64)"),
        ("repair_bytes", {"policy": "mood"}, "input.policy is none of maximal-subpart, per-byte"),
        ("repair_text", {"chunks": [["x"]]}, "input.chunks[0] is no string, nor a channel with"),
        ("repair_text", {"chunks": [["x", 1]]}, "input.chunks[0] is no string, nor a channel"),
        ("load_json", {"json": "{}"}, "input.json is no bytes ($b64)"),
        ("encode_tool_name", {"text": None}, "input.text is no string"),
        ("validate", {"name": 1}, "input.name is no string, and no bytes ($b64)"),
        ("fit_window", {"messages": [], "budget_chars": "x"}, "input.budget_chars is no number"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(op: str, changes: dict[str, Any], words: str) -> None:
    assert words in fault(op, {**SOUND[op], **changes})


def test_what_is_expected_has_a_shape_too() -> None:
    assert "expect.never_visible is no list" in fault("stream", SOUND["stream"], never_visible="a")
    assert fault("stream", SOUND["stream"], never_visible=["a"]) == ""


def test_an_op_that_is_not_known_is_told_elsewhere() -> None:
    assert fault("fly", {}) == ""
