import pytest

from wiretail.engine.echo.body import Body, Closers
from wiretail.engine.echo.context import Context
from wiretail.engine.echo.rules import EchoRules

CLOSE = "</tool_call>"
HEADER = "<tool_call><function=exec>"


def bound(text: str, most: int, *, size: int = 0) -> int:
    """Return how many code points behind the first header are held when the bound is passed."""
    body, done = Body(Context(), EchoRules(max_prose_chars=most)), 0
    step = size or len(text)
    for begin in range(0, len(text), step):
        piece = text[begin : begin + step]
        body.begin(piece, 0)
        at = 0
        while at < len(piece):
            stop, passed = body.read(piece, at)
            done += stop - at
            at = stop
            if passed:
                return done
    return -1


@pytest.mark.parametrize(
    ("text", "most", "held"),
    [
        ("x" * 50, 3, -1),
        (CLOSE + "abc", 3, -1),
        (CLOSE + "abcd", 3, 16),
        (CLOSE + " a\nb  c\ufeff", 3, -1),
        (CLOSE + " a\nb  c d", 3, 21),
        (CLOSE + "x", 0, 13),
        (CLOSE + "a" * 11 + CLOSE, 22, -1),
        (CLOSE + "a" * 11 + CLOSE, 21, 34),
        (CLOSE + "a" * 5 + CLOSE + "b" * 20, 20, -1),
        (CLOSE + HEADER + "x" * 50, 25, -1),
        (CLOSE + HEADER + "x" * 50, 24, 37),
        (CLOSE + "\n" + HEADER + "x" * 50 + CLOSE + "y" * 26, 25, 127),
        (CLOSE + " " + HEADER + "x" * 50, 30, 44),
        (CLOSE + "\n```\n" + HEADER + "x" * 50, 30, 45),
        (CLOSE + "\n<tool_call>x" + "y" * 50, 30, 44),
        (CLOSE + "<tool_call><function=</tool_call>" + "x" * 99, 50, -1),
        ("\n```\n" + CLOSE + "\n" + HEADER + "x" * 50, 30, -1),
    ],
)
def test_prose_behind_the_last_closer_is_bounded(text: str, most: int, held: int) -> None:
    for size in (0, 1, 2, 5, 11, 13):
        assert bound(text, most, size=size) == held


def test_closers_are_found_over_the_borders_of_texts() -> None:
    closers = Closers()
    ends = []
    for text in ("a</tool_", "call>b</", "x</", "</tool_call", ">"):
        closers.begin(text, 0)
        ends.append(closers.end)
    assert ends == [-1, 5, -1, -1, 1]
