"""Cases: spec vscode-lm 5.4 and 5.5, with the ids of their vectors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text.cues import strip_tags
from wiretail.engine.text.whitespace import WS
from wiretail.engine.trail import Trail


def behind(*texts: str) -> tuple[list[str], list[str]]:
    """Return the blocks with prose behind them, and those without, by their numbers.

    A block stands in front of each text, and all of it is one line.
    """
    trail: Trail[str] = Trail()
    prose: list[str] = []
    for number, text in enumerate(texts):
        trail.wait(str(number))
        prose += trail.read(text)
    clean, more = trail.end_line()
    assert not trail
    return sorted(prose + more), clean


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("", False),
        (" \t\u3000\ufeff", False),  # R068
        ("\u0085", True),
        ("</function_calls>", False),
        ("<b></b> ", False),  # R069
        ("<<script>>", False),  # R070
        ("x", True),  # R067
        ("</function_calls> Done.", True),
        ("<b", True),  # R071: an unterminated tag is text
        ("<", True),
        (">", True),  # R072
        ("<b>>", True),
        ("<a<b>", True),
        ("<a<b>>", False),
        ("<a> <b>", False),
        ("<a>x<b>", True),
    ],
)
def test_what_is_left_of_the_line_without_tags_and_blanks_is_prose(text: str, prose: bool) -> None:
    assert behind(text) == ((["0"], []) if prose else ([], ["0"]))


@pytest.mark.parametrize(
    ("texts", "prose"),
    [
        (["", ""], []),
        (["", "x"], ["0", "1"]),
        (["x", ""], ["0"]),  # R102: each block reads what stands behind it
        (["x", "y"], ["0", "1"]),
        (["<", ">"], ["1"]),  # a tag round the second block
        (["<a ", " x>"], ["1"]),
        (["<", "x>"], ["1"]),
        (["<", ""], ["0"]),
        (["<", "<>>"], ["1"]),
        (["<", "<>", ">"], ["1", "2"]),
        (["<", "<", ">>"], ["1", "2"]),
        (["<", "<", ">"], ["0", "2"]),
        (["<", "x"], ["0", "1"]),
    ],
)
def test_the_blocks_of_a_line_are_judged_each_for_itself(
    texts: list[str], prose: list[str]
) -> None:
    assert behind(*texts)[0] == prose


@given(st.lists(st.text(st.sampled_from("<>x "), max_size=5), min_size=1, max_size=4))
def test_one_shift_for_all_says_what_the_stripping_of_each_rest_says(texts: list[str]) -> None:
    prose, clean = behind(*texts)
    for number in range(len(texts)):
        left = strip_tags("".join(texts[number:])).strip(WS)
        assert (str(number) in prose) == bool(left)
    assert len(prose) + len(clean) == len(texts)


@given(st.lists(st.text(st.sampled_from("<>x "), max_size=5), max_size=5))
def test_how_the_rest_is_cut_changes_nothing(parts: list[str]) -> None:
    trail: Trail[str] = Trail()
    trail.wait("b")
    prose = [one for part in parts for one in trail.read(part)]
    assert (prose + trail.end_line()[1] == ["b"]) == (behind("".join(parts))[0] == ["0"])


def test_a_verdict_is_early() -> None:
    trail: Trail[str] = Trail()
    trail.wait("a")
    assert trail.read("<b> ") == []
    assert trail.read("x") == ["a"]
    assert not trail
    assert trail.read("y") == []


@pytest.mark.parametrize(
    ("line", "closes", "prose"),
    [
        ("", True, []),
        ("x", True, []),  # a whole block is cut out, whatever it holds
        ("x", False, ["a"]),  # one that never closes is text
        ("<i>", False, []),
        ("<i", False, ["a"]),
        ("<i>\nx", False, []),  # only what stands on the line counts
        ("<i\n>", False, ["a"]),
    ],
)
@pytest.mark.parametrize("step", [1, 100])
def test_a_sibling_is_cut_out_if_it_closes(
    line: str, closes: bool, prose: list[str], step: int
) -> None:
    trail: Trail[str] = Trail()
    trail.wait("a")
    trail.open_sibling()
    for at in range(0, len(line), step):
        trail.read_sibling(line[at : at + step])
    if closes:
        trail.close_sibling()
    assert trail.end_line() == ([name for name in ["a"] if name not in prose], prose)


def test_text_of_no_sibling_is_not_read() -> None:
    trail: Trail[str] = Trail()
    trail.wait("a")
    trail.read_sibling("x")
    assert trail.end_line() == (["a"], [])


def test_a_closed_sibling_waits_with_the_others() -> None:
    trail: Trail[str] = Trail()
    trail.wait("a")
    assert trail.read("<t ") == []
    trail.open_sibling()
    trail.read_sibling("x>")
    trail.close_sibling()
    trail.wait("b")
    assert trail.read(">") == ["b"]
    assert trail.end_line() == (["a"], [])


def test_some_blocks_may_end_before_the_others() -> None:
    trail: Trail[str] = Trail()
    for name in ("a", "b", "c"):
        trail.wait(name)
    assert trail.read(" ") == []
    assert trail.stop(lambda name: name != "b") == (["a", "c"], [])
    assert trail.read("x") == ["b"]


def test_an_open_tag_is_prose_for_a_block_that_ends_here() -> None:
    trail: Trail[str] = Trail()
    trail.wait("a")
    assert trail.read("<t") == []
    trail.wait("b")
    assert trail.stop(lambda name: name == "a") == ([], ["a"])
    assert trail.read(">") == ["b"]


def test_the_next_line_begins_anew() -> None:
    trail: Trail[str] = Trail()
    trail.wait("a")
    trail.read("<t")
    assert trail.end_line() == ([], ["a"])
    trail.wait("b")
    assert trail.read(" ") == []
    assert trail.end_line() == (["b"], [])
