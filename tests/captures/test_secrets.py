from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.captures.secrets import (
    REDACTED,
    SECRET_NAMES,
    is_secret_name,
    redact,
    redact_values,
    secret_places,
    secret_values,
)

SECRET = "s3cr3t-value-1"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"Authorization": f"Bearer {SECRET}"}, {"Authorization": REDACTED}),
        ({"set-cookie": [SECRET]}, {"set-cookie": REDACTED}),
        ({"x-api-key": "short"}, {"x-api-key": REDACTED}),
        (
            [{"name": "Cookie", "value": f"a={SECRET}"}],
            [{"name": "Cookie", "value": REDACTED}],
        ),
        (
            {"url": "https://x/?alt=sse&key=abc#f", "n": 1},
            {"url": f"https://x/?alt=sse&key={REDACTED}#f", "n": 1},
        ),
        ({"a": "sk-" + "x" * 30}, {"a": REDACTED}),
        ({"a": "AKIA" + "X" * 16}, {"a": REDACTED}),
        (
            {"curl": f"-H 'Authorization: Bearer {SECRET}'"},
            {"curl": f"-H 'Authorization: {REDACTED}'"},
        ),
        (
            {"api_key": None, "key": "ctrl+c", "n": 2.5},
            {"api_key": None, "key": "ctrl+c", "n": 2.5},
        ),
    ],
)
def test_secrets_are_taken_out(value: Any, expected: Any) -> None:
    assert redact(value) == expected


@pytest.mark.parametrize(
    "form",
    [
        *(f"{begin}-{'x' * 16}" for begin in ("sk", "pk", "rk")),
        *(f"gh{letter}_{'x' * 16}" for letter in "oprsu"),
        *(f"{begin}{'x' * 16}" for begin in ("github_pat_", "glpat-", "hf_", "gsk_", "r8_")),
        *(f"xox{letter}-{'x' * 16}" for letter in "abprs"),
        *("pplx-" + "x" * 16, "AKIA" + "X" * 16, "ASIA" + "X" * 16, "AIza" + "x" * 30),
        *("eyJ" + "x" * 8 + "." + "y" * 8 + ".z", "bearer " + "x" * 8, "BEARER  " + "x" * 8),
    ],
)
def test_every_known_form_is_found_without_a_name(form: str) -> None:
    assert secret_places(f"a {form} b") == [(2, 2 + len(form))]


def test_a_secret_is_taken_out_wherever_its_value_stands_again() -> None:
    value = {
        "headers": {"cookie": f"sid={SECRET}; theme=dark", "authorization": "Basic YWJjZGVmZ2g="},
        "body": [f"the id is {SECRET}", "YWJjZGVmZ2g=", {SECRET: 1}],
        "url": "https://x/?token=a%2Fb-long-enough",
        "note": "a/b-long-enough",
    }
    assert redact(value) == {
        "headers": {"cookie": REDACTED, "authorization": REDACTED},
        "body": [f"the id is {REDACTED}", REDACTED, {REDACTED: 1}],
        "url": f"https://x/?token={REDACTED}",
        "note": REDACTED,
    }


def test_a_schema_that_describes_a_secret_holds_none() -> None:
    schema = {"properties": {"password": {"type": "string", "description": "the password to use"}}}
    assert secret_values(schema) == frozenset()
    assert redact(schema) == schema


def test_values_known_from_elsewhere_are_taken_out_too() -> None:
    known = frozenset({SECRET, SECRET + "-longer"})
    assert redact([f"{SECRET}-longer"], known) == [REDACTED]
    assert redact_values({"a": [f"x {SECRET}-longer y", 7]}, known) == {"a": [f"x {REDACTED} y", 7]}
    assert redact_values({"a": 1}, frozenset()) == {"a": 1}


@given(
    st.sampled_from(sorted(SECRET_NAMES)),
    st.text("abcdefghijkl0123456789._~+/-", min_size=8, max_size=30),
    st.recursive(st.just("X"), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)),
)
def test_no_named_secret_survives_anywhere(name: str, secret: str, shape: Any) -> None:
    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return f"<{secret}>"
        if isinstance(value, list):
            return [filled(item) for item in value]
        return {key: filled(item) for key, item in value.items()}

    assert f"<{secret}>" not in repr(redact({name: secret, "rest": filled(shape)}))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("X-Api-Key", True), ("api_key", True), ("key", False), (7, False), ("tokens", False)],
)
def test_names_of_secrets_are_told_in_any_writing(name: object, *, expected: bool) -> None:
    assert is_secret_name(name) is expected
