"""Cases: spec recommended 3 (stray word), with the ids of their vectors."""

import pytest

from wiretail.engine.stray_words import StrayWord, StrayWords

WORDS = StrayWords(["call", "count", "course", "court"])


def before(text: str, *, begins_line: bool = True, words: StrayWords = WORDS) -> str | None:
    """Return the stray word in front of a tag at the end of the text, with what goes with it."""
    found = words.before("_" + text, 1, len(text) + 1, begins_line=begins_line)
    return None if found is None else ("_" + text)[found.start : found.end]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("court\n", "court\n"),  # R160
        ("court", "court"),
        ("court ", "court "),
        ("court \t\n", "court \t\n"),
        ("  court\n", "court\n"),  # blanks in front are text
        ("court\n  ", "court\n"),  # ... and those in front of the tag, too
        ("prose\ncall\n", "call\n"),
        ("prose\ncall", "call"),
        ("\ncount\n", "count\n"),
        ("Court\n", None),  # lower case
        ("courts\n", None),
        ("of course\n", None),  # alone on its line
        ("court x\n", None),
        ("x court", None),
        ("court\n\n", None),  # directly above: no blank line between
        ("court\n \n", None),
        ("court\nx", None),
        ("thanks\n", None),  # a closed list
        ("", None),
        ("\n", None),
        ("court" + " " * 64, "court" + " " * 64),
        ("court" + " " * 65, None),
        ("court\n" + " " * 63, "court\n"),
        ("court\n" + " " * 64, None),
        ("court\r\n", "court\r\n"),
        ("court\u3000\ufeff\n", "court\u3000\ufeff\n"),
        ("court\u0085\n", None),  # no WS
    ],
)
def test_a_stray_word_stands_alone_on_the_line_of_the_tag_or_the_one_above(
    text: str, word: str | None
) -> None:
    assert before(text) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("court", None),  # something stands before it on its line
        ("court\n", None),
        ("\ncourt\n", "court\n"),
        ("\ncourt", "court"),
    ],
)
def test_what_stands_in_front_of_the_text_counts(text: str, word: str | None) -> None:
    assert before(text, begins_line=False) == word


def test_without_words_none_is_stray() -> None:
    none = StrayWords([])
    assert before("\n", words=none) is None
    assert none.may_begin("court\n", 0, begins_line=True) == 6


@pytest.mark.parametrize(
    ("text", "begins_line", "held"),
    [
        ("c", True, "c"),
        ("cou", True, "cou"),
        ("course", True, "course"),
        ("course ", True, "course "),
        ("course\n", True, "course\n"),
        ("course\n ", True, "course\n "),
        ("  cou", True, "cou"),
        ("prose\nco", True, "co"),
        ("prose\nco", False, "co"),
        ("co", False, ""),  # not at the begin of a line
        ("x", True, ""),
        ("courses", True, ""),
        ("C", True, ""),
        ("cou ", True, ""),  # a blank ends the chance of what is no word yet
        ("prose\n", True, ""),
        ("course\n\n", True, ""),
        ("course\nc", True, "c"),
        ("course" + " " * 64, True, "course" + " " * 64),
        ("course" + " " * 65, True, ""),
        ("", True, ""),
    ],
)
def test_what_may_still_become_a_stray_word_is_held(
    text: str, begins_line: bool, held: str
) -> None:
    at = WORDS.may_begin("_" + text, 1, begins_line=begins_line) - 1
    assert text[at:] == held


def test_a_word_and_what_goes_with_it_is_a_place_in_the_text() -> None:
    assert WORDS.before("call \n  ", 0, 8, begins_line=True) == StrayWord(0, 6)
    assert WORDS.before("\ncourt\n", 0, 7, begins_line=False) == StrayWord(1, 7)
