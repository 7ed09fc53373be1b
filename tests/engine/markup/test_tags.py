"""Cases: spec vscode-lm 4.1 and 9, with the ids of their vectors."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.markup.tags import (
    BLANK_IN_LINE,
    Found,
    Limits,
    Tag,
    fold,
    head_tail,
)
from wiretail.engine.text.whitespace import WS

NS = "antml" + ":"
LIMITS = Limits()
NAMED = Tag(("<invoke", f"<{NS}invoke"), LIMITS, named=True)
BARE = Tag(("</invoke", f"</{NS}invoke"), LIMITS)
IN_LINE = Tag(("<function_calls",), LIMITS, blank=BLANK_IN_LINE)


def test_only_ascii_letters_fold_and_no_offset_moves() -> None:
    assert fold("AZaz\u0130\u212aÉ_1") == "azaz\u0130\u212aÉ_1"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('<invoke name="Read">', "Read"),
        ('<INVOKE NAME="Read">', "Read"),  # R010: the names of tag and attribute fold
        (f'<{NS}invoke name="Read">', "Read"),  # R008
        (f'<{NS.upper()}invoke name="Read">', "Read"),
        ('<invoke\n name="Read">', "Read"),  # R013
        ('<invoke\u3000\ufeffname="Read"\u2028 >', "Read"),
        ('<invoke name="Read" >', "Read"),  # R018
        ('<invoke name="a\n<b> ">', "a\n<b> "),
        ('<invoke name="it\'s">', "it's"),
    ],
)
def test_a_named_tag_is_found_in_all_its_spellings(text: str, name: str) -> None:
    assert NAMED.match("x" + text + "y", 1) == Found(len(text) + 1, name)


@pytest.mark.parametrize(
    "text",
    [
        '<invokename="Read">',  # R012
        '<invoke name="Read>',  # R014
        '<invoke name="">',  # R015
        "<invoke name='Read'>",  # R016
        '<invoke name="Read" id="1">',  # R017
        '<invoke id="1" name="Read">',
        '<invoke name ="Read">',
        '<invoke name= "Read">',
        '< invoke name="Read">',
        '<invoke\u0085name="Read">',  # U+0085 is no WS here
        '<invo\u212ae name="Read">',  # U+212A is no `k`
        '<invoke name="Read"/>',
        "<invoke>",
        '</invoke name="Read">',
    ],
)
def test_what_does_not_fit_is_no_tag(text: str) -> None:
    assert NAMED.match(text, 0) is None


@pytest.mark.parametrize(
    ("tag", "text", "found"),
    [
        (BARE, "</invoke>", True),
        (BARE, "</invoke \n\t>", True),  # R019
        (BARE, f"</{NS}invoke>", True),
        (BARE, "</invoke x>", False),
        (BARE, "</invokes>", False),
        (BARE, "</ invoke>", False),
        (IN_LINE, "<function_calls \t>", True),  # R022
        (IN_LINE, "<function_calls\n>", False),  # no line break in a wrapper tag
        (IN_LINE, "<function_calls\r>", True),
    ],
)
def test_a_tag_without_a_name_ends_behind_blanks(tag: Tag, text: str, found: bool) -> None:
    assert (tag.match(text, 0) == Found(len(text))) is found


OPEN = '<invoke name="'
LIMIT_CASES = [  # with 64 characters beside a name of 256 they are tags
    (OPEN + "n" * 256 + '">', True),
    (OPEN + "n" * 257 + '">', False),
    ("<invoke" + " " * 49 + 'name="n">', True),
    ("<invoke" + " " * 50 + 'name="n">', False),
    ('<invoke name="n"' + " " * 48 + ">", True),
    ('<invoke name="n"' + " " * 49 + ">", False),
    (OPEN + "n" * 256 + '"' + " " * 48 + ">", True),
    (OPEN + "n" * 256 + '"' + " " * 49 + ">", False),
]


@pytest.mark.parametrize(("text", "within"), LIMIT_CASES)
def test_limits_belong_to_the_tag(text: str, within: bool) -> None:
    assert (NAMED.match(text, 0) is not None) is within
    assert (NAMED.match(text + ' name="x">' * 9, 0) is not None) is within


@pytest.mark.parametrize(("text", "within"), LIMIT_CASES)
def test_a_cut_tag_may_grow_exactly_as_long_as_it_can_keep_the_limits(
    text: str, within: bool
) -> None:
    assert all(NAMED.may_grow(text[:end], 0) for end in range(1, len(text))) is within
    assert NAMED.may_grow(text[: len(OPEN) - 7], 0)
    assert not NAMED.may_grow(text, 0)


@pytest.mark.parametrize(
    ("tag", "text", "grows"),
    [
        (NAMED, "<", True),
        (NAMED, "<inv", True),
        (NAMED, "<INV", True),  # R178
        (NAMED, f"<{NS}", True),  # R179
        (NAMED, "<invoke", True),
        (NAMED, "<invoke \n", True),
        (NAMED, "<invoke na", True),
        (NAMED, '<invoke name="', True),
        (NAMED, '<invoke name="Re', True),
        (NAMED, '<invoke name="Re"', True),
        (NAMED, '<invoke name="Re" ', True),
        (NAMED, '<invoke name="Re">', False),  # whole: not a proper prefix
        (NAMED, '<invoke name="Re" x', False),
        (NAMED, '<invoke name=""', False),
        (NAMED, "<invoke xx", False),  # R171
        (NAMED, "<invokex", False),
        (NAMED, "<invoke>", False),
        (NAMED, "<b", False),
        (NAMED, "</invoke", False),
        (NAMED, '<invoke nbme="Re', False),
        (NAMED, "<invoke na e=", False),
        (BARE, "</inv", True),
        (BARE, "</invoke ", True),
        (BARE, "</invoke" + " " * 55, True),
        (BARE, "</invoke" + " " * 56, False),
        (BARE, "</invoke x", False),
        (BARE, "</invoke>", False),
        (IN_LINE, "<function_calls ", True),  # R181
        (IN_LINE, "<function_calls\n", False),
    ],
)
def test_a_cut_tag_is_a_proper_prefix_of_a_tag(tag: Tag, text: str, grows: bool) -> None:
    assert tag.may_grow("x" + text, 1) is grows


def test_a_spelling_that_is_too_long_for_the_limits_cannot_grow() -> None:
    short = Tag(("<invoke", f"<{NS}invoke"), Limits(name=4, rest=15), named=True)
    assert not short.may_grow("<", 0)
    fitting = Tag(("<invoke", f"<{NS}invoke"), Limits(name=4, rest=16), named=True)
    assert fitting.may_grow("<inv", 0)
    assert not fitting.may_grow(f"<{NS}", 0)
    assert fitting.match('<invoke name="abcd">', 0) == Found(20, "abcd")
    assert fitting.match('<invoke name="abcd" >', 0) is None


@given(st.text(st.sampled_from([*'<invoke name="">', "/", "x", *WS[:3]]), max_size=30))
def test_what_grew_into_a_tag_could_grow_at_every_cut(tail: str) -> None:
    text = "<invoke" + tail
    found = NAMED.match(text, 0)
    if found:
        assert all(NAMED.may_grow(text[:end], 0) for end in range(1, found.end))
    assert not (found and NAMED.may_grow(text, 0))


@pytest.mark.parametrize(
    ("text", "at", "begin"),
    [
        ("", 0, 0),
        ("abc", 0, 3),
        ("abc<", 0, 3),
        ("abc<in", 0, 3),
        ("abc<IN", 0, 3),
        ("abc<in", 4, 6),  # not before `at`
        ("abc<invoke", 0, 10),  # whole
        ("abc<x", 0, 5),
        ("a<<", 0, 2),
        ("<in<in", 0, 3),
        ("abc<in ", 0, 7),
    ],
)
def test_the_longest_end_that_may_become_a_head_is_found(text: str, at: int, begin: int) -> None:
    assert head_tail(text, at, NAMED.heads) == begin


def test_snapshots_share_a_tag() -> None:
    assert copy.deepcopy(NAMED) is NAMED
