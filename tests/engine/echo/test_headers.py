import pytest

from wiretail.engine.echo.headers import Growth, HeaderReader, find_headers, restart

OPEN, FUNCTION = "<tool_call>", "<function="


@pytest.mark.parametrize(
    ("text", "state", "read"),
    [
        ("<", Growth.GROWS, 1),
        (OPEN, Growth.GROWS, 11),
        (OPEN + " \r\n\t", Growth.GROWS, 15),
        (OPEN + FUNCTION, Growth.GROWS, 21),
        (OPEN + FUNCTION + "a b", Growth.GROWS, 24),
        (OPEN + "\n" + FUNCTION + "a>b", Growth.WHOLE, 24),
        (OPEN + FUNCTION + "<tool_call>", Growth.WHOLE, 32),
        (OPEN + FUNCTION + ">", Growth.NEVER, 21),
        (OPEN + FUNCTION + "a\n>", Growth.NEVER, 22),
        (OPEN + FUNCTION + "a\r", Growth.NEVER, 22),
        (OPEN + "\nhello", Growth.NEVER, 12),
        (OPEN + "\x85", Growth.NEVER, 11),
        ("<tool_call >", Growth.NEVER, 10),
        ("<TOOL_CALL>", Growth.NEVER, 1),
    ],
)
def test_a_prefix_grows_until_it_is_a_header_or_cannot_be(
    text: str, state: Growth, read: int
) -> None:
    whole, pieces, at = HeaderReader(1024), HeaderReader(1024), 0
    assert (whole.read(text, 0, len(text)), whole.state) == (read, state)
    while at < len(text) and pieces.state is Growth.GROWS:
        at = pieces.read(text, at, at + 1)
    assert (at, pieces.state) == (read, state)


@pytest.mark.parametrize(
    ("text", "state", "read"),
    [
        (OPEN + FUNCTION + "abc>", Growth.WHOLE, 25),
        (OPEN + " " + FUNCTION + "ab>", Growth.WHOLE, 25),
        (OPEN + FUNCTION + "abcd>", Growth.NEVER, 24),
        (OPEN + "  " + FUNCTION + "ab>", Growth.NEVER, 24),
        (OPEN + "   ", Growth.NEVER, 13),
    ],
)
def test_a_header_that_is_too_long_is_none_as_soon_as_that_is_sure(
    text: str, state: Growth, read: int
) -> None:
    for size in (1, len(text)):
        reader, at = HeaderReader(25), 0
        while at < len(text) and reader.state is Growth.GROWS:
            at = reader.read(text, at, min(len(text), at + size))
        assert (at, reader.state) == (read, state)


def test_no_header_fits_into_less_than_the_shortest() -> None:
    assert HeaderReader(22).state is Growth.NEVER
    assert HeaderReader(23).state is Growth.GROWS


def test_all_headers_are_found_with_their_names_trimmed() -> None:
    text = f"x{OPEN}{FUNCTION} a >{OPEN}\n{FUNCTION}b>{OPEN}{FUNCTION}>"
    assert [(header.start, header.name) for header in find_headers(text, 1024)] == [
        (1, "a"),
        (26, "b"),
    ]


def test_a_header_may_begin_in_the_name_of_one_that_is_too_long() -> None:
    text = f"{OPEN}{FUNCTION}{'a' * 9}{OPEN}{FUNCTION}b>"
    assert [header.name for header in find_headers(text, 25)] == ["b"]
    assert [header.name for header in find_headers(text, 1024)] == ["a" * 9 + "<tool_call"]


@pytest.mark.parametrize(
    ("text", "at", "mid_line"),
    [
        (OPEN + "\n<", 12, 12),
        (OPEN + " <", -1, 12),
        (OPEN + FUNCTION + "a<tool_", -1, 22),
        (OPEN + FUNCTION + "a<x", -1, -1),
        (OPEN + FUNCTION, -1, -1),
        ("<", -1, -1),
    ],
)
def test_another_prefix_may_begin_at_the_end_of_one(text: str, at: int, mid_line: int) -> None:
    assert restart(text, mid_line=False) == at
    assert restart(text, mid_line=True) == mid_line
