import doctest

from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text import identifiers as module
from wiretail.engine.text.identifiers import encode_identifier
from wiretail.engine.text.surrogates import join_pairs

ODD = st.text(alphabet="aFD0\ufffd\ud83d\ude00😀")


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


def test_halves_that_make_a_pair_are_joined() -> None:
    assert encode_identifier("a\ud83d\ude00") == "a😀"


@given(ODD, ODD)
def test_different_ids_stay_different(one: str, other: str) -> None:
    encode_identifier(one).encode("utf-8")
    same = join_pairs(one) == join_pairs(other)
    assert (encode_identifier(one) == encode_identifier(other)) is same
