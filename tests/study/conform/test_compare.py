from typing import Any

import pytest

from wiretail.study.conform.compare import Difference, differences, same, short


@pytest.mark.parametrize(
    ("wanted", "got", "expected"),
    [
        (1, 1.0, True),
        (1, True, False),
        (False, 0, False),
        (True, True, True),
        (None, None, True),
        ({"a": 1, "b": [True]}, {"b": [True], "a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1, 2], (1, 2), True),
        ([1, 2], [1], False),
        ("a", "b", False),
        ([], {}, False),
        ("\ud83d", "\ufffd", False),
    ],
)
def test_equal_is_equal_as_json(wanted: Any, got: Any, expected: bool) -> None:
    assert same(wanted, got) is expected


def test_only_the_keys_that_are_wanted_count() -> None:
    assert list(differences({"a": 1}, {"a": 1, "b": 2})) == []
    assert list(differences({"a": 1}, {"a": 2})) == [Difference("a", "1", "2")]
    assert list(differences({"a": 1}, {})) == [Difference("a", "1", '"(nothing)"')]
    assert list(differences({"a": 1}, {"a": 2}, frozenset("a"))) == []


def test_long_values_are_cut_round_their_first_difference() -> None:
    wanted, got = short("x" * 1000 + "a" + "y" * 1000, "x" * 1000 + "b")
    assert wanted.startswith("\u2026" + "x" * 40 + "a")
    assert got.endswith('b"')
    assert max(len(wanted), len(got)) < 200


def test_what_is_shown_is_visible() -> None:
    assert short("\x1b\u202e", b"\xff") == ('"\\u001b[RLO]"', "\"b'\\\\xff'\"")
