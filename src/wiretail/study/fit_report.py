"""What was changed in a request that was made to fit: for people, and for programs."""

from typing import Any

from wiretail.engine.request.fit import Fitted
from wiretail.model.decisions import Decision
from wiretail.study.visible import visible

#: Of a refused request, so many of its largest blocks are shown to people.
LARGEST = 10
_HEADER = ("what", "where", "before", "after", "reason")


def report_object(fitted: Fitted) -> dict[str, Any]:
    """Return the report as plain data; numbers, codes, pointers and tool names, no text."""
    refusal = fitted.refusal
    return {
        "shape": fitted.shape,
        "unit": fitted.unit,
        "window_tokens": fitted.window,
        "budget": fitted.budget,
        "before": fitted.before,
        "after": fitted.after,
        "names": dict(fitted.names),
        "decisions": [_told(decision) for decision in fitted.decisions],
        "refusal": refusal
        and {
            "class": refusal.reason,
            "status": refusal.status,
            "code": refusal.code,
            "message": refusal.message,
            "costs": [
                {"message": message, "block": block, "cost": cost}
                for message, block, cost in refusal.costs
            ],
        },
    }


def _told(decision: Decision) -> dict[str, Any]:
    evidence = dict(decision.evidence)
    if "path" in evidence:
        evidence["path"] = pointer(evidence["path"])
    head = {"kind": str(decision.kind), "rule": decision.rule, "reason": decision.reason}
    return {**head, **evidence}


def pointer(path: tuple[Any, ...]) -> str:
    """Return a path as a JSON pointer.

    >>> pointer(("messages", 3, "a/b"))
    '/messages/3/a~1b'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def report_lines(fitted: Fitted) -> list[str]:
    """Return the report as lines: one sentence, then a table of what was changed where."""
    rows = [_HEADER, *(_row(decision) for decision in fitted.decisions)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [_line(row, widths) for row in rows] if len(rows) > 1 else []
    costs = fitted.refusal.costs[:LARGEST] if fitted.refusal else ()
    largest = [
        f"message {message}, block {block}: {cost:,} {fitted.unit}"
        for message, block, cost in costs
    ]
    return [_sentence(fitted), *table, *largest]


def _sentence(fitted: Fitted) -> str:
    if fitted.refusal is not None:
        return fitted.refusal.message
    cost = f"{fitted.before:,} {fitted.unit}"
    if fitted.window is None:
        return f"The messages cost {cost}; the window is unknown, so nothing was cut."
    return f"The messages cost {cost}, now {fitted.after:,}, of {fitted.budget or 0:,} that fit."


def _row(decision: Decision) -> tuple[str, str, str, str, str]:
    evidence = decision.evidence
    before = str(evidence.get("chars", evidence.get("remaining", "")))
    after = str(evidence.get("kept_chars", evidence.get("budget", "")))
    where = visible(pointer(evidence.get("path", ())), 60)
    return str(decision.kind), where, before, after, decision.reason


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
