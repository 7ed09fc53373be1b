import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.study.visible import name, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ~ text", "plain ~ text"),
        ("caf\u00e9 \u4f60\u597d \U0001f600 \ufffd", "caf\u00e9 \u4f60\u597d \U0001f600 \ufffd"),
        ("a\nb\tc\rd", "a\u240ab\u2192c\u240dd"),
        ("\x1b[31mred\x00\x7f", "\u241b[31mred\u2400\u2421"),
        ("\x9b31m", "[U+009B]31m"),
        ("user\u202etxt.exe", "user[RLO]txt.exe"),
        ("a\u200bb\ufeff\u00a0\u2003", "a[ZWSP]b[BOM]\u237d[U+2003]"),
        ("\ud83d", "\\ud83d"),
        ("\U000e0041\U000e0001", "[TAG A][U+E0001]"),
        ("\u2764\ufe0f\U000e0100", "\u2764[VS16][VS17]"),
        ("\ue000\uffff\U000fffff", "[U+E000][U+FFFF][U+FFFFF]"),
        ("\u3164", "[U+3164]"),
        ("e\u0301", "e\u0301"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_cut_is_marked_and_counts_the_characters_that_came_in() -> None:
    assert visible("\n\n\n", 2) == "\u240a\u240a\u2026"
    assert visible("ab", 2) == "ab"


def test_names_are_cut_at_64_characters() -> None:
    assert name("x" * 64) == "x" * 64
    assert name("x" * 65) == "x" * 64 + "\u2026"


@given(st.text(st.characters()))
def test_nothing_that_could_move_a_cursor_is_left(text: str) -> None:
    left = {unicodedata.category(character) for character in visible(text)}
    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(st.characters()))
def test_showing_twice_changes_nothing_more(text: str) -> None:
    assert visible(visible(text)) == visible(text)
