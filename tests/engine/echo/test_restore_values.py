from collections.abc import Mapping
from typing import Any

import pytest

from wiretail.engine.echo.restore_form import Form
from wiretail.engine.echo.restore_values import restored_input
from wiretail.engine.validate import InputValidator


def restored(form: Form, *required: str, **kinds: Any) -> dict[str, Any] | None:
    properties = {key: {"type": kind} if kind else {} for key, kind in kinds.items()}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return restored_input(form, schema, InputValidator(schema))


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("string", " 1 ", " 1 "),
        ("integer", " 1\n", 1),
        ("integer", "9007199254740991", 2**53 - 1),
        ("integer", "9007199254740992", None),
        ("integer", "true", None),
        ("integer", "1.5", None),
        ("number", "1.5", 1.5),
        ("number", "1e400", None),
        ("boolean", "true", True),
        ("boolean", "True", None),
        ("array", "[1]", [1]),
        ("object", '{"a":1,"a":1}', None),
        ("object", "[1]", None),
        (["string", "integer"], "1", 1),
        (["integer", "string"], "x", "x"),
        ([None, "integer"], "x", None),
        ("other", "x", None),
        (None, "x", None),
    ],
)
def test_values_read_by_their_declared_type(kind: Any, text: str, value: Any) -> None:
    found = restored(Form("f", None, {"k": text}), k=kind)
    assert found == (None if value is None else {"k": value})


def test_null_is_a_value() -> None:
    assert restored(Form("f", None, {"k": "null"}), k=["string", "null"]) == {"k": None}


def test_keys_are_those_of_the_schema() -> None:
    form = Form("f", None, {"k": "v"})
    assert restored(form, "k", "l", k="string", l="string") is None
    assert restored(form, l="string") is None
    assert restored(form, "k", k="string", l="string") == {"k": "v"}


def test_a_raw_body_is_the_single_property_or_the_input() -> None:
    assert restored(Form("f", "x"), k="string") == {"k": "x"}
    assert restored(Form("f", "x"), k="string", input="string") == {"input": "x"}
    assert restored(Form("f", "x"), k="string", l="string") is None


@pytest.mark.parametrize("schema", [None, {}, {"properties": []}, {"properties": {"k": True}}])
def test_without_declared_properties_nothing_is_restored(schema: Mapping[str, Any] | None) -> None:
    assert restored_input(Form("f", "x"), schema, InputValidator(schema)) is None


def test_a_malformed_block_spells_nothing() -> None:
    assert restored(Form("f"), k="string") is None
