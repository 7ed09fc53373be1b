"""How a store stands, counted as it grows: what to do about it, how turns ended, bad frames.

What was looked at is not looked at again, so a window can ask after every batch.
"""

from wiretail.model.decisions import Decision, Kind
from wiretail.store import Store
from wiretail.study.advice import Advice

#: So many findings are asked for the tools that they name.
_ASKED = 2000
#: So many turns are asked how they ended.
_TURNS = 1000
_NAMED = 3
#: end -> how grave it is, as severities of findings.
_BAD_ENDS = {"refused": 3, "error": 3, "incomplete": 2, "cancelled": 2}
_OFFERED = frozenset({"tools_unknown", "unknown_tool"})


class Tally:
    """``advice``: what to do; ``worst_end``: the gravest end of a turn, as a severity.

    ``malformed``: how many frames could not be read.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._several = len(store.capture.exchanges) > 1
        self._forget()

    def _forget(self) -> None:
        self._findings = self._turns = 0
        self._tools: dict[str, int] = {}
        self._row, self._severity, self._rule = -1, 0, ""
        self._revision = -1
        self.malformed = self.worst_end = 0

    def update(self, most: int) -> None:
        """Look at what came, at ``most`` findings and as many turns of it."""
        store = self.store
        if self._several and store.revision != self._revision and store.done:
            self._forget()  # exchanges came in any order, and moved rows that were known
        self._revision = store.revision
        last = min(store.finding_count, self._findings + most)
        for number in range(self._findings, last):
            self._look(store.finding(number), asked=number < _ASKED)
        self._findings = last
        last = min(store.turn_count, self._turns + most)
        for number in range(max(self._turns, last - _TURNS), last):
            self.worst_end = max(self.worst_end, _BAD_ENDS.get(store.turn(number).end, 0))
        self._turns = last

    @property
    def advice(self) -> Advice:
        """What to do about the findings."""
        tools = sorted(self._tools, key=lambda tool: -self._tools[tool])[:_NAMED]
        return Advice(tuple(tools), self._row, self._rule)

    @property
    def severity(self) -> int:
        """How grave the gravest finding is, 0 for none."""
        return self._severity

    @property
    def is_whole(self) -> bool:
        """Whether all that the store has was looked at."""
        store = self.store
        return (self._findings, self._turns) == (store.finding_count, store.turn_count)

    def _look(self, row: int, *, asked: bool) -> None:
        record = self.store.row(row)
        self.malformed += record.kind == "error"
        graver = record.severity > self._severity
        passed = asked and record.kind == Kind.PASSED
        item = self.store.item(row) if graver or passed else None
        if graver:
            self._row, self._severity = row, record.severity
            self._rule = item.rule if isinstance(item, Decision) else ""
        if passed and isinstance(item, Decision) and item.reason in _OFFERED:
            tool = item.evidence.get("tool")
            if isinstance(tool, str):
                self._tools[tool] = self._tools.get(tool, 0) + 1
