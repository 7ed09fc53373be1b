"""A turn that is over is not opened again: what comes for it has the next number."""

import pytest

from wiretail.engine.turn_numbers import TurnNumbers


def begun(*steps: tuple[int, int] | int) -> tuple[TurnNumbers, list[int]]:
    """Begin choices (turn and choice), end one of a turn (its number alone); return the numbers."""
    numbers = TurnNumbers()
    given = []
    for step in steps:
        if isinstance(step, int):
            numbers.end(step)
        else:
            given.append(numbers.begin(*step))
    return numbers, given


@pytest.mark.parametrize(
    ("steps", "given"),
    [
        ([(0, 0)], [0]),
        ([(0, 0), 0, (1, 0), 1], [0, 1]),
        ([(0, 0), 0, (0, 0)], [0, 1]),
        ([(0, 0), 0, (0, 0), 0, (0, 0)], [0, 1, 2]),
        # A choice that begins late belongs to its turn, as long as no newer one has begun.
        ([(0, 0), 0, (0, 1)], [0, 0]),
        ([(0, 0), (0, 1), 0, (0, 0), 0, (0, 1)], [0, 0, 1, 1]),
        ([(0, 0), (1, 0), (0, 1)], [0, 1, 0]),
        ([(0, 0), (1, 0), 0, (0, 1)], [0, 1, 2]),
        # What comes for a number that is taken moves up, and the rest of its turn with it.
        ([(0, 0), 0, (0, 0), (1, 0), (1, 1)], [0, 1, 2, 2]),
        ([(0, 0), 0, (0, 0), 0, (3, 0)], [0, 1, 3]),
        ([(1, 0), (0, 0)], [1, 2]),
    ],
)
def test_no_number_is_given_twice(steps: list[tuple[int, int] | int], given: list[int]) -> None:
    assert begun(*steps)[1] == given


def test_a_turn_is_known_by_the_number_that_it_had_last() -> None:
    numbers, _ = begun((0, 0), 0, (0, 0))
    assert (numbers.number(0), numbers.number(1)) == (1, None)
    numbers, _ = begun((0, 0), 0, (2, 0))
    assert [numbers.number(turn) for turn in range(4)] == [0, 1, 2, None]


def test_choices_that_have_begun_are_known() -> None:
    numbers, _ = begun((0, 0), 0, (1, 0))
    asked = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    assert [numbers.has_begun(*key) for key in asked] == [True, True, True, False, False]


def test_nothing_is_kept_of_turns_that_are_over() -> None:
    numbers = TurnNumbers()
    for turn in range(100):
        numbers.begin(turn, 0)
        numbers.end(turn)
    assert len(numbers._fed) == 1
    assert (numbers.newest, numbers.newest_given) == (99, 99)
