"""Cases: spec recommended 8: numbers by value, strings exactly."""

from typing import Any

import pytest

from wiretail.engine.text.json_equal import digest

EQUAL: list[tuple[Any, Any]] = [
    (5, 5.0),
    ({"a": 1, "b": 2}, {"b": 2.0, "a": 1}),
    ([1, [2.0]], (1, [2])),
    (1e300, 1e300),
    (-0.0, 0),
    (float("inf"), float("inf")),
    ({"k": "é"}, {"k": "\u00e9"}),
    ("\ud800", "\ud800"),
]
DIFFERENT: list[tuple[Any, Any]] = [
    (1, True),
    (0, False),
    (0, None),
    ("1", 1),
    ("A", "a"),
    ("e\u0301", "\u00e9"),
    ([1, 2], [2, 1]),
    ({"a": 1}, {"a": 1, "b": None}),
    (0.5, 0),
    ({}, []),
    (2**53, 2**53 + 1),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_equal_values_have_one_digest(one: Any, other: Any) -> None:
    assert digest(one) == digest(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_values_have_two(one: Any, other: Any) -> None:
    assert digest(one) != digest(other)


def test_a_digest_says_nothing_of_the_value() -> None:
    assert len(digest({"key": "secret" * 1000})) == 32
