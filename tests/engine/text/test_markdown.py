"""Cases: spec vscode-lm 4.3 and recommended 6, with the ids of their vectors.

Every case is read whole and in pieces, with a question behind each: asking changes nothing.
"""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text.markdown import Markdown

CUT = "\x00"  # a block is cut out here


def states(text: str, *, extended: bool = False, cue_chars: int = 1024) -> list[Markdown]:
    """Return the state behind the text, read whole, and read one character at a time."""
    whole = Markdown(extended=extended, cue_chars=cue_chars)
    asked = Markdown(extended=extended, cue_chars=cue_chars)
    for at, part in enumerate(text.split(CUT)):
        if at:
            whole.cut()
            asked.cut()
        whole.feed(part)
        for character in part:
            asked.feed(character)
            if not (character.isalpha() or character in "</"):  # nobody asks within a tag
                asked.in_fence()
    return [whole, asked]


def all_say(question: Callable[[Markdown], bool], found: Iterable[Markdown]) -> bool:
    (answer,) = {question(state) for state in found}
    return answer


# What stands behind these lines is in a fence, or not.
FENCES = [
    ("```\n", True),
    ("```py\n", True),
    ("   ```\n", True),
    ("    ```\n", False),  # R053: four spaces
    ("\t```\n", False),  # a tab is no space
    (" \t```\n", False),
    ("\u00a0```\n", False),
    ("x ```\n", False),  # R054: text before it
    ("``\n", False),
    ("~~~\n", True),
    ("~~~~ a ~ `b`\n", True),  # only a backtick run minds backticks behind it
    ("~\n", False),  # R058
    ("~~\n", False),
    ("---\n", False),  # R059
    ("```a`b\n", False),  # R056
    ("``` ` \n", False),  # R057
    ("`~~\n", False),
    ("```~~\n", True),
    ("```\n```\n", False),
    ("```\n  ```  \n", False),
    ("```\n````\n", False),  # R047: as wide or wider
    ("````\n```\n", True),  # R048
    ("````\n````\n", False),
    ("```\n~~~\n", True),  # R052: another character
    ("~~~\n```\n", True),
    ("~~~\n~~~~\n", False),
    ("```\n``` x\n", True),  # R050
    ("```\n```\u3000\ufeff\n", False),  # R051: only WS
    ("```\n```\u0085\n", True),
    ("```\n```py\n", True),  # R049: an info string never closes
    ("```\n    ```\n", True),
    ("```\na ```\n", True),
    ("```\n" + CUT + "```\n", True),  # no fence run behind a cut begins the line
    ("```\n```" + CUT + "\n", True),  # ... and no line with a block closes
    (CUT + "```\n", False),
    ("``" + CUT + "`\n", False),  # a cut ends a run
    ("```\n```\n~~~\n", True),
    ("\r```\n", False),
    ("```\r\n", True),
    ("```\r\n```\r\n", False),
    ("a\u2028```\n", False),  # lines end at LF only
    ("\n\n```\n", True),
]


@pytest.mark.parametrize(("text", "inside"), FENCES)
def test_a_fence_opens_and_closes_at_the_end_of_a_line(text: str, inside: bool) -> None:
    assert all_say(Markdown.in_fence, states(text)) is inside


@pytest.mark.parametrize(
    ("text", "fenced", "on_fence_line"),
    [
        ("", False, False),
        ("``", False, False),
        ("```", True, True),  # its line would open one ...
        ("```py ", True, True),
        ("~~~ `", True, True),
        ("``` `", False, True),  # R042: ... this would not, and begins with a run all the same
        ("```x`", False, True),
        ("x```", False, False),
        ("```\n", True, False),
        ("```\nx", True, False),
        ("```\n```", True, True),  # until the end of its line a closing run closes nothing
        ("```\n```\n", False, False),
        ("    ```", False, False),
    ],
)
def test_a_line_is_fenced_where_a_fence_is_open_or_the_line_would_open_one(
    text: str, fenced: bool, on_fence_line: bool
) -> None:
    found = states(text)
    assert all_say(Markdown.fenced, found) is fenced
    assert all_say(Markdown.on_fence_line, found) is on_fence_line


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("", False),
        ("a", False),
        ("`", True),
        ("`a", True),  # R033
        ("`a`", False),  # R065
        ("``a`", True),
        ("``a``", False),
        ("``a ``` b", True),  # R037
        ("``a ``` b ` c", True),  # R038
        ("``a ``` b ` c ``", False),
        ("````a", True),  # R036
        ("```a", True),  # fence-looking runs are runs, too
        ("```a```", False),
        ("```a```b", False),
        ("`a\n", False),  # R039, R040: never over the end of its line
        ("`a\nb", False),
        ("`a`b`", True),
        ("`" + CUT, True),  # a cut ends a run, and no span
        ("`" + CUT + "`", False),
        ("``" + CUT + "``", False),
        ("``" + CUT + "`", True),
        ("a" + CUT, False),
    ],
)
def test_inline_code_is_followed_along_the_line(text: str, inside: bool) -> None:
    assert all_say(Markdown.in_inline_code, states(text)) is inside
    assert all_say(Markdown.in_inline_code, states(text, extended=True)) is inside


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (">", True),
        ("> a", True),
        ("   > a", True),
        ("    > a", False),
        ("\t> a", False),
        ("a > b", False),
        ("> a\nb", False),
        ("> a\n> ", True),
        (CUT + "> a", False),
    ],
)
def test_a_block_quote_begins_its_line(text: str, quoted: bool) -> None:
    assert all_say(Markdown.in_quote, states(text, extended=True)) is quoted


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("a", 0),
        ("   a", 3),
        ("    a", 4),
        ("\ta", 4),
        ("  \ta", 4),
        ("    \ta", 8),
        ("\t  a", 6),
        ("a   \n  ", 2),
        ("\u00a0    a", 0),
    ],
)
def test_an_indent_is_counted_in_columns(text: str, columns: int) -> None:
    for state in states(text):
        assert state.indent() == columns


# An element is open behind the text, or not (recommended 6, html_code).
ELEMENTS = [
    ("<pre>", True),
    ("   <pre>", True),
    ("    <pre>", False),
    ("\t<pre>", False),
    ("a <pre>", False),
    ("\u00a0<pre>", False),
    (CUT + "<pre>", False),
    ("<xmp>", True),
    ("<textarea>", True),
    ("<PRE>", True),
    ("<pre class='x'>", True),
    ("<pre/>", True),
    ("<pre\n", True),
    ("a\n<pre\t", True),
    ("<prefix>", False),
    ("<pr>", False),
    ("< pre>", False),
    ("<pre", False),  # what follows decides
    ("<co\u212ae>", False),
    ("a <code> b", True),
    ("a <Code>", True),
    ("<code>\n", True),  # any white space but a blank line
    ("<code>\n\n", False),
    ("<code>\n \u3000\n", False),
    ("<code>\n" + CUT + "\n", True),  # a line with a block is not blank
    ("<pre>\n\n", True),
    ("<code>x</code>", False),
    ("<code>x</code \n >", False),
    ("<code>x</code\n```\n", True),
    ("<code>x</code x>", True),
    ("<code>x</codes>", True),
    ("<code>x</code", True),
    ("<code>x</code ", True),
    ("<code>x</pre>", True),
    ("</code>", False),
    ("</pre>\n<pre>", True),
    ("<pre>a</pre> <code>b", True),
    ("<pre>a</PRE>b", False),
    ("`<code>`", False),  # not inside quoted code
    ("`<code>", False),
    ("``a ` <code>``", False),
    ("a` b `<code>", True),
    ("```\n<pre>\n```\n", False),
    ("~~~ <code>\n~~~\n", False),
    ("~~~\n<code>\n~~~\n", False),
    ("<code>\n~~~\n</code>\n~~~\n", True),  # nor is it closed there
    ("<code>`</code>`", True),
    ("<code>`</code>`</code>", False),
    ("<b><code>", True),
    ("<pre><pre></pre>", False),
]


@pytest.mark.parametrize(("text", "inside"), ELEMENTS)
def test_an_element_is_open_until_it_is_closed(text: str, inside: bool) -> None:
    assert all_say(Markdown.in_element, states(text, extended=True)) is inside


def test_elements_are_no_matter_where_only_markdown_quotes() -> None:
    assert not all_say(Markdown.in_element, states("<pre>\n<code>"))


@pytest.mark.parametrize(
    ("text", "begins", "has_block"),
    [
        ("", True, False),
        (" \t\u3000", True, False),
        ("a", False, False),
        ("\u0085", False, False),
        (CUT, True, True),
        (" " + CUT + " ", True, True),
        ("a" + CUT, False, True),
        (CUT + "a", False, True),
        (CUT + "\n", True, False),
        ("a\n ", True, False),
    ],
)
def test_a_line_begins_until_something_else_than_blocks_stands_on_it(
    text: str, begins: bool, has_block: bool
) -> None:
    found = states(text)
    assert all_say(Markdown.begins_line, found) is begins
    assert all_say(Markdown.has_block, found) is has_block


@pytest.mark.parametrize(
    ("text", "cue_chars", "tail"),
    [
        ("abc", 1024, "abc"),
        ("abc", 3, "abc"),
        ("abc", 2, "bc"),
        ("abc", 0, ""),
        ("a\nbc", 1024, "bc"),
        ("a" + CUT + "b", 1024, "ab"),
        ("a\n", 1024, ""),
        ("x" * 5000 + "y", 2, "xy"),
        ("x" * 5000 + "y", 0, ""),
    ],
)
def test_the_end_of_the_line_is_kept(text: str, cue_chars: int, tail: str) -> None:
    for state in states(text, cue_chars=cue_chars):
        assert state.line_tail() == tail


@pytest.mark.parametrize("cue_chars", [0, 1, 8])
def test_what_is_kept_of_a_line_is_bounded_and_does_not_move_its_begin(cue_chars: int) -> None:
    state = Markdown(extended=True, cue_chars=cue_chars)
    for _ in range(1000):
        state.feed("   ")
        state.in_fence()
    assert sum(map(len, state._line)) <= 32
    state.feed("<pre>")
    assert not state.in_element()


def test_text_is_collected_in_bounded_amounts() -> None:
    state = Markdown(extended=True, cue_chars=1024)
    for _ in range(40):
        state.feed("x" * 1000)
    assert state._unread_length <= 9192
    assert state.line_tail() == "x" * 1024


@pytest.mark.parametrize("lead", range(8180, 8200))
def test_an_element_is_found_where_the_reading_is_cut(lead: int) -> None:
    state = Markdown(extended=True, cue_chars=1024)
    for character in "x" * (lead - 1) + "\n<textarea>":
        state.feed(character)
    assert state.in_element()


PIECES = st.lists(
    st.sampled_from(
        [
            "`",
            "``",
            "```",
            "~~~",
            "\n",
            " ",
            "    ",
            "\t",
            ">",
            "a",
            "<pre>",
            "<code>",
            "</code>",
            CUT,
        ]
    )
)


@given(PIECES, st.booleans())
def test_asking_in_between_changes_nothing(pieces: list[str], extended: bool) -> None:
    whole, asked = states("".join(pieces), extended=extended)
    for question in (
        Markdown.in_fence,
        Markdown.fenced,
        Markdown.in_inline_code,
        Markdown.in_quote,
        Markdown.in_element,
        Markdown.begins_line,
        Markdown.has_block,
        Markdown.line_tail,
        Markdown.indent,
    ):
        assert question(whole) == question(asked)
