import json
from typing import Any

import pytest

from wiretail.study.conform.cases import read_cases
from wiretail.study.conform.ops import OPS, Op
from wiretail.study.conform.runner import Result, run_cases

BYTES: dict[str, Any] = {
    "id": "x/bytes",
    "op": "repair_bytes",
    "profile": "wiretail",
    "input": {"chunks": [{"$b64": "wyg="}], "policy": "maximal-subpart"},
    "expect": {"text": "\ufffd(", "replacements": 1},
}
STREAM: dict[str, Any] = {
    "id": "x/stream",
    "op": "stream",
    "profile": "wiretail",
    "tools": None,
    "input": {"deltas": [{"text": "a <inv"}, {"text": "ented> b"}]},
    "expect": {"text": "a <invented> b", "held_after": [4, 0], "end": "done"},
}
TRIP: dict[str, Any] = {
    "id": "x/trip",
    "op": "stream",
    "profile": "wiretail",
    "input": {"deltas": [{"text": "a"}]},
    "expect": {"text": "a", "refusal": {"class": "tool_call_markup", "channel": "text"}},
}


def results(*cases: dict[str, Any], ops: tuple[str, ...] = (), recut: int = 0) -> list[Result]:
    text = "\n".join(json.dumps(case) for case in cases)
    return list(run_cases(read_cases(text, "file"), ops=ops, recut=recut))


def test_a_case_that_comes_out_as_wanted_has_no_failures() -> None:
    assert [result.failures for result in results(BYTES, STREAM)] == [[], []]


def test_what_comes_out_otherwise_is_named() -> None:
    wrong = {**BYTES, "expect": {"text": "x", "replacements": 2}}
    [result] = results(wrong)
    assert [(failure.key, failure.wanted) for failure in result.failures] == [
        ("text", '"x"'),
        ("replacements", "2"),
    ]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"op": "fly"}, "unknown op fly"),
        ({"expect": {"colour": 1, "text": "x"}}, "unknown key of expect: colour"),
        ({**STREAM, "profile": "none-such"}, "none-such"),
        ({**STREAM, "settings": {"recover.mood": 1}}, "recover.mood"),
        ({"op": "stream", "input": {"deltas": [{"smell": 1}]}, "expect": {}}, "no known kind"),
        ({"op": "stream", "tools": [{}], "input": {"deltas": []}, "expect": {}}, "needs a name"),
        ({"input": {"chunks": [1], "policy": "maximal-subpart"}}, "input.chunks[0] is no bytes"),
        ({"input": []}, "input"),
    ],
)
def test_what_cannot_be_run_has_failed_and_the_others_run(
    changes: dict[str, Any], words: str
) -> None:
    first, second = results({**BYTES, **changes}, BYTES)
    assert len(first.failures) == 1
    assert words in first.failures[0].got
    assert second.failures == []


def test_a_crash_of_the_engine_is_told_as_one_and_the_others_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def crash(_case: object) -> dict[str, Any]:
        raise KeyError("chunks")

    assert isinstance(OPS, dict)
    monkeypatch.setitem(OPS, "load_json", Op(crash, frozenset()))
    broken = {**BYTES, "op": "load_json", "input": {"json": {"$b64": ""}}, "expect": {}}
    first, second = results(broken, BYTES)
    assert [failure.key for failure in first.failures] == ["(crash)"]
    assert second.failures == []


def test_ops_that_are_not_selected_are_left_out() -> None:
    assert [result.case.id for result in results(BYTES, STREAM, ops=("stream",))] == ["x/stream"]


def test_cuts_change_nothing_but_when_text_is_held() -> None:
    [result] = results(STREAM, recut=10)
    assert result.failures == []


def test_a_failure_names_the_cut_that_showed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_wrong(_case: object, _times: int) -> list[list[dict[str, str]]]:
        return [[{"text": "a <invented> b"}], [{"text": "else"}]]

    monkeypatch.setattr("wiretail.study.conform.runner.recuts", cut_wrong)
    [result] = results(STREAM, recut=2)
    assert (result.recut, result.failures[0].key) == (1, "text")
