import datetime as dt
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from wiretail.errors import ProfileError
from wiretail.model.settings import JUDGES, SETTINGS
from wiretail.profiles.check import (
    as_setting,
    check_together,
    checked,
    escaped,
    schema,
    setting_names,
    shown,
    top_names,
)


def sentence(name: str, value: Any) -> str:
    with pytest.raises(ProfileError) as caught:
        checked(name, value)
    return str(caught.value)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


def test_the_schema_and_the_settings_name_exactly_the_same() -> None:
    assert set(setting_names()) == set(SETTINGS)


def test_the_tables_and_the_top_are_closed() -> None:
    tables = [node for node in schema()["properties"].values() if "properties" in node]
    assert all(node["additionalProperties"] is False for node in [schema(), *tables])
    assert {name.split(".")[0] for name in SETTINGS} == set(schema()["properties"]) - set(
        top_names()
    )


@pytest.mark.parametrize("name", SETTINGS)
def test_every_default_is_allowed(name: str) -> None:
    assert checked(name, SETTINGS[name]) == SETTINGS[name]
    assert type(checked(name, SETTINGS[name])) is type(SETTINGS[name])


def test_the_defaults_go_together() -> None:
    check_together(SETTINGS)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_says_what_it_is_and_refuses_what_it_is_not(name: str) -> None:
    prefix, key = name.split(".")
    assert schema()["properties"][prefix]["properties"][key]["description"].endswith(".")
    assert sentence(name, {"a": 1}).startswith(f'{name} is {{"a": 1}}, allowed: ')


def test_the_judges_of_the_schema_are_those_there_are() -> None:
    assert checked("judges", list(JUDGES)) == JUDGES


# key, value, sentence
WRONG = [
    ("recover.tools", "sometimes", 'recover.tools is "sometimes", allowed: "offered", "any"'),
    (
        "recover.tools",
        "offerd",
        'recover.tools is "offerd", allowed: "offered", "any"; did you mean "offered"?',
    ),
    ("recover.bare", "yes", 'recover.bare is "yes", allowed: true, false'),
    ("recover.bare", 1, "recover.bare is 1, allowed: true, false"),
    (
        "recover.max_held_chars",
        0,
        "recover.max_held_chars is 0, allowed: a whole number, at least 1",
    ),
    (
        "recover.max_held_chars",
        1.5,
        "recover.max_held_chars is 1.5, allowed: a whole number, at least 1",
    ),
    (
        "recover.max_held_chars",
        True,
        "recover.max_held_chars is true, allowed: a whole number, at least 1",
    ),
    (
        "limits.json_depth",
        257,
        "limits.json_depth is 257, allowed: a whole number from 1 to 256",
    ),
    ("window.tokens", -1, "window.tokens is -1, allowed: a whole number, at least 1"),
    (
        "window.tokens",
        float("inf"),
        "window.tokens is Infinity, allowed: a whole number, at least 1",
    ),
    (
        "window.share",
        [4],
        "window.share is [4], allowed: two whole numbers, [part, whole], part not above whole",
    ),
    (
        "recover.grammars",
        ["anthropic", "hermez"],
        (
            'recover.grammars is ["anthropic", "hermez"], allowed: "all" or a list of ids of'
            ' grammars, each once; did you mean "hermes"?'
        ),
    ),
    (
        "recover.grammars",
        ("hermes", "hermes"),
        (
            'recover.grammars is ["hermes", "hermes"], allowed: "all" or a list of ids of grammars,'
            " each once"
        ),
    ),
    (
        "recover.grammars",
        "everything",
        'recover.grammars is "everything", allowed: "all" or a list of ids of grammars, each once',
    ),
    (
        "recover.stray_words",
        ["two words"],
        (
            'recover.stray_words is ["two words"], allowed: a list of words of 1 to 64 characters'
            " without white space, each once"
        ),
    ),
    (
        "judges",
        ["recover_call"],
        (
            'judges is ["recover_call"], allowed: a list of "reconcile_echoes", "drop_duplicates",'
            ' "recover_calls", "guard_scaffold", each once; did you mean "recover_calls"?'
        ),
    ),
    ("propose", "no", 'propose is "no", allowed: true, false'),
    ("page", 5, "page is 5, allowed: text"),
    ("summary", ["x"], 'summary is ["x"], allowed: text of at most 200 characters'),
    (
        "name",
        "My Profile",
        'name is "My Profile", allowed: 1 to 64 lower-case letters, digits, "-", "_" and "."',
    ),
    (
        "extends",
        "",
        'extends is "", allowed: the name of a profile, or the path of a profile file',
    ),
    ("recover", 5, "recover is 5, allowed: a table of settings"),
    ("recover.tool", "any", "unknown key recover.tool, did you mean recover.tools?"),
    ("summery", "x", "unknown key summery, did you mean summary?"),
    ("zzz", 5, "unknown key zzz"),
    ("recover.\x1b[31m", 5, "unknown key recover.\\x1b[31m"),
    (
        "repair.bytes",
        dt.date(2024, 1, 2),
        'repair.bytes is "2024-01-02", allowed: "maximal-subpart", "per-byte"',
    ),
]


@pytest.mark.parametrize(("name", "value", "expected"), WRONG)
def test_what_is_wrong_is_said_in_one_sentence(name: str, value: Any, expected: str) -> None:
    said = sentence(name, value)
    assert said.startswith(expected) if expected.endswith("[31m") else said == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("recover.grammars", "all", "all"),
        ("recover.grammars", ["hermes", "lfm2"], ("hermes", "lfm2")),
        ("recover.grammars", ("hermes",), ("hermes",)),
        ("recover.grammars", [], ()),
        ("window.share", [9, 10], (9, 10)),
        ("window.tokens", None, None),
        ("recover.max_held_chars", 4096.0, 4096),
        ("recover.bare", True, True),
    ],
)
def test_values_take_the_type_that_settings_have(name: str, value: Any, expected: Any) -> None:
    got = checked(name, value)
    assert (got, type(got)) == (expected, type(expected))


def test_lists_become_tuples_all_the_way_down() -> None:
    assert as_setting([1, [2.0, ["x"]]]) == (1, (2, ("x",)))


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"recover.max_held_chars": 320}, None),
        (
            {"recover.max_held_chars": 319},
            (
                "recover.max_held_chars is 319, allowed: at least 320"
                " (recover.max_tag_chars + recover.max_name_chars)"
            ),
        ),
        (
            {"recover.max_held_chars": 400, "recover.max_name_chars": 400},
            (
                "recover.max_held_chars is 400, allowed: at least 464"
                " (recover.max_tag_chars + recover.max_name_chars)"
            ),
        ),
        ({"window.share": (1, 1)}, None),
        (
            {"window.share": (5, 4)},
            (
                "window.share is [5, 4], allowed: two whole numbers, [part, whole],"
                " part not above whole"
            ),
        ),
    ],
)
def test_settings_are_checked_together(settings: dict[str, Any], expected: str | None) -> None:
    if expected is None:
        check_together(SETTINGS | settings)
        return
    with pytest.raises(ProfileError) as caught:
        check_together(SETTINGS | settings)
    assert str(caught.value) == expected


def test_a_long_value_is_shown_shortened() -> None:
    assert shown("x" * 500) == '"' + "x" * 59 + "..."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("jürgen", "jürgen"),
        ("a\nb", "a\\nb"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\ud83d", "\\ud83d"),
        ("\u202e", "\\u202e"),
    ],
)
def test_what_cannot_be_seen_is_shown_as_an_escape(text: str, expected: str) -> None:
    assert escaped(text) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(name=st.sampled_from([*SETTINGS, *top_names(), "recover", "x"]) | st.text(), value=JSON)
def test_any_value_is_taken_or_refused_in_one_printable_line(name: str, value: Any) -> None:
    said = ""
    try:
        checked(name, value)
    except ProfileError as error:
        said = str(error)
    assert said.isprintable()
    assert len(said) < 400


def test_jsonschema_is_imported_by_the_first_value_that_is_checked() -> None:
    program = (
        "import json, sys\n"
        "from wiretail.profiles import apply_settings, load_profile\n"
        "profile = load_profile('wiretail')\n"
        "before = 'jsonschema' in sys.modules\n"
        "apply_settings(profile, {'recover.bare': False})\n"
        "print(json.dumps([before, 'jsonschema' in sys.modules]))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == [False, True]
