import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.store.json_path import Finder, Found, find, string_at

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


def part(data: bytes, path: str) -> bytes | None:
    found = find(data, path)
    return None if found is None else data[found.start : found.end]


@pytest.mark.parametrize(
    ("source", "path", "expected"),
    [
        ('{"a": {"b": ["x", "yz"]}}', "a.b[1]", "yz"),
        ('{"choices":[{"delta":{"content":"hi"}}]}', "choices[0].delta.content", "hi"),
        (' { "a" : 1.5e3 , "b" : null } ', "a", "1.5e3"),
        ('{"a": {"k": "}\\"]"}, "b": [1, {"c": 2}]}', "b[1]", '{"c": 2}'),
        ('{"a": 1, "a": 2}', "a", "2"),
        ('{"a": {"b": 1}, "a": {"c": 2}}', "a.b", None),
        ('{"cont\\u0065nt": "x"}', "content", "x"),
        ('{"\\q": 1, "a": 2}', "a", "2"),
        ("[[1, 2], [3]]", "[0][1]", "2"),
        ('"whole"', "", "whole"),
        ('\ufeff{"a": "x"}', "a", "x"),
        ('{"a": "x"}', "b", None),
        ('{"a": "x"}', "a.b", None),
        ('{"a": "x"}', "[0]", None),
        ("[1]", "[1]", None),
        ("[1]", "a", None),
        ('{"a": "x', "a", None),
        ('{"a": {"b": "x', "a", None),
        ('{"a": [1, 2', "a", None),
        ("{", "a", None),
        ("{,}", "a", None),
        ("", "", None),
        ("{}", "", "{}"),
    ],
)
def test_a_path_leads_to_its_value(source: str, path: str, expected: str | None) -> None:
    found = part(source.encode(), path)
    assert found == (None if expected is None else expected.encode())


def test_a_string_says_so() -> None:
    assert find(b'{"a":"x"}', "a") == Found(6, 7, is_string=True)
    assert find(b'{"a":17}', "a") == Found(5, 7, is_string=False)


def test_deep_nesting_needs_no_stack() -> None:
    assert find(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b',"b":1}', "b") is not None


@given(VALUES, VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_what_is_found_is_the_value(
    before: Any, value: Any, ascii_only: bool, indent: int | None
) -> None:
    document = {"before": before, "list": [before, {"value": value}], "after": before}
    data = json.dumps(document, ensure_ascii=ascii_only, indent=indent).encode()
    found = find(data, "list[1].value")
    assert found is not None
    quoted = (
        data[found.start - 1 : found.end + 1] if found.is_string else part(data, "list[1].value")
    )
    assert quoted is not None
    assert json.loads(quoted) == value


FRAME = b'{"id":"x","choices":[{"delta":{"content":"%b"},"last":1}]}'
PATH = "choices[0].delta.content"


@pytest.mark.parametrize(
    "second",
    [
        FRAME % b"other words",
        FRAME % b"",
        FRAME % b'\\" \\\\',
        FRAME % b'a"},"delta":{"content":"b',
        FRAME % b'a","content":"b',
        b'{"id":"y","choices":[{"delta":{"content":"z"}}]}',
        b'{"id":"x","choices":[{"delta":{"content":7},"last":1}]}',
        FRAME % b'a","other":"b',
        FRAME % b"cut\\",
        b"{",
    ],
)
def test_frames_that_are_alike_give_what_a_full_look_gives(second: bytes) -> None:
    finder = Finder()
    assert finder.find(FRAME % b"first", PATH) == find(FRAME % b"first", PATH)
    assert finder.find(second, PATH) == find(second, PATH)
    assert finder.find(FRAME % b"third", PATH) == find(FRAME % b"third", PATH)


@given(st.text(), st.text())
def test_a_frame_that_follows_another_is_found_like_the_first(first: str, second: str) -> None:
    finder = Finder()
    for text in (first, second, first):
        data = FRAME % json.dumps(text)[1:-1].encode()
        assert finder.find(data, PATH) == find(data, PATH)


@given(st.binary(max_size=40), st.sampled_from(["a", "[0]", "", "a[0].b"]))
def test_no_bytes_break_it(data: bytes, path: str) -> None:
    found = find(data, path)
    assert found is None or 0 <= found.start <= found.end <= len(data)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a[1].b", "found"),
        ("a[2].b", None),
        ("a[0].b", None),
        ("a.b", None),
        ("c[0]", None),
        ("n", None),
        ("c", "text"),
    ],
)
def test_a_string_of_a_value_that_was_read(path: str, expected: str | None) -> None:
    assert string_at({"a": [1, {"b": "found"}], "c": "text", "n": 3}, path) == expected
