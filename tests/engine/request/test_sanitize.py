import doctest
import json
from typing import Any

import pytest

from wiretail.engine.request import sanitize as module
from wiretail.engine.request.sanitize import DEPTH, name_table, repair_value, sanitize
from wiretail.engine.request.shapes import ANTHROPIC, CHAT, RESPONSES
from wiretail.engine.text.json_text import KeyCollision
from wiretail.errors import RequestError

BAD = "x\ud83d"
TEXT, NAME, ID = "x\ufffd", "x_uD83D", "x\ufffdD83D"


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


CALL: Any = {"type": "tool_use", "id": BAD, "name": BAD, "input": {BAD: [BAD], "name": BAD}}
CASES: list[tuple[str, Any, Any]] = [
    (ANTHROPIC, {"system": BAD}, {"system": TEXT}),
    (
        ANTHROPIC,
        {"tools": [{"name": BAD, "description": BAD, "input_schema": {BAD: 1}}]},
        {"tools": [{"name": NAME, "description": TEXT, "input_schema": {TEXT: 1}}]},
    ),
    (
        ANTHROPIC,
        {"messages": [{"role": "user", "content": [{"type": "text", "text": BAD}, CALL]}]},
        {
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": TEXT},
                        {
                            "type": "tool_use",
                            "id": ID,
                            "name": NAME,
                            "input": {TEXT: [TEXT], "name": TEXT},
                        },
                    ],
                }
            ]
        },
    ),
    (
        ANTHROPIC,
        {"messages": [{"content": [{"type": "tool_result", "tool_use_id": BAD, "content": BAD}]}]},
        {"messages": [{"content": [{"type": "tool_result", "tool_use_id": ID, "content": TEXT}]}]},
    ),
    (
        CHAT,
        {"messages": [{"tool_calls": [{"id": BAD, "function": {"name": BAD, "arguments": BAD}}]}]},
        {"messages": [{"tool_calls": [{"id": ID, "function": {"name": NAME, "arguments": TEXT}}]}]},
    ),
    (
        CHAT,
        {"messages": [{"role": "tool", "tool_call_id": BAD, "content": BAD, "name": BAD}]},
        {"messages": [{"role": "tool", "tool_call_id": ID, "content": TEXT, "name": NAME}]},
    ),
    (
        CHAT,
        {"messages": [{"function_call": {"name": BAD}}, {"role": "function", "name": BAD}]},
        {"messages": [{"function_call": {"name": NAME}}, {"role": "function", "name": NAME}]},
    ),
    (
        CHAT,
        {"tools": [{"function": {"name": BAD}}], "tool_choice": {"function": {"name": BAD}}},
        {"tools": [{"function": {"name": NAME}}], "tool_choice": {"function": {"name": NAME}}},
    ),
    (
        RESPONSES,
        {"input": [{"type": "function_call", "call_id": BAD, "name": BAD, "arguments": BAD}]},
        {"input": [{"type": "function_call", "call_id": ID, "name": NAME, "arguments": TEXT}]},
    ),
    (
        RESPONSES,
        {"input": [{"type": "function_call_output", "call_id": BAD, "output": BAD}]},
        {"input": [{"type": "function_call_output", "call_id": ID, "output": TEXT}]},
    ),
    (
        RESPONSES,
        {"input": BAD, "tools": [{"name": BAD}]},
        {"input": TEXT, "tools": [{"name": NAME}]},
    ),
]


@pytest.mark.parametrize(("shape", "body", "expected"), CASES)
def test_every_place_has_its_rule(shape: str, body: Any, expected: Any) -> None:
    before = json.dumps(body)
    found = sanitize(body, shape)
    assert found.body == expected
    assert json.dumps(body) == before
    assert {decision.reason for decision in found.decisions} == {"lone_surrogate"}
    assert all(BAD not in str(decision.evidence) for decision in found.decisions)


def test_names_have_a_table_and_say_why_they_changed() -> None:
    body = {"tools": [{"name": "a.b", "input_schema": {}}]}
    found = sanitize(body, ANTHROPIC, "strict")
    assert found.names == {"a_u002Eb": "a.b"}
    [decision] = found.decisions
    assert (decision.rule, decision.reason) == ("request.name", "not_in_alphabet")
    assert decision.evidence == {"path": ("tools", 0, "name")}


def test_names_with_one_sent_form_collide() -> None:
    assert name_table(["a", "a"]) == {"a": "a"}
    with pytest.raises(KeyCollision):
        name_table(["\ud83d\ude00", "😀"])


def test_keys_that_are_equal_after_repair_collide() -> None:
    with pytest.raises(KeyCollision):
        sanitize({"input": "a", "metadata": dict.fromkeys(["a\ud800", "a\udc00"])}, RESPONSES)


def nested(depth: int) -> Any:
    value: Any = BAD
    for _ in range(depth):
        value = [value]
    return value


def test_depth_is_no_danger() -> None:
    value = repair_value(nested(10_000))
    while isinstance(value, list):
        [value] = value
    assert value == TEXT
    with pytest.raises(RequestError, match=f"deeper than {DEPTH}"):
        sanitize({"input": nested(10_000)}, RESPONSES)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), b"x", {1}, {7: 1}])
def test_what_json_does_not_know_is_refused(value: Any) -> None:
    with pytest.raises(RequestError, match="the request holds a"):
        sanitize({"input": "a", "metadata": value}, RESPONSES)


def call(arguments: Any) -> dict[str, Any]:
    return {"messages": [{"tool_calls": [{"function": {"name": "f", "arguments": arguments}}]}]}


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [
        (r'{ "a": "\ud83d" }', '{"a":"\ufffd"}'),
        (r'{"\uDE00":1}', '{"\ufffd":1}'),
        # What is whole stays as it was written, to the blank.
        (r'{ "a": "\ud83d\ude00" }', r'{ "a": "\ud83d\ude00" }'),
        (r'{ "a": "\\ud83d" }', r'{ "a": "\\ud83d" }'),
        (r'{"a": "\ud83d', r'{"a": "\ud83d'),
        ({"arguments": r"\ud83d"}, {"arguments": r"\ud83d"}),
    ],
)
def test_halves_that_the_json_of_an_input_spells_are_repaired(arguments: Any, sent: Any) -> None:
    found = sanitize(call(arguments), CHAT)
    assert found.body == call(sent)
    path = ("messages", 0, "tool_calls", 0, "function", "arguments")
    told = [(one.rule, one.reason, one.evidence["path"]) for one in found.decisions]
    assert told == ([("request.value", "lone_surrogate", path)] if sent != arguments else [])


def test_keys_of_a_written_input_that_collide_refuse_the_request() -> None:
    with pytest.raises(KeyCollision):
        sanitize(call(r'{"\ud800":1,"\ud801":2}'), CHAT)


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, 10**400])
def test_an_integer_that_not_every_writer_knows_is_refused(number: int) -> None:
    with pytest.raises(RequestError, match="more than 64 bits"):
        sanitize({"messages": [{"content": number}]}, CHAT)


@pytest.mark.parametrize("number", [2**64 - 1, -(2**63), True, 1.5, None])
def test_other_numbers_stay(number: float | None) -> None:
    assert sanitize({"messages": [{"content": number}]}, CHAT).body["messages"] == [
        {"content": number}
    ]
