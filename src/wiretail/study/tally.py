"""How a store stands, counted as it grows: what to do about it, and how grave it is.

What was looked at is not looked at again, so a window can ask after every batch.
"""

from typing import NamedTuple

from wiretail.model.decisions import Decision, Kind
from wiretail.store import Store

#: So many findings are asked for the tools that they name.
_ASKED = 2000
_NAMED = 3
#: end -> how grave it is, as severities of findings.
_BAD_ENDS = {"refused": 3, "error": 3, "incomplete": 2, "cancelled": 2}
_OFFERED = frozenset({"tools_unknown", "unknown_tool"})


class Advice(NamedTuple):
    """What can be done about a verdict: the one or two actions that follow from it.

    ``tools`` leaked and could be offered, the most frequent first. ``row`` is the first of the
    gravest findings, -1 for none; ``rule`` is its rule, empty where it is no decision.
    """

    tools: tuple[str, ...] = ()
    row: int = -1
    rule: str = ""


class Tally:
    """``severity``: how grave the gravest finding is, 0 for none; ``worst_end``: of ends of turns.

    Exchanges may grow in any order.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.severity = self.worst_end = 0
        self._revision = 0
        #: exchange -> how many of its findings and ended turns are known
        self._known: dict[int, tuple[int, int]] = {}
        self._gravest = -1, -1  # the exchange, and which of its findings
        self._asked = 0
        self._waiting: list[tuple[int, int]] = []  # findings that are not asked yet, likewise
        self._tools: dict[str, int] = {}

    def update(self, most: int = _ASKED) -> None:
        """Look at what came; ask at most so many findings for the tools that they name."""
        store = self.store
        for exchange in store.grown_since(self._revision):
            findings, turns = self._known.get(exchange, (0, 0))
            severities = store.severities_of_exchange(exchange, findings)
            worst = max(severities, default=0)
            if worst > self.severity:
                self.severity = worst
                self._gravest = exchange, findings + severities.index(worst)
            for number in range(len(severities))[: _ASKED - self._asked]:
                self._waiting.append((exchange, findings + number))
                self._asked += 1
            ended = store.turns_of_exchange(exchange, turns)
            for turn in ended:
                self.worst_end = max(self.worst_end, _BAD_ENDS.get(turn.end, 0))
            self._known[exchange] = findings + len(severities), turns + len(ended)
        self._revision = store.revision
        asked, self._waiting = self._waiting[:most], self._waiting[most:]
        for exchange, number in asked:
            self._ask(self._row(exchange, number))

    @property
    def advice(self) -> Advice:
        """What to do about the findings."""
        tools = sorted(self._tools, key=lambda tool: -self._tools[tool])[:_NAMED]
        if not self.severity:
            return Advice(tuple(tools))
        row = self._row(*self._gravest)
        item = self.store.item(row)
        return Advice(tuple(tools), row, item.rule if isinstance(item, Decision) else "")

    def _row(self, exchange: int, number: int) -> int:
        return self.store.findings_of_exchange(exchange, number, number + 1)[0]

    def _ask(self, row: int) -> None:
        """Count the tool that a finding says was not offered."""
        if self.store.row(row).kind != Kind.PASSED:
            return
        item = self.store.item(row)
        if isinstance(item, Decision) and item.reason in _OFFERED:
            tool = item.evidence.get("tool")
            if isinstance(tool, str):
                self._tools[tool] = self._tools.get(tool, 0) + 1
