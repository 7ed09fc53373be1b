"""The held text is judged once, at the end of the response (spec: tool-call-echo 6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wiretail.engine.echo.agreement import Agreement
from wiretail.engine.echo.blocks import Block, find_blocks
from wiretail.engine.echo.calls import EchoCall, read_input
from wiretail.engine.echo.context import Context
from wiretail.engine.echo.fate import Rewritten, Told
from wiretail.engine.echo.repair import repair_arguments
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.echo.verdicts import Verdicts
from wiretail.engine.text.json_text import DEPTH
from wiretail.model.decisions import Kind


@dataclass(slots=True)
class Drained:
    """What becomes of a held text: decisions in its order, offsets from its begin.

    ``rewritten``: in order; the last one of a call is what is dispatched. ``context``: behind the
    text, the blocks that are cut out counted as text of their line.
    """

    told: list[Told]
    rewritten: list[Rewritten]
    context: Context


def drain(
    text: str,
    context: Context,
    calls: Sequence[EchoCall],
    rules: EchoRules,
    depth: int = DEPTH,
) -> Drained:
    """Judge a text with this context at its begin, when its response has ended well.

    Linear in the text and the calls. Nothing that is given changes.
    """
    inputs = [read_input(call, one_key=rules.one_key, depth=depth) for call in calls]
    repaired: list[Rewritten] = []
    if not all(given.valid for given in inputs):
        shown = find_blocks(text, context, rules)
        repaired = repair_arguments(text, shown, calls, inputs, depth)
    calls = list(calls)
    for change in repaired:
        call = calls[change.call] = replace(calls[change.call], arguments=change.arguments)
        inputs[change.call] = read_input(call, one_key=rules.one_key, depth=depth)
    agreement = Agreement(calls, inputs)
    verdicts = Verdicts(text, inputs, agreement)
    for run in _runs(text, find_blocks(text, context, rules, agreement)):
        verdicts.judge(run)
    rewritten = [*repaired, *verdicts.rewritten.values()]
    return Drained(verdicts.told, rewritten, _context_behind(text, context, verdicts.told))


def unsuppressed(
    text: str, context: Context, rules: EchoRules, reason: str, *, unclosed: str = ""
) -> list[Told]:
    """Return what is said of the blocks of a text that is given out as it is (5.4, 11).

    ``reason`` for complete ones, ``unclosed`` for one without an end (empty: nothing).
    """
    told: list[Told] = []
    for block in find_blocks(text, context, rules):
        why = reason if block.closed else unclosed
        if why:
            evidence = {"complete": block.closed}
            told.append(Told(Kind.PASSED, why, block.start, block.end, evidence=evidence))
    return told


def _runs(text: str, blocks: Sequence[Block]) -> list[list[Block]]:
    """Group the blocks: those of a run are directly adjacent, with identical text (8)."""
    runs: list[list[Block]] = []
    last = ""
    for block in blocks:
        here = text[block.start : block.end]
        if runs and runs[-1][-1].end == block.start and here == last:
            runs[-1].append(block)
        else:
            runs.append([block])
        last = here
    return runs


def _context_behind(text: str, context: Context, told: Sequence[Told]) -> Context:
    here, at = context.fork(), 0
    for one in told:
        if one.kind is Kind.REMOVED:
            here.feed(text[at : one.start])
            here.block()
            at = one.end
    here.feed(text[at:])
    return here
