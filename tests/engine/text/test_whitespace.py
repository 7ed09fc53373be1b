import pytest

from wiretail.engine.text.whitespace import WS


def test_it_is_the_set_of_ecmascript() -> None:
    assert len(WS) == len(set(WS)) == 25
    assert set(WS) >= set("\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff")


@pytest.mark.parametrize("character", ["\x85", "\x1c", "\x1d", "\x1e", "\x1f", "\u200b", "\u180e"])
def test_what_python_or_others_take_for_space_is_none(character: str) -> None:
    assert character not in WS


def test_a_class_of_a_regular_expression_may_hold_it_as_it_is() -> None:
    assert not set(WS) & set("]^-\\")
