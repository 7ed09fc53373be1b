import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text.surrogates import SURROGATE, join, join_pairs

ANY_TEXT = st.text(st.sampled_from("a\ufffd\ud83d\ude00\udbff\udc00é😀"), max_size=12)


def one_by_one(text: str) -> tuple[str, int]:
    """Join by looking at one half after the other."""
    out: list[str] = []
    marks = at = 0
    while at < len(text):
        pair = text[at : at + 2]
        if "\ud800" <= pair[0] <= "\udbff" and "\udc00" <= pair[1:] <= "\udfff":
            out.append(chr(0x10000 + (ord(pair[0]) - 0xD800) * 0x400 + ord(pair[1]) - 0xDC00))
            at += 2
            continue
        lone = "\ud800" <= pair[0] <= "\udfff"
        marks += lone
        out.append("\ufffd" if lone else pair[0])
        at += 1
    return "".join(out), marks


@pytest.mark.parametrize(
    ("text", "joined", "marks"),
    [
        ("", "", 0),
        ("plain é 😀 \ufffd", "plain é 😀 \ufffd", 0),
        ("\ud83d\ude00", "😀", 0),
        ("\ud83d", "\ufffd", 1),
        ("\ude00\ud83d", "\ufffd\ufffd", 2),
        ("\ud83dx", "\ufffdx", 1),
        ("\ud83d\ud83d\ude00", "\ufffd😀", 1),
        ("\ud83d\ude00\ude00", "😀\ufffd", 1),
        ("\ufffd\ud83d", "\ufffd\ufffd", 1),
    ],
)
def test_pairs_are_joined_and_lone_halves_marked(text: str, joined: str, marks: int) -> None:
    assert join(text) == (joined, marks)


@given(ANY_TEXT)
def test_it_agrees_with_a_reading_half_by_half(text: str) -> None:
    assert join(text) == one_by_one(text)


@given(ANY_TEXT)
def test_repaired_text_is_left_alone(text: str) -> None:
    joined = join(text)[0]
    assert SURROGATE.search(joined) is None
    assert join(joined) == (joined, 0)


@pytest.mark.parametrize(
    ("text", "joined"),
    [("a", "a"), ("é", "é"), ("\ud83d\ud83d\ude00\ude00", "\ud83d😀\ude00")],
)
def test_pairs_are_joined_and_lone_halves_left(text: str, joined: str) -> None:
    assert join_pairs(text) == joined
