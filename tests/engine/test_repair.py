"""Cases: spec unicode 6, with the ids of their vectors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.repair import MARK, PairJoiner, Repaired
from wiretail.engine.text.surrogates import join

HIGH, LOW, PAIR = "\ud83d", "\ude00", "😀"


def fed(*deltas: str) -> tuple[list[str], str]:
    """Return what is given out after each delta, and at the end."""
    joiner = PairJoiner()
    out = []
    for delta in deltas:
        repaired = joiner.feed(delta)
        out.append(repaired.before + repaired.text)
    return out, joiner.flush()


@pytest.mark.parametrize(
    ("deltas", "out", "flushed"),
    [
        (["abc", "é😀"], ["abc", "é😀"], ""),
        ([HIGH, LOW], ["", PAIR], ""),  # U46
        (["a" + HIGH, LOW + "b"], ["a", PAIR + "b"], ""),
        ([HIGH, "b"], ["", MARK + "b"], ""),  # U47
        ([HIGH], [""], MARK),  # U48
        ([LOW], [MARK], ""),  # U49
        (["a", LOW + "b"], ["a", MARK + "b"], ""),  # U50
        ([HIGH, HIGH], ["", MARK], MARK),  # U51
        ([HIGH, HIGH, LOW], ["", MARK, PAIR], ""),
        ([HIGH, "", LOW], ["", "", PAIR], ""),  # U52
        ([HIGH + LOW], [PAIR], ""),
        ([HIGH, LOW + LOW], ["", PAIR + MARK], ""),
        ([HIGH, LOW + HIGH], ["", PAIR], MARK),
        ([HIGH, LOW + HIGH, LOW], ["", PAIR, PAIR], ""),
        (["a" + HIGH + "b"], ["a" + MARK + "b"], ""),
        ([LOW + HIGH], [MARK], MARK),
        ([MARK], [MARK], ""),
    ],
)
def test_halves_come_together_and_lone_ones_are_marks(
    deltas: list[str], out: list[str], flushed: str
) -> None:
    assert fed(*deltas) == (out, flushed)


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("a", Repaired("", "a", 0, holds=False)),
        ("a" + HIGH, Repaired("", "a", 0, holds=True)),
        (LOW, Repaired("", MARK, 0, holds=False, lone=(0,))),
        # What the text itself holds is no repair, and a pair is one code point.
        (MARK + LOW + PAIR + HIGH + LOW + LOW + MARK,
         Repaired("", MARK + MARK + PAIR + PAIR + MARK + MARK, 0, holds=False, lone=(1, 4))),
        ("x" + HIGH + HIGH + LOW + "y" + HIGH + "z",
         Repaired("", "x" + MARK + PAIR + "y" + MARK + "z", 0, holds=False, lone=(1, 4))),
    ],
)  # fmt: skip
def test_it_is_told_where_marks_were_put_in(text: str, repaired: Repaired) -> None:
    assert PairJoiner().feed(text) == repaired


def test_a_delta_tells_how_much_of_it_went_into_the_pair() -> None:
    joiner = PairJoiner()
    joiner.feed("a" + HIGH)
    assert joiner.half == HIGH
    assert joiner.feed(LOW + "b") == Repaired(PAIR, "b", 1, holds=False)
    assert joiner.half == ""
    joiner.feed(HIGH)
    assert joiner.feed("b") == Repaired(MARK, "b", 0, holds=False)


def test_a_flush_forgets_the_half() -> None:
    joiner = PairJoiner()
    joiner.feed(HIGH)
    assert joiner.flush() == MARK
    assert joiner.flush() == ""
    assert joiner.feed(LOW).text == MARK


@given(st.lists(st.text(st.sampled_from([HIGH, LOW, PAIR, MARK, "a"]), max_size=4)))
def test_what_comes_out_is_the_joined_whole(deltas: list[str]) -> None:
    out, flushed = fed(*deltas)
    assert "".join(out) + flushed == join("".join(deltas))[0]


@given(st.text(st.sampled_from([HIGH, LOW, PAIR, MARK, "a"])))
def test_the_marks_that_were_put_in_are_counted(text: str) -> None:
    repaired = PairJoiner().feed(text)
    assert len(repaired.lone) + repaired.holds == join(text)[1]
    assert all(repaired.text[place] == MARK for place in repaired.lone)
