import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.captures.har_entry import (
    decode_base64,
    headers,
    milliseconds,
    part,
    request_of,
    seconds,
)


def test_headers_are_read_in_both_forms_and_joined() -> None:
    listed: list[Any] = [
        {"name": "X-A", "value": "1"},
        ["x-a", "2"],
        {"name": "y"},
        ["z"],
        7,
    ]
    assert headers({"headers": listed}) == {"x-a": "1, 2"}
    assert headers({"headers": "none"}) == {}


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("1970-01-01T00:00:01.5Z", 1500),
        ("1970-01-01T01:00:00+01:00", 0),
        ("1970-01-01T00:00:01", 1000),
        ("yesterday", None),
        ("0001-01-01T00:00:00+23:59", None),
        (5, None),
    ],
)
def test_times_are_milliseconds(moment: Any, expected: float | None) -> None:
    found = milliseconds(moment)
    assert found == expected or (expected is None and (found is None or found < 0))


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, 1.0), (2.5, 2.5), (True, None), ("1", None), (float("inf"), None), (10**400, None)],
)
def test_seconds_are_finite_numbers(value: Any, expected: float | None) -> None:
    assert seconds(value) == expected


@given(st.binary(max_size=60))
def test_base64_comes_back_with_and_without_line_breaks(data: bytes) -> None:
    text = base64.b64encode(data).decode()
    assert decode_base64(text) == (data, True)
    assert decode_base64("\n".join(text)) == (data, True)


@given(st.text(max_size=40))
def test_no_text_breaks_the_reading_of_base64(text: str) -> None:
    data, _ = decode_base64(text)
    assert isinstance(data, bytes)


def test_damaged_base64_keeps_its_begin() -> None:
    assert decode_base64(base64.b64encode(b"abcdefgh").decode()[:9]) == (b"abcdef", False)


def test_a_part_that_is_none_is_empty() -> None:
    assert part({"a": {"b": 1}}, "a") == {"b": 1}
    assert part({"a": 1}, "a") == {}


def test_a_request_body_is_read_as_text_or_base64() -> None:
    body = '{"model":"m","messages":[{"role":"user","content":"hi"}]}'
    for post in (
        {"text": body},
        {"text": base64.b64encode(body.encode()).decode(), "encoding": "base64"},
    ):
        notes: list[str] = []
        request = request_of({"request": {"method": "POST", "postData": post}}, notes)
        assert (request.model, request.tools, notes) == ("m", (), [])


def test_a_request_body_that_is_no_json_leaves_tools_unknown() -> None:
    notes: list[str] = []
    request = request_of({"request": {"postData": {"text": "a=b"}}}, notes)
    assert (request.tools, request.messages) == (None, None)
    assert "no JSON" in notes[0]
