import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.request import counters as module
from wiretail.engine.request.counters import counter_of, estimate


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


def twelfths(letter: str) -> int:
    point = ord(letter)
    if letter.isascii():
        return 3 if letter.isalpha() or letter == " " else 6
    if point <= 0x2E7F:
        return 6
    wide = ((0x2E80, 0xD7FF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
    return 12 if any(low <= point <= high for low, high in wide) else 24


@given(st.text())
def test_the_estimate_goes_by_script(text: str) -> None:
    assert estimate(text) == -(-sum(map(twelfths, text)) // 12)


@pytest.mark.parametrize("letter", ["\x80", "\u2e7f", "\u2e80", "\ud7ff", "\ue000", "\uf8ff"])
def test_the_estimate_holds_at_the_edges(letter: str) -> None:
    assert estimate(letter * 12) == twelfths(letter)


class Plain:
    def encode(self, text: str) -> list[int]:
        return [0] * len(text)


class Careful:
    def encode(self, text: str, *, disallowed_special: Any = "all") -> list[int]:
        if disallowed_special == "all":
            raise ValueError
        return [0] * len(text)


@pytest.mark.parametrize("encoder", [Plain(), Careful()])
def test_an_encoder_counts_its_tokens(encoder: Any) -> None:
    assert counter_of(encoder)("<|endoftext|>") == 13
