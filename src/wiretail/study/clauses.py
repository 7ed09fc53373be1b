"""The clauses of a verdict: what one kind of finding comes to."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import Error, Event
from wiretail.study.findings import ECHO_RULES, Finding, Severity, say
from wiretail.study.wording import Where, counted, frames, names

#: The rules whose candidates are tool calls; of others (scaffolding) the row's sentence tells.
CALL_RULES = frozenset({"call.enclosed", "call.bare"})


class Rank(IntEnum):
    """What comes first in a verdict."""

    REFUSED = 0
    MALFORMED = 1
    ERROR = 2
    END = 3
    LEAKED = 4
    RECOVERED = 5
    WARNING = 6
    LEFT = 7  # a call stands as text, and that may well be right
    NOTE = 8


class Clause(NamedTuple):
    """A part of the sentence, without capital and full stop."""

    rank: Rank
    words: str


@dataclass(slots=True)
class Group:
    """Findings of one kind and reason: how many, which tools, where."""

    finding: Finding
    proposed: bool = False
    count: int = 0
    tools: list[str] = field(default_factory=list)
    places: list[Where] = field(default_factory=list)

    def add(self, exchange: int, item: Event | Decision) -> None:
        """Take one finding."""
        self.count += 1
        if not isinstance(item, Decision):
            self.places.append(Where(exchange, item.frame, item.frame))
            return
        if item.frames is not None:
            self.places.append(Where(exchange, *item.frames))
        tool = item.evidence.get("tool")
        if isinstance(tool, str):
            self.tools.append(tool)

    def join(self, other: "Group") -> None:
        """Take the findings of another group of the same kind and reason."""
        self.count += other.count
        self.tools += other.tools
        self.places += other.places


def clause(group: Group, *, exchanges: bool = False) -> Clause | None:
    """Return what a group comes to; None for what a refusal event says already.

    ``exchanges``: the capture has several, so places name theirs.
    """
    item, row = group.finding.item, group.finding.row
    if isinstance(item, Error):
        what = counted(group.count, "frame")
        return Clause(Rank.MALFORMED, f"{what} cannot be read: {_where(group, exchanges)}")
    match item.kind:
        case Kind.REFUSED:
            return _would_refuse(group, exchanges) if group.proposed else None
        case Kind.RECOVERED:
            return _recovered(group, exchanges)
        case Kind.PASSED if item.rule in CALL_RULES:
            return _left(group, exchanges)
        case Kind.PASSED if item.rule in ECHO_RULES:
            return _echo_left(group, exchanges)
    counts = "{n}" in row.sentence
    times = f"{group.count:,} times, " if group.count > 1 and not counts else ""
    said = say(row.sentence, proposed=group.proposed, count=group.count if counts else 1)
    where = f"{times}{_tools_and_where(group, exchanges, unknown='')}".removesuffix(", ")
    words = f"{said[0].lower()}{said[1:]}".removesuffix(".") + (f" ({where})" if where else "")
    return Clause(Rank.NOTE if row.severity is Severity.NOTE else Rank.WARNING, words)


def _recovered(group: Group, exchanges: bool) -> Clause:
    was = say("{was}", proposed=group.proposed, count=group.count)
    calls = counted(group.count, "leaked tool call")
    hint = "; this profile changes nothing" if group.proposed else ""
    words = f"{calls} {was} recovered: {_tools_and_where(group, exchanges)}{hint}"
    return Clause(Rank.RECOVERED, words)


def _left(group: Group, exchanges: bool) -> Clause:
    row, many = group.finding.row, group.count > 1
    leaked = "leaked" if row.severity > Severity.NOTE else "stand" if many else "stands"
    rank = Rank.LEFT if row.severity is Severity.NOTE else Rank.LEAKED
    calls = counted(group.count, "tool call")
    would = f"{'they' if many else 'it'} would not be" if group.proposed else "not"
    why = say(row.clause, count=group.count)
    words = (
        f"{calls} {leaked} as text: {_tools_and_where(group, exchanges)}; "
        f"{would} recovered because {why}"
    )
    if group.finding.reason == "tools_unknown":
        words += f" (offer {'them' if many else 'it'}: --tools any, or --tools FILE)"
    return Clause(rank, words)


def _echo_left(group: Group, exchanges: bool) -> Clause:
    echoes = counted(group.count, "seeming echo of a call", "seeming echoes of calls")
    stays = say("{stays}", proposed=group.proposed, count=group.count)
    why = say(group.finding.row.clause, count=group.count)
    words = (
        f"{echoes} {stays} text: {_tools_and_where(group, exchanges)}; not removed because {why}"
    )
    return Clause(Rank.LEFT, words)


def _would_refuse(group: Group, exchanges: bool) -> Clause:
    turns = "a turn" if group.count == 1 else counted(group.count, "turn")
    why = group.finding.row.clause
    return Clause(Rank.REFUSED, f"{turns} would be refused: {why} ({_where(group, exchanges)})")


def _tools_and_where(group: Group, exchanges: bool, unknown: str = "no place known") -> str:
    parts = (names(group.tools), _where(group, exchanges))
    return ", ".join(part for part in parts if part) or unknown


def _where(group: Group, exchanges: bool) -> str:
    return frames(group.places, exchanges=exchanges)
