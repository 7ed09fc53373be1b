"""Cases: spec vscode-lm 2.4, with the ids of their vectors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text.tool_names import encode_tool_name

HALVES = st.text(st.sampled_from(["\ud83d", "\ude00", "_", "u", "U", "0", "D", "8", "3", "a", "é"]))


@pytest.mark.parametrize(
    ("name", "encoded"),
    [
        ("", ""),
        ("get_user", "get_user"),  # `_u` alone looks like nothing encoded
        ("read file.txt", "read file.txt"),  # R031: lone halves only
        ("é😀", "é😀"),
        ("get_uuid", "get_uuuid"),  # `_uu`
        ("a_u00e9", "a_uu00e9"),
        ("a_uD83D", "a_uuD83D"),
        ("a_u00e", "a_u00e"),
        ("a\ud83d", "a_uD83D"),
        ("a\ude00b", "a_uDE00b"),
        ("_u\ud83d", "_uu_uD83D"),  # once a half is there, every `_u` is doubled
        ("\ude00\ud83d", "_uDE00_uD83D"),
        ("\ud83d\ude00", "😀"),  # a pair that is not joined yet is one character
        ("\ud83d\ud83d\ude00", "_uD83D😀"),
        ("\ud83d\ude00\ude00", "😀_uDE00"),
    ],
)
def test_lone_halves_are_encoded(name: str, encoded: str) -> None:
    assert encode_tool_name(name, "lone") == encoded


@pytest.mark.parametrize(
    ("name", "encoded"),
    [
        ("Read-file_2", "Read-file_2"),
        ("a.b", "a_u002Eb"),
        ("a b", "a_u0020b"),
        ("é", "_u00E9"),
        ("😀", "_uD83D_uDE00"),  # one escape a UTF-16 unit
        ("\ud83d\ude00", "_uD83D_uDE00"),
        ("\u0661", "_u0661"),  # a digit, but none of the alphabet
        ("_u.", "_uu_u002E"),
        ("get_uuid", "get_uuuid"),
    ],
)
def test_strict_encodes_all_that_is_not_in_the_alphabet(name: str, encoded: str) -> None:
    assert encode_tool_name(name, "strict") == encoded


@given(HALVES, HALVES, st.sampled_from(["lone", "strict"]))
def test_distinct_names_stay_distinct(one: str, other: str, which: str) -> None:
    if encode_tool_name(one, which) == encode_tool_name(other, which):
        assert _units(one) == _units(other)


def _units(name: str) -> bytes:
    return name.encode("utf-16-le", "surrogatepass")
