"""Strings the parts of the stage together over plain lists, as a turn would."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.fate import Fate, Rewritten, Show, Told
from wiretail.engine.echo.hold import EchoHold
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.text.sizes import utf8_length
from wiretail.model.decisions import Decision, Kind

RULES = EchoRules()


@dataclass(frozen=True)
class Other:
    """Reasoning, or any other event that keeps its place."""

    text: str


#: Text of the channel, or another event.
Step: TypeAlias = str | Other


def block(body: str, name: str = "exec", tail: str = "</parameter></function>") -> str:
    """Return the markup of a block."""
    return f"<tool_call><function={name}>{body}{tail}</tool_call>"


def call(arguments: str, *names: str, freeform: bool = False) -> EchoCall:
    """Return a call of ``exec``, or of these names."""
    return EchoCall(names or ("exec",), arguments, freeform)


@dataclass
class Driven:
    """What came out of a response."""

    hold: EchoHold
    fates: list[Fate] = field(default_factory=list)
    log: list[Step] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    rewritten: list[Rewritten] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)

    def take(self, fates: Iterable[Fate]) -> None:
        """Take what was said; hold it to the lists of decisions and to the order of text."""
        for fate in fates:
            if isinstance(fate, Told):
                Decision(fate.kind, fate.rule, fate.reason)
                assert fate.start < fate.end
            self.fates.append(fate)

    @property
    def told(self) -> list[Told]:
        """Every decision."""
        return [fate for fate in self.fates if isinstance(fate, Told)]

    @property
    def facts(self) -> list[tuple[str, str, int, int]]:
        """The decisions that no cut may change."""
        return [
            (one.kind, one.reason, one.start, one.end)
            for one in self.told
            if one.kind is not Kind.HELD and one.reason not in {"not_a_marker", "end_of_turn"}
        ]

    @property
    def verdicts(self) -> list[str | None]:
        """What became of each complete block; None: it is gone."""
        return [
            None if one.kind is Kind.REMOVED else one.reason
            for one in self.told
            if one.kind in {Kind.REMOVED, Kind.PASSED} and one.evidence.get("complete", True)
        ]

    @property
    def timing(self) -> list[tuple[str, str]]:
        """Kind and reason of the decisions about time."""
        kinds = {Kind.HELD, Kind.RELEASED}
        return [(one.kind, one.reason) for one in self.told if one.kind in kinds]

    @property
    def timeline(self) -> list[tuple[str, str]]:
        """What is given out, adjacent text joined."""
        gone = [(one.start, one.end) for one in self.told if one.kind is Kind.REMOVED]
        runs: list[tuple[str, str]] = []
        at = 0
        for step in self.log:
            if isinstance(step, Other):
                runs.append(("other", step.text))
                continue
            end = at + len(step)
            edges = sorted({at, end, *(max(at, min(end, edge)) for pair in gone for edge in pair)})
            for start, stop in pairwise(edges):
                if not any(begin <= start and stop <= over for begin, over in gone):
                    runs.append(("text", step[start - at : stop - at]))
            at = end
        return joined(runs)

    @property
    def text(self) -> str:
        """What is shown of the channel."""
        return "".join(text for kind, text in self.timeline if kind == "text")


def joined(runs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Join adjacent runs of one kind."""
    out: list[tuple[str, str]] = []
    for kind, text in runs:
        if out and out[-1][0] == kind:
            out[-1] = kind, out[-1][1] + text
        else:
            out.append((kind, text))
    return out


def drive(
    steps: Iterable[Step],
    calls: Sequence[EchoCall] = (),
    rules: EchoRules = RULES,
    *,
    fails: bool = False,
) -> Driven:
    """Feed steps, then end the response."""
    hold = EchoHold(rules)
    driven = Driven(hold)
    for step in steps:
        driven.log.append(step)
        if isinstance(step, Other):
            driven.take(hold.queue(utf8_length(step.text)))
        elif not hold.passes(step):
            driven.take(hold.feed(step))
        else:
            driven.take([Show(hold.end)])
        driven.held.append(hold.held_chars)
    driven.arguments = [one.arguments for one in calls]
    if fails:
        driven.take(hold.give_up())
    else:
        fates, driven.rewritten = hold.settle(calls)
        driven.take(fates)
        for change in driven.rewritten:
            driven.arguments[change.call] = change.arguments
    _nothing_is_lost(driven)
    return driven


def _nothing_is_lost(driven: Driven) -> None:
    """Shows and removals cover the channel, in order, once."""
    hold, at = driven.hold, 0
    for fate in driven.fates:
        if isinstance(fate, Show):
            assert fate.end >= at
            at = fate.end
        elif fate.kind is Kind.REMOVED:
            assert fate.start == at
            at = fate.end
    assert at == hold.start == hold.end
    assert hold.held_chars == hold.held_bytes == 0
