import pytest

from wiretail.engine.echo.context import Context
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.echo.seeker import Found, Seeker, is_candidate, open_from

HEADER = "<tool_call><function=exec>"
ROOM = 1_000_000


def seek(text: str, rules: EchoRules, *, direct: bool = False) -> tuple[Found, str]:
    """Return why a seeker stopped, and what it read before the pending prefix or header."""
    seeker = Seeker(Context(spans_cross_lines=rules.spans_cross_lines), rules, direct=direct)
    stop, found = seeker.seek(text, 0, len(text), ROOM)
    return found, text[: stop - seeker.length]


@pytest.mark.parametrize(
    ("before", "strict", "mid_line", "own_lines"),
    [
        ("", True, True, True),
        ("a\n", True, True, True),
        ("a ", False, True, True),
        ("  ", False, True, True),
        ("> ", False, False, False),
        ("```\n", False, False, False),
        ("```\n> ", False, False, False),
        ("``` ", False, False, False),
        ("`a\n", True, True, True),
        ("`a ", False, True, False),
    ],
)
def test_a_header_is_a_candidate_by_what_stands_before_it(
    before: str, strict: bool, mid_line: bool, own_lines: bool
) -> None:
    lines = EchoRules(mid_line=True, spans_cross_lines=False)
    for rules, candidate in (
        (EchoRules(), strict),
        (EchoRules(mid_line=True), mid_line),
        (lines, own_lines),
    ):
        context = Context(spans_cross_lines=rules.spans_cross_lines)
        context.feed(before)
        assert is_candidate(context, rules) is candidate
        found, read = seek(before + HEADER, rules)
        assert (found is Found.HEADER) is candidate
        assert read == (before if candidate else before + HEADER)


def test_directly_behind_a_block_context_does_not_count() -> None:
    context = Context()
    context.feed("```\nx")
    seeker = Seeker(context, EchoRules(), direct=True)
    assert seeker.seek(HEADER, 0, len(HEADER), ROOM) == (len(HEADER), Found.HEADER)
    assert seek("x" + HEADER, EchoRules(), direct=True)[0] is Found.NOTHING


@pytest.mark.parametrize(
    ("text", "here", "strict", "mid_line"),
    [
        ("<tool", True, 0, 0),
        ("<tool", False, -1, 0),
        ("a <", True, -1, 2),
        ("a\n<t", False, 2, 2),
        ("a\n<t ", False, -1, -1),
        ("<x\n<tool_call>y", True, 3, 3),
    ],
)
def test_an_opener_may_be_cut_at_the_end(text: str, here: bool, strict: int, mid_line: int) -> None:
    assert open_from(text, 0, len(text), here=here, mid_line=False) == strict
    assert open_from(text, 0, len(text), here=here, mid_line=True) == mid_line


def test_another_prefix_may_begin_where_one_ends() -> None:
    assert seek("<tool_call>\n" + HEADER, EchoRules()) == (Found.HEADER, "<tool_call>\n")
    short = EchoRules(mid_line=True, max_header_chars=30)
    long = "<tool_call><function=aaaaaaaaa"
    assert seek(long + HEADER, short) == (Found.HEADER, long)


def test_a_prefix_in_a_quoted_end_of_another_is_none() -> None:
    rules = EchoRules(mid_line=True, spans_cross_lines=False, max_header_chars=30)
    text = "<tool_call><function=`aaa<tool_call><function=x>"
    assert seek(text, rules) == (Found.NOTHING, text)


def test_what_queued_behind_the_first_prefix_does_not_count_for_the_next() -> None:
    seeker = Seeker(Context(), EchoRules())
    seeker.seek("<tool_call>\n", 0, 12, ROOM)
    seeker.queue(100)
    seeker.seek("<", 0, 1, ROOM)
    seeker.queue(50)
    assert seeker.size == 12 + 100 + 1 + 50
    seeker.seek("t", 0, 1, ROOM)
    assert (seeker.size, seeker.length) == (52, 2)


def test_a_prefix_that_grows_over_the_room_stops_there() -> None:
    seeker = Seeker(Context(), EchoRules())
    text = "<tool_call><function=éé>"
    assert seeker.seek(text, 0, len(text), 24) == (22, Found.FULL)
    seeker.let_go()
    assert (seeker.length, seeker.size, seeker.pending) == (0, 0, [])


def test_no_header_is_short_enough_for_a_bound_below_the_shortest() -> None:
    assert seek(HEADER, EchoRules(max_header_chars=22)) == (Found.NOTHING, HEADER)
