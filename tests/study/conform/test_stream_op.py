from typing import Any

import pytest

from wiretail.errors import ProfileError
from wiretail.model.calls import Tool
from wiretail.study.conform.cases import Case, CaseError
from wiretail.study.conform.stream_op import profile_of, run_stream, tools_of

READ = {"name": "Read", "arguments": '{"p":1}'}


def values(*deltas: dict[str, Any], tools: Any = None, **given: Any) -> dict[str, Any]:
    case = Case("x/1", "", "stream", "wiretail", tools=tools, input={"deltas": deltas, **given})
    return run_stream(case).values()


def test_text_and_reasoning_go_to_their_channels() -> None:
    found = values({"text": "a"}, {"reasoning": "r"}, {"text": "b", "index": 1}, {"text": "c"})
    assert (found["text"], found["reasoning"]) == ("abc", "r")
    assert [run[1] for run in found["timeline"]] == ["a", "r", "b", "c", "done"]


def test_a_native_call_is_started_fed_and_ended() -> None:
    found = values({"tool_call": READ}, {"tool_call": {**READ, "id": "own"}})
    call = {"name": "Read", "arguments": {"p": 1}, "origin": "native"}
    assert found["tool_calls"] == [call, call]


def test_arguments_may_be_a_value_or_missing() -> None:
    found = values(
        {"tool_call": {"name": "A", "arguments": {"p": 2}}}, {"tool_call": {"name": "B"}}
    )
    assert found["tool_calls"][0]["arguments"] == {"p": 2}


@pytest.mark.parametrize("end", ["done", "incomplete", "error", "cancelled"])
def test_the_end_may_be_named(end: str) -> None:
    assert values({"text": "a"}, {"end": end})["end"] == end


def test_no_end_is_done_and_the_stop_reason_comes_before_it() -> None:
    found = values({"text": "a"}, stop_reason="length")
    assert (found["end"], found["stop_reason"]) == ("done", "length")
    found = values({"text": "a"}, {"end": "incomplete"}, stop_reason="length")
    assert (found["end"], found["stop_reason"]) == ("incomplete", "length")


def test_held_characters_are_told_after_each_delta_but_the_end() -> None:
    found = values({"text": "a <inv"}, {"tool_call": READ}, {"text": "<"}, {"end": "done"})
    assert found["held_after"] == [4, 0, 1]


def test_other_deltas_may_take_the_place_of_the_case_s_own() -> None:
    case = Case("x/1", "", "stream", "wiretail", input={"deltas": [{"text": "a"}]})
    assert run_stream(case, [{"text": "b"}]).values()["text"] == "b"


@pytest.mark.parametrize("delta", [{"end": "soon"}, {"text": 1}, {"tool_call": {}}, {}])
def test_a_delta_of_no_known_kind_is_refused(delta: dict[str, Any]) -> None:
    with pytest.raises(CaseError, match="no known kind"):
        values(delta)


def test_settings_of_a_case_change_its_profile() -> None:
    case = Case("x/1", "", profile="wiretail", settings={"recover.bare": False})
    assert profile_of(case)["recover.bare"] is False
    with pytest.raises(ProfileError):
        profile_of(Case("x/1", "", profile="wiretail", settings={"recover.mood": 1}))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ([], ()),
        ([{"name": "a", "schema": None}], (Tool("a"),)),
        (
            [{"name": "a", "schema": {}, "freeform": True, "aliases": ["b"]}],
            (Tool("a", {}, freeform=True, aliases=("b",)),),
        ),
    ],
)
def test_tools_of_a_case(value: Any, expected: tuple[Tool, ...] | None) -> None:
    assert tools_of(value) == expected


@pytest.mark.parametrize("value", [7, [7], [{}]])
def test_what_is_no_list_of_tools_is_refused(value: Any) -> None:
    with pytest.raises(CaseError):
        tools_of(value)
