import json
from typing import Any

import pytest

from wiretail.errors import VectorError
from wiretail.study.conform.cases import LONGEST, CaseError, expand, read_cases

CASE = {
    "id": "x/1",
    "op": "stream",
    "profile": "wiretail",
    "input": {"deltas": [{"text": {"$repeat": ["ab", 2]}}]},
    "expect": {"text": "abab"},
}


def line(**changes: Any) -> str:
    return json.dumps({**CASE, **changes})


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ({"$repeat": ["ab", 3]}, "ababab"),
        ({"$repeat": ["ab", 0]}, ""),
        ({"$concat": ["a", {"$repeat": ["b", 2]}]}, "abb"),
        ({"$concat": []}, ""),
        ({"$b64": "wyg="}, b"\xc3("),
        ({"$concat": [{"$b64": "wyg="}, {"$b64": "wyg="}]}, b"\xc3(\xc3("),
        ({"$repeat": [{"$b64": "wyg="}, 2]}, b"\xc3(\xc3("),
        ([{"a": {"$repeat": ["x", 1]}}, None, 1], [{"a": "x"}, None, 1]),
        ({"$other": 1}, {"$other": 1}),
        ("\ud83d", "\ud83d"),
    ],
)
def test_what_is_written_short_is_written_out(written: Any, value: Any) -> None:
    assert expand(written) == value


@pytest.mark.parametrize(
    "written",
    [
        {"$repeat": ["x", LONGEST + 1]},
        {"$repeat": ["x", -1]},
        {"$repeat": "x"},
        {"$concat": ["x", 1]},
        {"$concat": [{"$b64": "wyg="}, "x"]},
        {"$b64": "no base64"},
        {"$b64": 7},
    ],
)
def test_what_cannot_be_written_out_is_refused(written: Any) -> None:
    with pytest.raises(CaseError):
        expand(written)


def test_a_case_is_read_with_its_place() -> None:
    [case] = read_cases(f"\n{line()}\n", "some.jsonl")
    assert (case.id, case.place, case.fault) == ("x/1", "some.jsonl:2", "")
    assert case.input == {"deltas": [{"text": "abab"}]}
    assert case.tools == []


def test_tools_may_be_unknown() -> None:
    [case] = read_cases(line(tools=None), "")
    assert case.tools is None


@pytest.mark.parametrize(
    "text", ["no json", "[]", "{", "[" * 100_000, '{"id": 1}\nx'], ids=lambda text: text[:9]
)
def test_a_line_that_is_no_object_ends_the_reading(text: str) -> None:
    with pytest.raises(VectorError, match="is no JSON object"):
        list(read_cases(text, "file"))


@pytest.mark.parametrize(
    "changes",
    [{"op": 1}, {"input": []}, {"expect": None}, {"settings": 1}, {"input": {"a": {"$b64": 1}}}],
)
def test_a_fault_inside_a_case_leaves_the_others(changes: dict[str, Any]) -> None:
    first, second = read_cases(f"{line(**changes)}\n{line()}", "file")
    assert first.fault
    assert first.id == "x/1"
    assert not second.fault


@pytest.mark.parametrize("key", ["settings", "input", "expect"])
@pytest.mark.parametrize("short", [{"$concat": []}, {"$b64": "/w=="}, {"$repeat": ["x", 2]}])
def test_an_object_of_a_case_may_not_be_written_short(key: str, short: Any) -> None:
    [case] = read_cases(line(**{key: short}), "v")
    assert case.fault == f"the key {key} is missing, or of the wrong type"
