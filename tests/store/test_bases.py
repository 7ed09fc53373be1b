import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.store.bases import Bases


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=30))
def test_numbers_over_all_exchanges_follow_the_exchanges(grown: list[tuple[int, int]]) -> None:
    bases = Bases()
    counts = [0] * 6
    for exchange, rows in grown:
        first = bases.grow(exchange, rows)
        assert first == sum(counts[: exchange + 1])
        counts[exchange] += rows
    places = [(exchange, row) for exchange in range(6) for row in range(counts[exchange])]
    assert [bases.find(number) for number in range(bases.total)] == places
    assert [bases.count(exchange) for exchange in range(6)] == counts


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_without_row_is_an_error(number: int) -> None:
    bases = Bases()
    bases.grow(1, 2)
    with pytest.raises(IndexError, match="of 2"):
        bases.find(number)
