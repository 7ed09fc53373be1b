import copy
import os
import socket
import subprocess
import sys
from typing import Any, NoReturn

import pytest

from wiretail.engine.markup.values import UNRESOLVED, Mismatch
from wiretail.engine.validate import (
    INVALID_SCHEMA,
    MAX_PATTERN_CHARS,
    MAX_RULE_DEPTH,
    MAX_SCHEMA_DEPTH,
    NOTHING_ALLOWED,
    TOO_DEEP,
    UNUSABLE_SCHEMA,
    InputValidator,
)

OPEN: dict[str, Any] = {"type": "object"}
DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
LATEST = "https://json-schema.org/draft/2020-12/schema"


def one(prop: object, **beside: Any) -> dict[str, Any]:
    """Return the schema of an input with one property ``v``."""
    return {"type": "object", "properties": {"v": prop}, **beside}


# (schema, input): spec recommended, 5.3; R098, R099, R164, V14, V15, V20, V24
FITTING: list[tuple[dict[str, Any] | None, object]] = [
    (None, {"anything": object}),
    (OPEN, {}),
    (one({"type": "integer"}), {"v": 1}),
    (one({"type": "integer"}), {"v": 1.0}),
    (one({"type": "integer"}), {"v": 10**30}),
    (one({"type": "string", "enum": ["a", "b"]}), {"v": "a"}),
    (one({"type": "string"}, required=["v"]), {"v": ""}),
    (one({"type": "string"}, additionalProperties=False), {"v": ""}),
    (one({"type": "string", "format": "date"}), {"v": "no date"}),
    (one({"type": "string", "format": "regex"}), {"v": "("}),
    (one({"type": "string", "pattern": "^x*$"}), {"v": "x" * MAX_PATTERN_CHARS}),
    (one({"pattern": "^x*$"}), {"v": 5}),
    (one({"$ref": "#/$defs/n"}, **{"$defs": {"n": {"type": "number"}}}), {"v": 0.5}),
    (one({"$ref": "#n"}, **{"$defs": {"n": {"$anchor": "n", "type": "null"}}}), {"v": None}),
    (
        one({"$ref": "n.json"}, **{"$defs": {"n": {"$id": "n.json", "type": "null"}}}),
        {"v": None},
    ),
    ({"$schema": DRAFT_7, "$ref": "#/definitions/o", "definitions": {"o": OPEN}}, {}),
    ({"$schema": "https://example.org/unknown", **one({"type": "null"})}, {"v": None}),
    # What a wrong reference or expression stands behind is not reached.
    (one({"type": "null"}, **{"$defs": {"x": {"$ref": "#/nowhere"}}}), {"v": None}),
    (one({"pattern": "\\p{L}"}), {"w": "x"}),
    ({"patternProperties": {"^a": {"type": "integer"}}}, {"a": 1, "b": "x"}),
    ({"additionalProperties": {"type": "integer"}}, {"k" * (MAX_PATTERN_CHARS + 1): 1}),
    ({"patternProperties": {"^k": {}}, "additionalProperties": False}, {"k": 1}),
    ({"patternProperties": {"^k": {}}}, ["no object"]),
    ({"dependentRequired": {"a": ["b"]}}, {"a": 1, "b": 2}),
    ({"unevaluatedProperties": False, "allOf": [{"patternProperties": {"^k": {}}}]}, {"k": 1}),
]


@pytest.mark.parametrize(("schema", "value"), FITTING)
def test_an_input_that_fits_has_no_mismatch(schema: dict[str, Any] | None, value: object) -> None:
    validator = InputValidator(schema)
    assert validator.check(value) is None
    assert validator.check_all(value) == []


TREE = {"type": "object", "properties": {"child": {"$ref": "#"}}, "required": ["id"]}
LONG = "x" * (MAX_PATTERN_CHARS + 1)

# schema, input, pointer, keyword
MISMATCHED: list[tuple[dict[str, Any], object, str, str]] = [
    (one({"type": "integer"}), {"v": "1"}, "/v", "type"),
    (one({"type": "integer"}), {"v": True}, "/v", "type"),
    (one({"type": "integer"}), {"v": 1.5}, "/v", "type"),
    (one({"type": "string", "enum": ["a", "b"]}), {"v": "zzz"}, "/v", "enum"),
    (one({"enum": [1]}), {"v": True}, "/v", "enum"),
    (one({"type": "string"}, required=["v"]), {}, "", "required"),
    (one({"type": "array", "items": {"type": "integer"}}), {"v": [1, "2"]}, "/v/1", "type"),
    (one({"type": "object", "required": ["k"]}), {"v": {}}, "/v", "required"),
    (one({"type": "integer", "minimum": 10}), {"v": 5}, "/v", "minimum"),
    (one({}, additionalProperties=False), {"w": 1}, "", "additionalProperties"),
    (one({"anyOf": [{"type": "null"}, {"type": "array"}]}), {"v": 1}, "/v", "anyOf"),
    (one({"pattern": "^x*$"}), {"v": "y"}, "/v", "pattern"),
    (one({"pattern": "^x*$"}), {"v": LONG}, "/v", "pattern"),
    (one({"propertyNames": {"pattern": "^x*$"}}), {"v": {LONG: 1}}, "/v", "pattern"),
    (one({"patternProperties": {"^x*$": {}}}), {"v": {LONG: 1}}, "/v", "patternProperties"),
    (
        one({"additionalProperties": {}, "patternProperties": {"^y": {}}}),
        {"v": {LONG: 1}},
        "/v",
        "additionalProperties",
    ),
    (
        one({"unevaluatedProperties": {}, "allOf": [{"patternProperties": {"^y": {}}}]}),
        {"v": {LONG: 1}},
        "/v",
        "patternProperties",
    ),
    (one({"unevaluatedProperties": {}}), {"v": {LONG: 1}}, "/v", "unevaluatedProperties"),
    (one({"patternProperties": {"^a": {"type": "null"}}}), {"v": {"ab": 1}}, "/v/ab", "type"),
    # The library points to the object that holds what may not be there.
    (one(False), {"v": 1}, "", NOTHING_ALLOWED),
    (
        {"properties": {"a/b": {"properties": {"~": {"type": "null"}}}}},
        {"a/b": {"~": 1}},
        "/a~1b/~0",
        "type",
    ),
    (TREE, {"id": 1, "child": {"child": {"id": 2}}}, "/child", "required"),
    # The draft is that of $schema: in draft 4 a float is no integer.
    ({"$schema": DRAFT_4, **one({"type": "integer"})}, {"v": 1.0}, "/v", "type"),
    ({"$schema": DRAFT_4, **one({"minimum": 1, "exclusiveMinimum": True})}, {"v": 1}, "/v",
     "minimum"),
    (one({"items": {"type": "null"}, "prefixItems": [{"type": "null"}]}), {"v": [1]}, "/v/0",
     "type"),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "value", "pointer", "keyword"), MISMATCHED)
def test_a_mismatch_is_told_by_pointer_and_keyword(
    schema: dict[str, Any], value: object, pointer: str, keyword: str
) -> None:
    assert InputValidator(schema).check(value) == Mismatch(pointer, keyword)


# (schema, input, word): schemas that no input can be held against
UNUSABLE: list[tuple[dict[str, Any], object, str]] = [
    (one({"type": "string", "minLength": "two"}), {"v": "abc"}, INVALID_SCHEMA),
    (one({"type": "date"}), {}, INVALID_SCHEMA),
    (one({"type": ["array", 5]}), {"v": []}, INVALID_SCHEMA),
    ({"properties": []}, {}, INVALID_SCHEMA),
    ({"$schema": 5}, {}, INVALID_SCHEMA),
    ({"$schema": DRAFT_4, "required": []}, {}, INVALID_SCHEMA),
    ({"$schema": "http://["}, {}, UNUSABLE_SCHEMA),
    (one({"$ref": "#/nowhere"}), {"v": 1}, UNRESOLVED),
    (one({"$ref": "#nowhere"}), {"v": 1}, UNRESOLVED),
    (one({"$ref": "other.json"}), {"v": 1}, UNRESOLVED),
    (one({"$ref": "https://example.org/schema.json"}), {"v": 1}, UNRESOLVED),
    (one({"$ref": "file:///etc/passwd"}), {"v": 1}, UNRESOLVED),
    (one({"$ref": DRAFT_7}), {"v": 1}, UNRESOLVED),
    (one({"$ref": LATEST}), {"v": 1}, UNRESOLVED),
    (one({"$dynamicRef": LATEST}), {"v": 1}, UNRESOLVED),
    (one({"$ref": "#/title"}, title="no schema"), {"v": 1}, UNUSABLE_SCHEMA),
    (one({"$ref": "#/examples/0"}, examples=[{"type": "date"}]), {"v": 1}, UNUSABLE_SCHEMA),
    (one({"pattern": "\\p{L}"}), {"v": "x"}, UNUSABLE_SCHEMA),
    (one({"pattern": "["}), {"v": "x"}, UNUSABLE_SCHEMA),
    (one({"multipleOf": 1.5}), {"v": 10**400}, UNUSABLE_SCHEMA),
    ({"$ref": "#"}, {}, TOO_DEEP),
    (
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {},
        TOO_DEEP,
    ),
]


@pytest.mark.parametrize(("schema", "value", "word"), UNUSABLE)
def test_a_schema_that_cannot_be_used_is_a_mismatch_always(
    schema: dict[str, Any], value: object, word: str
) -> None:
    validator = InputValidator(schema)
    for _ in range(2):
        assert validator.check(value) == Mismatch("", word)


def nested(levels: int, inner: Any, key: str) -> Any:
    for _ in range(levels):
        inner = {key: inner}
    return inner


def at_depth(frames: int, validator: InputValidator, value: object) -> Mismatch | None:
    """Check from so many calls further down the stack."""
    if frames:
        return at_depth(frames - 1, validator, value)
    return validator.check(value)


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"$dynamicRef": "#"},
        {"allOf": [{"$ref": "#"}], "unevaluatedItems": False},
        {"anyOf": [{"not": {"$ref": "#"}}]},
    ],
)
def test_a_circle_of_references_is_told_alike_from_every_depth_of_the_stack(
    schema: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    for frames in range(0, 300, 7):
        assert at_depth(frames, InputValidator(schema), []) == Mismatch("", TOO_DEEP)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("key", ["not", "items", "default"])
def test_a_schema_may_hold_so_many_containers_within_each_other(key: str) -> None:
    deepest = nested(MAX_SCHEMA_DEPTH - 1, {}, key)
    assert InputValidator(deepest).check({"a": 1}) != Mismatch("", TOO_DEEP)
    assert InputValidator({key: deepest}).check({"a": 1}) == Mismatch("", TOO_DEEP)


def test_a_schema_nested_beyond_the_stack_is_a_mismatch() -> None:
    endless: Any = []
    for _ in range(100_000):
        endless = [endless]
    assert InputValidator({"default": endless}).check({}) == Mismatch("", TOO_DEEP)


def test_rules_may_be_at_work_within_each_other_to_a_bound() -> None:
    validator = InputValidator({"additionalProperties": {"$ref": "#"}})
    levels = MAX_RULE_DEPTH // 2 - 1
    assert validator.check(nested(levels, {}, "k")) is None
    assert validator.check(nested(levels + 1, {}, "k")) == Mismatch("", TOO_DEEP)
    assert validator.check(nested(100_000, {}, "k")) == Mismatch("", TOO_DEEP)
    assert validator.check(nested(levels, {}, "k")) is None


class PanicException(BaseException):
    """Named as what the Rust part of the library raises."""


def raising(fault: BaseException) -> InputValidator:
    """Return a validator whose library raises."""

    class Broken:
        def iter_errors(self, _: object) -> NoReturn:
            raise fault

    validator = InputValidator(OPEN)
    validator._built = Broken()
    return validator


def test_a_panic_of_the_library_is_a_mismatch() -> None:
    assert raising(PanicException()).check({}) == Mismatch("", UNUSABLE_SCHEMA)


def test_an_interrupt_of_the_user_is_none() -> None:
    with pytest.raises(KeyboardInterrupt):
        raising(KeyboardInterrupt()).check({})


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    validator = InputValidator(one({"$ref": "http://localhost:1/schema.json"}))
    assert validator.check({"v": 1}) == Mismatch("", UNRESOLVED)


def test_a_property_is_checked_alone_with_the_references_of_the_whole_schema() -> None:
    schema = one({"$ref": "#/$defs/n"}, required=["v", "w"], **{"$defs": {"n": {"maximum": 5}}})
    validator = InputValidator(schema)
    assert validator.check_property("v", 5) is None
    assert validator.check_property("v", 6) == Mismatch("/v", "maximum")
    assert validator.check({"v": 5}) == Mismatch("", "required")


def test_a_property_of_an_invalid_schema_fits_nothing() -> None:
    validator = InputValidator({"properties": {"v": {}, "w": {"type": "date"}}})
    assert validator.check_property("v", 5) == Mismatch("", INVALID_SCHEMA)


def test_a_property_that_is_not_there_fits_nothing() -> None:
    assert InputValidator(OPEN).check_property("v", 5) == Mismatch("", UNUSABLE_SCHEMA)


def test_without_a_schema_every_property_fits() -> None:
    assert InputValidator(None).check_property("v", object()) is None


def test_all_mismatches_come_by_pointer_then_keyword() -> None:
    schema = {
        "required": ["z"],
        "properties": {"b": {"type": "null", "enum": [None]}, "a": {"minimum": 2}},
    }
    assert InputValidator(schema).check_all({"a": 1, "b": 2}) == [
        Mismatch("", "required"),
        Mismatch("/a", "minimum"),
        Mismatch("/b", "enum"),
        Mismatch("/b", "type"),
    ]


def test_the_first_mismatch_does_not_depend_on_the_run() -> None:
    # The library walks the additional keys as a set, in another order for every hash seed.
    program = (
        "from wiretail.engine.validate import InputValidator\n"
        "validator = InputValidator({'additionalProperties': {'type': 'null'}})\n"
        "print(validator.check(dict.fromkeys('qwertyuiopas', 1)).pointer)\n"
    )
    for seed in "123":
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == "/a\n"


def test_jsonschema_is_imported_by_the_first_check() -> None:
    program = (
        "import sys\n"
        "from wiretail.engine.validate import InputValidator\n"
        "validator = InputValidator({'type': 'object'})\n"
        "print('jsonschema' in sys.modules)\n"
        "validator.check({})\n"
        "print('jsonschema' in sys.modules)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["False", "True"]


def test_snapshots_share_a_validator() -> None:
    validator = InputValidator(OPEN)
    assert copy.deepcopy({"x": validator})["x"] is validator


def test_the_schema_itself_stays_as_it_was() -> None:
    schema = one({"$ref": "#/$defs/n"}, **{"$defs": {"n": {"type": "null"}}})
    before = copy.deepcopy(schema)
    InputValidator(schema).check({"v": None})
    assert schema == before
