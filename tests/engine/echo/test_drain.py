import pytest

from engine.echo.driving import block, call
from wiretail.engine.echo.context import Context
from wiretail.engine.echo.drain import drain, unsuppressed
from wiretail.engine.echo.rules import EchoRules

RULES = EchoRules()
X = block("x")
SAYS_X = call('{"input":"x"}')


def test_nothing_that_is_given_changes() -> None:
    context = Context()
    drain("```\n", context, [SAYS_X], RULES)
    assert context.line_start
    assert not context.in_fence()


@pytest.mark.parametrize(
    ("text", "calls", "fenced", "line_start"),
    [
        (block("\n```\n"), [], True, False),
        (block("\n```\n"), [call('{"input":"\\n```"}')], False, False),
        (X + "```\n", [SAYS_X], False, True),
        (X + "\n```\n", [SAYS_X], True, True),
        ("~~~\n" + X, [SAYS_X], True, False),
    ],
)
def test_the_context_behind_counts_a_cut_block_as_text_of_its_line(
    text: str, calls: list[object], fenced: bool, line_start: bool
) -> None:
    behind = drain(text, Context(), calls, RULES).context  # type: ignore[arg-type]
    behind.feed("" if line_start else "\n")
    assert behind.in_fence() is fenced


def test_a_call_that_was_repaired_agrees() -> None:
    drained = drain(X, Context(), [call('x{"input":"x"}')], RULES)
    (told,) = drained.told
    (change,) = drained.rewritten
    assert (told.kind, told.reason) == ("removed", "call_echo")
    assert (change.call, change.arguments, change.rule) == (0, '{"input":"x"}', "echo.arguments")
    assert change.evidence == {"call": 0, "dropped": 1}


def test_of_two_changes_the_later_is_for_the_dispatch() -> None:
    text = block("xx") + "\n" + X + X
    drained = drain(text, Context(), [call('xx{"input":"xx"}')], RULES)
    assert [one.arguments for one in drained.rewritten] == ['{"input":"xx"}', '{"input":"x"}']
    assert [one.reason for one in drained.told] == ["call_echo"] * 3


def test_the_depth_of_arguments_is_bounded() -> None:
    deep = call('{"input":"x","k":[[[]]]}')
    assert drain(X, Context(), [deep], RULES).told[0].reason == "call_echo"
    assert drain(X, Context(), [deep], RULES, depth=2).told[0].reason == "body_mismatch"


def test_without_suppression_complete_blocks_are_told() -> None:
    text = X + X + "\n<tool_call><function=exec>y"
    told = unsuppressed(text, Context(), RULES, "too_long")
    assert [(one.kind, one.reason, text[one.start : one.end]) for one in told] == [
        ("passed", "too_long", X),
        ("passed", "too_long", X),
    ]
    told = unsuppressed(text, Context(), RULES, "turn_failed", unclosed="incomplete")
    assert [one.reason for one in told] == ["turn_failed", "turn_failed", "incomplete"]
    assert [one.evidence["complete"] for one in told] == [True, True, False]
