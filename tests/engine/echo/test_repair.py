import pytest

from engine.echo.driving import block, call
from wiretail.engine.echo.blocks import find_blocks
from wiretail.engine.echo.calls import EchoCall, read_input
from wiretail.engine.echo.context import Context
from wiretail.engine.echo.repair import repair_arguments
from wiretail.engine.echo.rules import EchoRules

WRAPPED = '{"input":"x"}'


def repaired(text: str, *calls: EchoCall, before: str = "") -> list[tuple[int, str]]:
    context = Context()
    context.feed(before)
    blocks = find_blocks(text, context, EchoRules())
    inputs = [read_input(one) for one in calls]
    return [(one.call, one.arguments) for one in repair_arguments(text, blocks, calls, inputs)]


@pytest.mark.parametrize(
    ("body", "arguments", "rest"),
    [
        ("x", "x" + WRAPPED, WRAPPED),
        ("x", 'x \n{ "input" : "x\\n", "k":1 }', '{ "input" : "x\\n", "k":1 }'),
        ("\nx", "x" + WRAPPED, WRAPPED),
        ("\nx", '\nx{"input":"\\nx"}', '{"input":"\\nx"}'),
        ("x ", "x" + WRAPPED, WRAPPED),
        ("x", "y" + WRAPPED, ""),
        ("x", 'x{"input":"y"}', ""),
        ("x", 'x{"input":1}', ""),
        ("x", 'x{"k":"x"}', ""),
        ("x", 'x["x"]', ""),
        ("x", "x" + WRAPPED + "}", ""),
        ("x", 'x{"input":"x","input":"x"}', ""),
        ("x", "x", ""),
        (WRAPPED, WRAPPED, ""),
    ],
)
def test_a_body_in_front_of_its_wrapper_is_dropped(body: str, arguments: str, rest: str) -> None:
    assert repaired(block(body), call(arguments)) == ([(0, rest)] if rest else [])


def test_only_blocks_of_its_name_that_are_whole_and_not_quoted_count() -> None:
    broken = call("x" + WRAPPED)
    assert repaired(block("x", "other"), broken) == []
    assert repaired("<tool_call><function=exec>x", broken) == []
    assert repaired(block("x") + "`", broken, before="`\n") == []
    assert repaired(block("x", "run"), call("x" + WRAPPED, "exec", "run")) == [(0, WRAPPED)]


def test_the_first_block_that_fits_wins() -> None:
    text = block("") + "\n" + block("x") + "\n" + block("x")
    assert repaired(text, call("[1]"), call("x" + WRAPPED)) == [(1, WRAPPED)]
