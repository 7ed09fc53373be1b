"""Arguments that a call repeats in front of themselves (spec: tool-call-echo 10)."""

from collections.abc import Iterator, Sequence

from wiretail.engine.echo.blocks import Block
from wiretail.engine.echo.calls import EchoCall, Input
from wiretail.engine.echo.fate import ARGUMENTS_RULE, Rewritten
from wiretail.engine.echo.forms import behind_break
from wiretail.engine.text.json_text import DEPTH, KeyCollision, MalformedJson, load_strict
from wiretail.engine.text.whitespace import WS


def repair_arguments(
    text: str,
    blocks: Sequence[Block],
    calls: Sequence[EchoCall],
    inputs: Sequence[Input],
    depth: int = DEPTH,
) -> list[Rewritten]:
    """Return what becomes of arguments that are not valid JSON; the first hit wins.

    ``blocks`` are those of the display grammar. What quotes a call proves nothing of it.
    """
    bodies: dict[str, list[str]] = {}
    for block in blocks:
        if block.closed and not block.quoted and not block.header.json:
            found = bodies.setdefault(block.header.name, [])
            found += body_variants(text, block)
    repaired: list[Rewritten] = []
    for index, (call, given) in enumerate(zip(calls, inputs, strict=True)):
        rest = "" if given.valid else _repaired(call, bodies, depth)
        if rest:
            evidence = {"call": index, "dropped": len(call.arguments) - len(rest)}
            reason = "repeated_prefix"
            repaired.append(Rewritten(index, rest, ARGUMENTS_RULE, reason, evidence))
    return repaired


def body_variants(text: str, block: Block) -> Iterator[str]:
    """Yield the body as it is, then without one leading line break, trailing white space cut."""
    for start in behind_break(text, block.header.end):
        yield text[start : block.body_end].rstrip(WS)


def _repaired(call: EchoCall, bodies: dict[str, list[str]], depth: int) -> str:
    """Return the rest of the arguments behind the body that they repeat; empty: there is none."""
    for name in call.names:
        for body in dict.fromkeys(bodies.get(name, ())):
            if call.arguments.startswith(body):
                rest = call.arguments[len(body) :].lstrip(WS)
                if rest.startswith("{") and _wraps(rest, body, depth):
                    return rest
    return ""


def _wraps(rest: str, body: str, depth: int) -> bool:
    """Tell whether the rest is one object whose ``input`` is the body."""
    try:
        value = load_strict(rest, depth)
    except (MalformedJson, KeyCollision):
        return False
    given = value["input"] if isinstance(value, dict) and "input" in value else None
    return isinstance(given, str) and given.rstrip(WS) == body
