"""Cases: spec runanywhere 11."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.parameters import Validation, validate_call
from wiretail.engine.text.utf8 import PER_BYTE
from wiretail.model.calls import Tool


def listed(**parameter: Any) -> list[Any]:
    return [{"name": "w", "parameters": [{"name": "a", **parameter}]}]


def of_schema(**rule: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": rule}, "required": ["a", "elsewhere"]}


COLLIDING = dict.fromkeys(["\ud800", "\udc00"])
WRONG_ENUMS: tuple[Any, ...] = (5, "x", "{}", {}, '["x"')
SCHEMA_FAULTS = (
    "Missing required argument: a",
    "Arguments do not match the schema at : required",
    "Arguments do not match the schema at : required",
)


@pytest.mark.parametrize(
    ("name", "arguments", "tools", "errors"),
    [
        ("w", '{"a":"x"}', listed(type="string", required=True), ()),
        ("w", "", listed(type="string"), ()),
        ("w", {"a": "\ud800"}, listed(enum_values=["\ufffd"]), ()),
        ("w", {"a": 1}, listed(), ("Argument 'a' must be string",)),
        ("w", COLLIDING, [{"name": "w"}], ("Tool arguments are not valid JSON",)),
        ("w", " \n", listed(type="string"), ()),
        ("", "[", [], ("Tool call is missing a tool name",)),
        (b"", "{}", [], ("Tool call is missing a tool name",)),
        ("w", "{", listed(), ("Tool arguments are not valid JSON",)),
        ("w", '{"a":1,"a":1}', listed(), ("Tool arguments are not valid JSON",)),
        ("w", "null", listed(), ("Tool arguments must be a JSON object",)),
        (
            "w",
            "3",
            listed(required=True),
            ("Tool arguments must be a JSON object", "Missing required argument: a"),
        ),
        ("w", "[", [], ("Tool arguments are not valid JSON", "Unknown tool: w")),
        ("W", "{}", listed(), ("Unknown tool: W",)),
        (b"w\xff", "{}", listed(), ("Unknown tool: w\ufffd",)),
        ("w\ud800", "{}", listed(), ("Unknown tool: w\ufffd",)),
        ("w\ud800", "{}", [{"name": "w\udc00"}], ()),
        # The list of tools.
        ("w", "{}", "[", ("Tool definitions JSON is invalid",)),
        ("w", "{}", b"\xff", ("Tool definitions JSON is invalid",)),
        ("w", "{}", '[{"name":"w","name":"w"}]', ("Tool definitions JSON is invalid",)),
        ("w", "{}", "{}", ("Tool definitions JSON must be an array",)),
        ("w", "{}", {"name": "w"}, ("Tool definitions JSON must be an array",)),
        ("w", "{}", None, ("Tool definitions JSON must be an array",)),
        ("w", "{}", '[3, {}, {"name": 4}, {"name": "w"}]', ()),
        ("w", "{}", [{"name": "w", "parameters": 3}], ()),
        ("w", "{}", [{"name": "w", "parameters": None, "schema": None}], ()),
        ("w", "{}", [{"name": "w", "parameters": ["a", {}, {"name": 3}]}], ()),
        ("w", "{}", [*listed(required=True), {"name": "w"}], ()),
        ("w", "{}", listed(required="yes"), ()),
        # Types.
        ("w", '{"a":1}', listed(), ("Argument 'a' must be string",)),
        ("w", '{"a":1}', listed(type="colour"), ("Argument 'a' must be string",)),
        ("w", '{"a":1}', listed(type=[]), ("Argument 'a' must be string",)),
        ("w", '{"a":1.5}', listed(type="Integer"), ()),
        ("w", '{"a":1}', listed(type="number"), ()),
        ("w", '{"a":true}', listed(type="number"), ("Argument 'a' must be number",)),
        ("w", '{"a":true}', listed(type="integer"), ("Argument 'a' must be integer",)),
        ("w", '{"a":true}', listed(type="BOOL"), ()),
        ("w", '{"a":1}', listed(type="bool"), ("Argument 'a' must be boolean",)),
        ("w", '{"a":{}}', listed(type="object"), ()),
        ("w", '{"a":[]}', listed(type="object"), ("Argument 'a' must be object",)),
        ("w", '{"a":[]}', listed(type="array"), ()),
        ("w", '{"a":null}', listed(type="null"), ()),
        ("w", '{"a":null}', listed(type=["string", "null"]), ()),
        ("w", '{"a":1}', listed(type=["string", "null"]), ("Argument 'a' must be string or null",)),
        # Enums.
        ("w", '{"a":1.0}', listed(type="number", enum_values=[1]), ()),
        ("w", '{"a":"y"}', listed(enum_values='["x","y"]'), ()),
        (
            "w",
            '{"a":"z"}',
            listed(enum_values='["x"]'),
            ("Argument 'a' value is not in enum_values",),
        ),
        (
            "w",
            '{"a":1}',
            listed(type="number", enum_values=[True]),
            ("Argument 'a' value is not in enum_values",),
        ),
        ("w", '{"a":"x"}', listed(enum_values=None), ()),
        ("w", "{}", listed(enum_values=5), ()),
        *[
            (
                "w",
                '{"a":"x"}',
                listed(enum_values=wrong),
                ("Argument 'a' enum_values must be a JSON array",),
            )
            for wrong in WRONG_ENUMS
        ],
        # Schemas.
        ("w", '{"a":1,"elsewhere":2}', [Tool("w", of_schema(type="integer"))], ()),
        ("w", "{}", [Tool("w", of_schema(type="integer"))], SCHEMA_FAULTS),
        ("w", "{}", [Tool("w")], ()),
        ("w", "{}", [{"name": "w", "input_schema": of_schema()}], SCHEMA_FAULTS),
        ("w", "{}", [{"name": "w", "schema": of_schema()}], SCHEMA_FAULTS),
        (
            "w",
            "{}",
            [{"type": "function", "function": {"name": "w", "parameters": of_schema()}}],
            SCHEMA_FAULTS,
        ),
        (
            "w",
            '{"a":"z","elsewhere":0}',
            [Tool("w", of_schema(enum=["x"]))],
            (
                "Argument 'a' value is not in enum_values",
                "Arguments do not match the schema at /a: enum",
            ),
        ),
        (
            "w",
            '{"a":{}}',
            [Tool("w", {"properties": {"a": 3}, "required": 3})],
            (
                "Argument 'a' must be string",
                "Arguments do not match the schema at : invalid_schema",
            ),
        ),
        (
            "w",
            "{}",
            [Tool("w", {"properties": 3})],
            ("Arguments do not match the schema at : invalid_schema",),
        ),
    ],
)
def test_what_is_wrong_is_told_in_order(
    name: str | bytes, arguments: str | dict[str, Any], tools: object, errors: tuple[str, ...]
) -> None:
    found = validate_call(name, arguments, tools)
    assert found.errors == errors
    assert found.valid == (not errors)
    assert found.message == (errors[0] if errors else "")
    assert found.code == ("VALIDATION_FAILED" if errors else "")


def test_where_nothing_was_parsed_nothing_else_is_looked_at() -> None:
    found = validate_call("", "[", "[", has_call=False)
    assert found == Validation(("No tool call was parsed",))


def test_arguments_are_those_that_were_read() -> None:
    assert validate_call("x", '{"b":"\\ud800","a":9007199254740993}', []).arguments == {
        "b": "\ufffd",
        "a": 9007199254740993,
    }


def test_bytes_are_repaired_by_the_policy() -> None:
    name = b"w\xf8\xa1"
    assert validate_call(name, b"{}", []).message == "Unknown tool: w\ufffd\ufffd"
    cut = b"w\xe2\x82"
    assert validate_call(cut, b"{}", []).message == "Unknown tool: w\ufffd"
    assert validate_call(cut, b"{}", [], policy=PER_BYTE).message == "Unknown tool: w\ufffd\ufffd"


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=4)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["name", "parameters", "type", "enum_values", "function", "schema", "a"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.text(max_size=20), st.lists(_JSON, max_size=3))
def test_no_text_and_no_json_makes_it_raise(text: str, tools: list[Any]) -> None:
    for name in ("w", text):
        for error in validate_call(name, text, [*tools, {"name": "w", "parameters": tools}]).errors:
            error.encode()
