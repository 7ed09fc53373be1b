import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.markup.values import (
    AMBIGUOUS,
    BAD,
    COLLIDING,
    UNDECLARED,
    UNRESOLVED,
    Declared,
    Mismatch,
    Reading,
    ValueReader,
    declared_by_schema,
    declared_type,
    fitted,
    without_markup_breaks,
)
from wiretail.engine.text.whitespace import WS
from wiretail.engine.validate import InputValidator
from wiretail.model.settings import SETTINGS

BASE = dict(SETTINGS)
DEFAULT_PROFILE = BASE | {"recover.values": "keep", "recover.unions": "schema"}
ARRAY_OR_NULL = {"anyOf": [{"type": "array"}, {"type": "null"}]}
INT_OR_NULL = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
TEXT_OR_LIST = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


class UnaskedChecker:
    """A checker for cases in which nobody may ask it."""

    def check_property(self, name: str, value: object) -> Mismatch | None:
        raise AssertionError((name, value))


def read(prop: object, text: str, settings: dict[str, Any] = BASE) -> Reading:
    schema = {"type": "object", "properties": {"v": prop}}
    return ValueReader(schema, settings, InputValidator(schema)).read("v", text)


def same(got: object, wanted: object) -> bool:
    """Equal, and of one type all the way down: 1, 1.0 and True are three values here."""
    return got == wanted and repr(got) == repr(wanted)


# (property, text, value): spec vscode-lm, 7, R106 to R149
READ = [
    ({"type": "array"}, '["a","b"]', ["a", "b"]),
    ({"type": "object"}, '{"anchor":42}', {"anchor": 42}),
    ({"type": "number"}, "1.5", 1.5),
    ({"type": "number"}, "-0.5e-3", -0.0005),
    ({"type": "number"}, "7", 7),
    ({"type": "integer"}, "7", 7),
    ({"type": "integer"}, "-7", -7),
    ({"type": "integer"}, "1.0", 1),
    ({"type": "integer"}, "1e3", 1000),
    ({"type": "integer"}, "123456789012345678901234567890", 123456789012345678901234567890),
    ({"type": "number"}, "123456789012345678901234567890", 123456789012345678901234567890),
    ({"type": "boolean"}, "true", True),
    ({"type": "boolean"}, " false ", False),
    ({"type": "array"}, ' \n["a"]\t', ["a"]),
    ({"type": "string"}, "  spaced  ", "spaced"),
    ({"type": "string"}, "\n\n    indented\n", "indented"),
    ({"type": "string"}, "\u00a0\ufeffx\u3000", "x"),
    ({"type": "string"}, "\x85x\x1f", "\x85x\x1f"),
    ({"type": "string"}, "123", "123"),
    ({"type": "string"}, "null", "null"),
    ({"type": "string"}, "", ""),
    ({"description": "says nothing"}, '["a"]', '["a"]'),
    ({"enum": [1, 2]}, "1", "1"),
    ({"const": 1}, "1", "1"),
    ({"oneOf": [{"type": "array"}]}, "[]", "[]"),
    ({"allOf": [{"type": "array"}]}, "[]", "[]"),
    ({"$ref": "#/$defs/x"}, "[]", "[]"),
    (True, "1", "1"),
    (None, "1", "1"),
    (["array"], "1", "1"),
    ({"type": 5}, "1", "1"),
    ({"type": "null"}, "null", None),
    ({"type": "null"}, " null\n", None),
    ({"type": ["null"]}, "null", None),
    ({"type": ["array", "null"]}, "[1]", [1]),
    ({"type": ["array", "null"]}, "null", None),
    ({"type": ["string", "null"]}, "null", "null"),
    ({"type": ["array", "object"]}, '["a"]', '["a"]'),
    ({"type": ["array", "object", "null"]}, "null", "null"),
    ({"type": ["array", 5]}, '["a"]', ["a"]),
    ({"type": []}, "[]", "[]"),
    ({"type": [5]}, "[]", "[]"),
    (ARRAY_OR_NULL, '["a"]', ["a"]),
    (ARRAY_OR_NULL, "null", None),
    ({"anyOf": [{"type": "integer"}]}, "5", 5),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "123", "123"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "null", "null"),
    ({"anyOf": [{"type": "array"}, {"type": "object"}]}, '["a"]', '["a"]'),
    ({"anyOf": [{"$ref": "#/x"}, {"type": "null"}]}, '["a"]', '["a"]'),
    ({"anyOf": [{"type": ["array"]}, {"type": "null"}]}, '["a"]', '["a"]'),
    ({"anyOf": [None]}, '["a"]', '["a"]'),
    ({"anyOf": []}, "x", "x"),
    ({"anyOf": "array"}, "[]", "[]"),
    # The plain type wins over what stands beside it, and enum is not asked (R099).
    ({"type": "integer", "anyOf": [{"type": "string"}]}, "5", 5),
    ({"type": "string", "enum": ["a", "b"]}, "zzz", "zzz"),
    # Strings and keys are repaired.
    ({"type": "array"}, '["\\ud83d"]', ["\ufffd"]),
    ({"type": "object"}, '{"\\ud83d":"\\ud83d\\ude00"}', {"\ufffd": "\U0001f600"}),
]


@pytest.mark.parametrize(("prop", "text", "value"), READ)
def test_a_value_is_read_by_its_declared_type(prop: object, text: str, value: object) -> None:
    reading = read(prop, text)
    assert same(reading.value, value)
    assert reading.reason == ""


# (property, text): spec vscode-lm, 7
NOT_READ = [
    ({"type": "integer"}, "1.5"),
    ({"type": "integer"}, "nope"),
    ({"type": "integer"}, "true"),
    ({"type": "integer"}, ""),
    ({"type": "integer"}, "1e400"),
    ({"type": "integer"}, "[1]"),
    ({"type": "number"}, "1e400"),
    ({"type": "number"}, "NaN"),
    ({"type": "number"}, "-Infinity"),
    ({"type": "number"}, '"5"'),
    ({"type": "number"}, "true"),
    ({"type": "number"}, "0x10"),
    ({"type": "number"}, "9" * 5000),
    ({"type": "object"}, "[]"),
    ({"type": "object"}, "null"),
    ({"type": "object"}, '{"a":1,}'),
    ({"type": "array"}, '{"a":1}'),
    ({"type": "array"}, "[x] not json"),
    ({"type": "array"}, "\u00a0[1] [2]"),
    ({"type": "array"}, '["a\nb"]'),
    ({"type": "array"}, "[" * 100_000),
    ({"type": "boolean"}, "5"),
    ({"type": "boolean"}, "0"),
    ({"type": "boolean"}, "True"),
    ({"type": "null"}, '{"a":1}'),
    ({"type": "null"}, "None"),
    ({"type": "null"}, ""),
    ({"type": ["null"]}, "123"),
    ({"type": "date"}, "5"),
    ({"type": "toString"}, "x"),
    ({"type": "union"}, "x"),
    ({"type": ""}, "x"),
    (ARRAY_OR_NULL, '{"a":1}'),
    ({"type": ["integer", "null"]}, "nul"),
]


@pytest.mark.parametrize(("prop", "text"), NOT_READ)
def test_a_value_that_is_not_of_its_type_is_bad(prop: object, text: str) -> None:
    assert read(prop, text) == BAD


@pytest.mark.parametrize(
    "text", ['{"k":1,"k":2}', '{"a":{"k":1,"k":1}}', '{"\\ud83d":1,"\\ud83e":2}']
)
def test_colliding_keys_are_bad_parameters_of_their_own_kind(text: str) -> None:
    assert read({"type": "object"}, text) == COLLIDING
    assert COLLIDING.reason == BAD.reason == "bad_parameters"


def test_colliding_keys_are_no_text_of_a_union_either() -> None:
    prop = {"type": ["string", "object"]}
    assert read(prop, '{"k":1,"k":2}', DEFAULT_PROFILE) == COLLIDING


def test_the_depth_of_a_value_is_bounded_by_the_setting() -> None:
    two_levels = BASE | {"limits.json_depth": 2}
    assert read({"type": "array"}, "[[]]", two_levels) == Reading([[]])
    assert read({"type": "array"}, "[[[]]]", two_levels) == BAD


# (text, value): spec recommended, 5.1; R111 and V03
KEPT = [
    ("  spaced  ", "  spaced  "),
    ("\r\na\r\n\r\n", "a\r\n"),
    ("\n    indented\n\n", "    indented\n"),
    ("\n\n", ""),
    ("\n", ""),
    ("\r\n", ""),
    ("\r\n\n", ""),
    ("\n\r\n", ""),
    ("\r", "\r"),
    ("\ra\r", "\ra\r"),
    ("a", "a"),
    ("", ""),
    (" \na\n ", " \na\n "),
    ("\u2028a\u2028", "\u2028a\u2028"),
]


@pytest.mark.parametrize(("text", "value"), KEPT)
@pytest.mark.parametrize("prop", [{"type": "string"}, {"description": "free"}, None])
def test_white_space_is_kept_but_for_a_line_break_at_each_end(
    prop: object, text: str, value: str
) -> None:
    assert read(prop, text, DEFAULT_PROFILE) == Reading(value)


@given(text=st.text(alphabet="\r\n a"))
def test_the_markups_own_line_breaks_are_all_that_is_ever_cut(text: str) -> None:
    kept = without_markup_breaks(text)
    assert kept in text
    assert len(text) - len(kept) <= 4
    assert without_markup_breaks(f"\n{text}\r\n") == text


@given(text=st.text(alphabet=WS + "a\x85"))
def test_trimming_takes_the_grammars_white_space_and_nothing_else(text: str) -> None:
    value = read({"type": "string"}, text).value
    assert value in text
    assert not value or (value[0] not in WS and value[-1] not in WS)
    assert not set(text.replace(value, "", 1)) - set(WS)


# (property, text, value): spec recommended, 5.2; R117, R138, V04 to V09, V17, V18
BY_SCHEMA = [
    ({"type": "integer"}, "\n 7 \n", 7),
    ({"type": "integer"}, "\n140.0\n", 140),
    ({"enum": [1, 2]}, "1", 1),
    ({"enum": ["1", "2"]}, "1", "1"),
    ({"enum": ["a"]}, "\na\n", "a"),
    ({"const": None}, "null", None),
    ({"const": False}, " false ", False),
    ({"type": ["array", "object"]}, '["a"]', ["a"]),
    (TEXT_OR_LIST, '["a","b"]', ["a", "b"]),
    (TEXT_OR_LIST, "[1]", "[1]"),
    (TEXT_OR_LIST, "[1", "[1"),
    ({"type": ["string", "object"]}, ' {"a":1} ', {"a": 1}),
    ({"type": ["string", "integer"]}, "five", "five"),
    ({"oneOf": [{"type": "boolean"}, {"type": "integer"}]}, "true", True),
    ({"allOf": [{"type": "object"}]}, "{}", {}),
    ({"type": ["integer", "null"]}, "null", None),
    ({"type": ["string", "null"]}, "null", "null"),
    (INT_OR_NULL, "\n5\n", 5),
    (INT_OR_NULL, "null", None),
    ({"type": "string", "anyOf": [{"minLength": 1}]}, "5", "5"),
    ({"type": "string", "enum": ["5"]}, "5", "5"),
    ({"description": "free"}, "[1]", "[1]"),
    (True, "[1]", "[1]"),
]


@pytest.mark.parametrize(("prop", "text", "value"), BY_SCHEMA)
def test_the_schema_decides_which_reading_of_a_union_holds(
    prop: object, text: str, value: object
) -> None:
    reading = read(prop, text, DEFAULT_PROFILE)
    assert same(reading.value, value)
    assert reading.reason == ""


@pytest.mark.parametrize(
    ("prop", "text"),
    [
        ({"type": ["boolean", "string"]}, "true"),
        ({"type": ["string", "integer"]}, " 5"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "null"),
        ({"enum": ["1", 1]}, "1"),
        ({"type": ["string", "integer"]}, '"quoted"'),
    ],
)
def test_two_readings_that_fit_are_ambiguous(prop: object, text: str) -> None:
    assert read(prop, text, DEFAULT_PROFILE) == AMBIGUOUS


# (property, text, pointer, keyword): the evidence names the reading that came nearest
MISMATCHED = [
    (
        {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]},
        '["a"]',
        "/v",
        "anyOf",
    ),
    ({"enum": [1, 2]}, "3", "/v", "enum"),
    ({"enum": [1, 2]}, "three", "/v", "enum"),
    ({"type": ["integer", "boolean"]}, "x", "/v", "type"),
    ({"$ref": "#/nowhere"}, "1", "", UNRESOLVED),
    # Whatever the order of the branches: one reading meets the reference.
    ({"anyOf": [{"type": "null"}, {"$ref": "#/nowhere"}]}, "null", "", UNRESOLVED),
    ({"anyOf": [{"type": "string"}, {"$ref": "#/nowhere"}]}, "[1]", "", UNRESOLVED),
]


@pytest.mark.parametrize(("prop", "text", "pointer", "keyword"), MISMATCHED)
def test_no_reading_that_fits_is_a_schema_mismatch(
    prop: object, text: str, pointer: str, keyword: str
) -> None:
    reading = read(prop, text, DEFAULT_PROFILE)
    assert reading == Reading(reason="schema_mismatch", mismatch=Mismatch(pointer, keyword))


def test_the_checker_is_asked_about_unions_only() -> None:
    schema = {"properties": {"s": {"type": "string"}, "i": {"type": "integer"}, "n": {}}}
    reader = ValueReader(schema, DEFAULT_PROFILE, UnaskedChecker())
    assert [reader.read(name, "5").value for name in "sin"] == ["5", 5, "5"]
    reader = ValueReader({"properties": {"u": {"enum": [5]}}}, BASE, UnaskedChecker())
    assert reader.read("u", "5").value == "5"


def test_references_of_a_union_lead_through_the_whole_schema() -> None:
    schema = {
        "properties": {"v": {"$ref": "#/$defs/count"}},
        "$defs": {"count": {"type": "integer"}},
    }
    reader = ValueReader(schema, DEFAULT_PROFILE, InputValidator(schema))
    assert reader.read("v", "3") == Reading(3)


# (schema, name, allowed): spec vscode-lm, 6.1; R091 to R096, V21
NAMES: list[tuple[dict[str, Any] | None, str, bool]] = [
    (None, "anything", True),
    (None, "__proto__", True),
    ({"properties": {"path": {}}}, "path", True),
    ({"properties": {"path": {}}}, "Path", False),
    ({"properties": {"path": {}}}, "constructor", False),
    ({"properties": {"constructor": {}}}, "constructor", True),
    ({"properties": {}}, "path", False),
    ({"type": "object"}, "path", False),
    ({}, "path", False),
    ({"properties": ["path"]}, "path", False),
    ({"properties": {"v": {}}, "additionalProperties": True}, "w", False),
    ({"properties": {"v": {}}, "patternProperties": {".": {}}}, "w", False),
]


@pytest.mark.parametrize(("schema", "name", "allowed"), NAMES)
@pytest.mark.parametrize("settings", [BASE, DEFAULT_PROFILE])
def test_only_own_keys_of_the_properties_are_parameters(
    schema: dict[str, Any] | None, name: str, allowed: bool, settings: dict[str, Any]
) -> None:
    reader = ValueReader(schema, settings, UnaskedChecker())
    assert reader.allows(name) is allowed
    assert reader.read(name, "x") == (Reading("x") if allowed else BAD)


@pytest.mark.parametrize(
    ("prop", "base", "by_schema"),
    [
        ({"type": "string"}, Declared("string"), Declared("string")),
        ({"type": "null"}, Declared("null"), Declared("null")),
        ({"type": ["integer", "null"]}, Declared("integer", nullable=True), None),
        ({"type": ["null"]}, Declared("null"), None),
        ({"type": ["string", "integer"]}, UNDECLARED, Declared(union=True)),
        (INT_OR_NULL, Declared("integer", nullable=True), Declared(union=True)),
        ({"enum": [1]}, UNDECLARED, Declared(union=True)),
        ({"title": "x"}, UNDECLARED, UNDECLARED),
        (5, UNDECLARED, UNDECLARED),
    ],
)
def test_what_a_property_declares(prop: object, base: Declared, by_schema: Declared | None) -> None:
    assert declared_type(prop) == base
    assert declared_by_schema(prop) == (base if by_schema is None else by_schema)


@given(value=st.one_of(st.integers(), st.booleans(), st.floats(allow_nan=False)))
def test_a_fitted_integer_equals_what_was_written(value: float) -> None:
    reading = fitted("integer", value)
    if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
        assert reading == BAD
    else:
        assert (reading.value, type(reading.value)) == (value, int)


def test_snapshots_share_a_reader() -> None:
    reader = ValueReader(None, BASE, UnaskedChecker())
    assert copy.deepcopy([reader])[0] is reader
