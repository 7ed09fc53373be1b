from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.study.conform.cases import Case
from wiretail.study.conform.recut import LARGE_TIMES, recuts

DELTAS = st.lists(
    st.one_of(
        st.builds(lambda text: {"text": text}, st.text(max_size=8)),
        st.builds(
            lambda text, n: {"text": text, "index": n}, st.text(max_size=8), st.integers(0, 1)
        ),
        st.just({"reasoning": "hm"}),
        st.just({"tool_call": {"name": "Read"}}),
    ),
    max_size=6,
)


def case(deltas: list[dict[str, Any]], name: str = "x/1") -> Case:
    return Case(name, "", "stream", input={"deltas": deltas})


def content(deltas: list[dict[str, Any]]) -> list[Any]:
    """Return deltas with the text of neighbours of one channel joined."""

    def channel(delta: dict[str, Any]) -> Any:
        return delta.get("index", 0) if "text" in delta else delta

    joined = []
    for key, group in groupby(deltas, channel):
        run = list(group)
        joined.append((key, "".join(delta.get("text", "") for delta in run)))
        joined += [(None, "")] * (len(run) - 1 if "text" not in run[0] else 0)
    return joined


@given(DELTAS)
def test_only_the_borders_of_text_change(deltas: list[dict[str, Any]]) -> None:
    cut = list(recuts(case(deltas), 5))
    assert len(cut) == 5
    assert all(content(again) == content(deltas) for again in cut)


def test_the_first_is_whole_and_the_second_in_single_characters() -> None:
    whole, single, *_ = recuts(case([{"text": "ab"}, {"text": "cd"}]), 2)
    assert whole == [{"text": "abcd"}]
    assert single == [{"text": character} for character in "abcd"]


def test_a_case_is_cut_the_same_way_every_time_and_another_one_differently() -> None:
    deltas = [{"text": "x" * 500}]
    first, second = (list(recuts(case(deltas), 6)) for _ in range(2))
    assert first == second
    assert list(recuts(case(deltas, "x/2"), 6)) != first


@pytest.mark.parametrize(("size", "times"), [(64 * 1024, 10), (64 * 1024 + 1, LARGE_TIMES)])
def test_large_texts_are_cut_fewer_times(size: int, times: int) -> None:
    assert len(list(recuts(case([{"text": "x" * size}]), 10))) == times


def test_half_a_pair_in_an_id_is_cut_like_any_other() -> None:
    found = list(recuts(case([{"text": "abc"}], "x\ud800"), 3))
    assert all(content(cut) == content([{"text": "abc"}]) for cut in found)
