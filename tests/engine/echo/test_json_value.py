from typing import Any

import pytest

from wiretail.engine.echo.json_value import json_equal, value_before


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, 1.0, True),
        (True, 1, False),
        (0, False, False),
        (True, True, True),
        (None, None, True),
        ("1", 1, False),
        ([1, {"a": [2]}], [1.0, {"a": [2]}], True),
        ([1], [1, 1], False),
        ([1], {"a": 1}, False),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, {"a": True}, False),
    ],
)
def test_values_are_compared_as_json(one: Any, other: Any, equal: bool) -> None:
    assert json_equal(one, other) is equal


@pytest.mark.parametrize(
    ("value", "text", "end"),
    [
        (1, "1</p>", 1),
        (1, " \n1.0\t</p>", 6),
        (1, "1 2</p>", -1),
        (1, "2</p>", -1),
        (1, "x</p>", -1),
        (1, "", -1),
        ({"a": "</p>"}, '{"a":"</p>"}</p>', -1),
        ({"a": "b"}, '{"a":"b"}</p>', 9),
        ({"a": 1}, '{"a":1,"a":1}</p>', -1),
        (1, "NaN</p>", -1),
        ([], "[" * 100_000, -1),
    ],
)
def test_a_value_is_read_up_to_the_first_closing_tag(value: Any, text: str, end: int) -> None:
    assert value_before(value, text, 0, "</p>") == end
