import pytest

from engine.echo.driving import block
from wiretail.engine.echo.blocks import find_blocks
from wiretail.engine.echo.context import Context
from wiretail.engine.echo.rules import EchoRules

RULES = EchoRules()
X = block("x")


def found(text: str, before: str = "", rules: EchoRules = RULES) -> list[tuple[str, bool, bool]]:
    context = Context(spans_cross_lines=rules.spans_cross_lines)
    context.feed(before)
    blocks = find_blocks(text, context, rules)
    return [(text[one.start : one.end], one.closed, one.quoted) for one in blocks]


NEVER = "<tool_call><function=exec>a\n" + block("b", tail="")
PLAIN, QUOTED = (X, True, False), (X, True, True)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (X, [PLAIN]),
        (X + X, [PLAIN, PLAIN]),
        (X + " " + X, [PLAIN]),
        (X + "\n" + X, [PLAIN, PLAIN]),
        ("a " + X, []),
        ("```\n" + X + "\n```\n" + X, [PLAIN]),
        (X + "\n```\n" + X, [PLAIN]),
        (X + "```\n" + X, [PLAIN, PLAIN]),
        (block("\n```\n") + "\n" + X, [(block("\n```\n"), True, False), PLAIN]),
        (NEVER, [(NEVER, False, False)]),
    ],
)
def test_blocks_are_found_by_their_context(text: str, blocks: list[tuple[str, bool, bool]]) -> None:
    assert found(text) == blocks


@pytest.mark.parametrize(
    ("before", "text", "blocks"),
    [
        ("`a\n", X + "` b", [QUOTED]),
        ("`a\n", X + "\nb` c", [QUOTED]),
        ("`a\n", X + "\n\nb` c", [PLAIN]),
        ("`a\n", X + "\n \t\nb` c", [PLAIN]),
        ("`a\n", X + "\n```\n` c", [PLAIN]),
        ("`a\n", X + "\n``` x` c", [QUOTED]),
        ("`a\n", X + "\n~~~ x`\n", [PLAIN]),
        ("`a\n", X + "\n    ``` ` c", [QUOTED]),
        ("`a\n", X + "`` b", [PLAIN]),
        ("``a\n", X + "`` b", [QUOTED]),
        ("`a\n", X + "\n" + X + "` c", [QUOTED, QUOTED]),
        ("`a\n", X + "` b\n" + X, [QUOTED, PLAIN]),
        ("`a\n", X + "\n``b\n" + X + "`` c", [PLAIN, QUOTED]),
        ("`a\n", block("`") + "\nb", [(block("`"), True, False)]),
        ("`a\n", X + "\n\n`b\n" + X + "\nc` d", [PLAIN, QUOTED]),
    ],
)
def test_a_block_in_an_open_span_is_quoted_if_its_run_follows(
    before: str, text: str, blocks: list[tuple[str, bool, bool]]
) -> None:
    assert found(text, before) == blocks


def test_lines_of_their_own_quote_only_themselves() -> None:
    rules = EchoRules(mid_line=True, spans_cross_lines=False)
    assert found("`a\n" + X + "` b " + X, rules=rules) == [PLAIN]
