import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text import middle_out as module
from wiretail.engine.text.middle_out import cut, cut_again, middle_out

MARK = "\n\n[... {} characters truncated to fit the model context window ...]\n\n"


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("abc", 3, "abc"),
        ("abc", 0, ""),
        ("abc", -1, ""),
        ("", 0, ""),
        ("x" * 500, 70, "x" * 70),
        ("x" * 500, 71, "x" + MARK.format(499)),
    ],
)
def test_a_text_is_cut_in_its_middle(text: str, most: int, expected: str) -> None:
    assert middle_out(text, most) == expected


def test_the_range_that_went_is_told() -> None:
    done = cut("a" * 600 + "b" * 600, 201)
    assert (done.start, done.end) == (65, 1136)


@pytest.mark.parametrize(
    ("head", "tail", "kept"),
    [(1000, 1000, (214, 214)), (10, 1000, (10, 418)), (1000, 10, (418, 10))],
)
def test_a_short_side_gives_its_rest_to_the_other(
    head: int, tail: int, kept: tuple[int, int]
) -> None:
    text = "a" * head + MARK.format("7,000") + "b" * tail
    again = cut_again(text, 500).text
    gone = 7000 + head + tail - sum(kept)
    assert again == "a" * kept[0] + MARK.format(f"{gone:,}") + "b" * kept[1]


def test_no_marker_is_torn_where_it_has_no_room() -> None:
    assert cut_again("abc" + MARK.format(7) + "d" * 90, 20).text == "abc"


@given(st.text(alphabet="ab\n[😀", max_size=600), st.integers(-2, 700), st.integers(-2, 700))
def test_a_cut_is_within_its_bound_and_cutting_again_changes_nothing(
    text: str, most: int, less: int
) -> None:
    once = cut_again(text, most).text
    assert len(once) <= max(most, 0)
    assert cut_again(once, most).text == once
    twice = cut_again(once, less).text
    assert len(twice) <= max(less, 0)
    assert twice.count("truncated") <= 1
