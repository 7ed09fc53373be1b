import copy

import pytest

from wiretail.engine.echo.context import Context

SPAN, FENCE, FENCE_LINE, QUOTE = "span", "fence", "fence line", "quote"


def read(*parts: str, crosses: bool = True) -> Context:
    context = Context(spans_cross_lines=crosses)
    for part in parts:
        context.feed(part)
    return context


@pytest.mark.parametrize(
    ("text", "fenced"),
    [
        ("```\n", True),
        ("```js\n", True),
        ("   ~~~ a`b\n", True),
        ("    ```\n", False),
        ("\t```\n", False),
        ("``\n", False),
        ("``` a`b\n", False),
        ("x ```\n", False),
        ("```\n```\n", False),
        ("```\n~~~\n", True),
        ("````\n```\n", True),
        ("```\n``` x\n", True),
        ("```\ncode\n```` \r\n", False),
        ("```\n\n  \n", True),
        ("```", False),
    ],
)
def test_a_fence_opens_and_closes_at_the_end_of_its_line(text: str, fenced: bool) -> None:
    assert read(text).in_fence() is fenced
    assert read(*text).in_fence() is fenced


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("a `b", 1),
        ("a ``b", 2),
        ("``", 2),
        ("a `b` c", 0),
        ("a `b`", 0),
        ("a `b``", 1),
        ("a `b`` c", 1),
        ("a `b\nc", 1),
        ("a `b\n\nc", 0),
        ("a `b\n \t\r\nc", 0),
        ("a `b\n~~~\n~~~\nc", 0),
        ("a `b\n```js\n```\nc", 0),
        ("a `b\n``` d` e\nc", 0),
        ("```\n`\n", 0),
        ("a `b\nc\nd\ne` f", 0),
    ],
)
def test_a_span_lasts_until_its_run_or_the_end_of_its_paragraph(text: str, width: int) -> None:
    assert read(text).span() == width
    assert read(*text).span() == width


def test_a_span_may_end_with_its_line() -> None:
    assert read("a `b\nc", crosses=False).span() == 0
    assert read("a `b", crosses=False).span() == 1


def test_a_run_that_nothing_closes_can_be_called_literal() -> None:
    context = read("a `b")
    context.end_span()
    assert context.span() == 0
    context.feed(" `")
    context.end_span()
    context.feed("c")
    assert context.span() == 0


def test_quotes_and_fence_lines_are_known_within_the_line() -> None:
    assert read("  > a").in_quote()
    assert not read("    > a").in_quote()
    assert not read("> a\n").in_quote()
    assert read("```js a").on_fence_line()
    assert not read("```js\n").on_fence_line()


def test_a_line_starts_in_column_0_only() -> None:
    context = read()
    assert context.line_start
    context.feed(" ")
    assert not context.line_start
    context.feed("\n")
    context.feed("")
    assert context.line_start


def test_a_block_is_one_character_of_its_line() -> None:
    context = read("```\n")
    context.block()
    context.feed("```\n")
    assert context.in_fence()
    context = read("a `b\n")
    context.block()
    context.feed("\nc")
    assert context.span() == 1


def test_a_fork_goes_its_own_way() -> None:
    context = read("```\n")
    for other in (context.fork(), copy.deepcopy(context)):
        other.feed("```\n")
        assert not other.in_fence()
    assert context.in_fence()


def test_what_is_not_read_yet_is_bounded() -> None:
    context = Context()
    for _ in range(100):
        context.feed("x" * 1000)
        assert context._unread_length <= 8192
