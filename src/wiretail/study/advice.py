"""What can be done about a verdict: the one or two actions that follow from it."""

from typing import NamedTuple

from wiretail.model.decisions import Decision, Kind
from wiretail.store import Store

#: So many findings are asked for the tools that they name.
_ASKED = 2000
_NAMED = 3


class Advice(NamedTuple):
    """``tools`` leaked and could be offered, the most frequent first; ``row`` is the first finding.

    ``rule`` is that of the first finding that is a decision, empty where there is none.
    """

    tools: tuple[str, ...] = ()
    row: int = -1
    rule: str = ""


def advice(store: Store) -> Advice:
    """Return what to do about the findings of a store."""
    counts: dict[str, int] = {}
    findings = store.findings()
    rule, gravest, severity = "", -1, 0
    for row in findings[:_ASKED]:
        record = store.row(row)
        if record.severity > severity:
            gravest, severity = row, record.severity
            item = store.item(row)
            rule = item.rule if isinstance(item, Decision) else ""
        if record.kind != Kind.PASSED:
            continue
        item = store.item(row)
        if isinstance(item, Decision) and item.reason in {"tools_unknown", "unknown_tool"}:
            tool = item.evidence.get("tool")
            if isinstance(tool, str):
                counts[tool] = counts.get(tool, 0) + 1
    tools = sorted(counts, key=lambda tool: -counts[tool])[:_NAMED]
    return Advice(tuple(tools), gravest, rule)
