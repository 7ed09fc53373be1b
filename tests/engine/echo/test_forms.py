from typing import Any

import pytest

from wiretail.engine.echo.forms import behind_break, end_of_block, match_parameters

CLOSE = "</tool_call>"


def parameter(key: str, value: str) -> str:
    return f"<parameter={key}>{value}</parameter>"


@pytest.mark.parametrize(
    ("text", "places"), [("\na", (0, 1)), ("\r\na", (0, 2)), ("\ra", (0,)), ("", (0,))]
)
def test_one_line_break_may_be_dropped(text: str, places: tuple[int, ...]) -> None:
    assert behind_break(text, 0) == places


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (CLOSE, True),
        (f" </parameter>\n</function>\ufeff{CLOSE}", True),
        (f"</function>{CLOSE}", True),
        (f"</function></parameter>{CLOSE}", False),
        (f"</parameter></parameter>{CLOSE}", False),
        (f"\x85{CLOSE}", False),
        (f"x{CLOSE}", False),
    ],
)
def test_an_input_ends_with_its_tags_and_white_space(text: str, fits: bool) -> None:
    assert end_of_block(text, 0) == (len(text) if fits else -1)


@pytest.mark.parametrize(
    ("members", "body", "fits"),
    [
        ({"a": "x"}, parameter("a", "x"), True),
        ({"a": "x"}, "\n " + parameter("a", "\nx\r\n") + "\n</function>\n", True),
        ({"a": "x"}, parameter("a", "\n\nx"), False),
        ({"a": "\nx"}, parameter("a", "\nx"), True),
        ({"a": "x"}, parameter("a", " x"), False),
        ({"a": "x"}, parameter("a", "x "), False),
        ({"a": "x"}, parameter("b", "x"), False),
        ({"a": "x"}, parameter("a", "x") * 2, False),
        ({"a": "x"}, "", False),
        ({"a": "x", "b": 1}, parameter("b", " 1.0 ") + "\n" + parameter("a", "x"), True),
        ({"a": "x", "b": 1}, parameter("a", "x"), False),
        ({"b": 1}, parameter("b", "true"), False),
        ({"b": [True]}, parameter("b", "[true]"), True),
        ({"a>b": "x"}, parameter("a>b", "x"), True),
        ({"a": "</parameter>"}, parameter("a", "</parameter>"), True),
        ({}, "", True),
        ({}, " </function> ", True),
        ({}, "x", False),
        ({}, parameter("a", "x"), False),
    ],
)
def test_parameters_stand_each_once_in_any_order(
    members: dict[str, Any], body: str, fits: bool
) -> None:
    text = body + CLOSE
    assert match_parameters(members, text, 0) == (len(text) if fits else -1)
