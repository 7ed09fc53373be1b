"""What came out of a stream, in the words of vectors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import Call, End, Event, Refusal
from wiretail.model.timeline import plain, runs
from wiretail.study.summary import Choice, call_object, refusal_object

_BLOCK_RULES = frozenset({"call.enclosed", "call.bare", "echo.block", "echo.run"})
_REMOVED_BLOCK_RULES = frozenset({"call.duplicate", "echo.block", "echo.run"})
_SHOWN_OF_A_CALL = ("name", "arguments", "origin")


class Observed:
    """Collects the events and decisions of one case.

    ``held_after`` is filled by who feeds: the held code points after each delta.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.decisions: list[Decision] = []
        self.held_after: list[int] = []

    def add(self, items: Sequence[Event | Decision]) -> None:
        """Take what one call of the stream gave out."""
        for item in items:
            if isinstance(item, Decision):
                self.decisions.append(item)
            else:
                self.events.append(item)

    def values(self) -> dict[str, Any]:
        """Return a value for every key that a case may expect, but ``never_visible``."""
        whole = Choice()
        for event in self.events:
            whole.add(event)
        said = whole.object()
        calls = whole.calls()
        return {
            "text": said["text"],
            "reasoning": said["reasoning"],
            "tool_calls": [
                {key: call_object(call)[key] for key in _SHOWN_OF_A_CALL} for call in calls
            ],
            "refusal": None if whole.refusal is None else refusal_object(whole.refusal),
            "end": said["end"],
            "stop_reason": said["stop_reason"],
            "timeline": plain(runs(self.events)),
            "blocks": self._blocks(),
            "held_after": self.held_after,
            "supersedes": supersedes(calls),
            "redacted": self._redacted(),
            "decisions": self._decisions(),
        }

    def visible(self, forbidden: str) -> bool:
        """Tell whether a string can be seen anywhere: in one event or decision, or over several."""
        whole = Choice()
        for event in self.events:
            whole.add(event)
        joined = [*whole.object().values(), *("".join(run.parts) for run in runs(self.events))]
        everything: list[Any] = [joined, self.events, self.decisions]
        return any(forbidden in text for text in strings(everything))

    def _redacted(self) -> bool:
        return any(
            event.redacted if isinstance(event, End) else bool(event.payload.get("redacted"))
            for event in self.events
            if isinstance(event, End | Refusal)
        )

    def _decisions(self) -> list[list[Any]]:
        told = [
            decision
            for decision in self.decisions
            if decision.kind not in {Kind.HELD, Kind.RELEASED}
        ]
        return [
            [str(decision.kind), decision.rule, decision.reason or None]
            for decision in sorted(told, key=_place)
        ]

    def _blocks(self) -> list[str | None]:
        """Return what became of each complete candidate, in the order of the spans."""
        found: dict[Any, str | None] = {}
        for decision in sorted(self.decisions, key=_place):
            if not _is_block(decision):
                continue
            key = decision.channel, decision.span
            passed = decision.kind is Kind.PASSED
            # One candidate may be told of twice (as an echo, as a call): gone is gone.
            found[key] = decision.reason if passed and found.get(key, "") is not None else None
        return list(found.values())


def supersedes(calls: Sequence[Call]) -> list[list[int]]:
    """Return [native index, recovered index] for each call that stands for a recovered one."""
    places = {call.id: index for index, call in enumerate(calls)}
    return [
        [index, places[call.supersedes]]
        for index, call in enumerate(calls)
        if call.supersedes is not None and call.supersedes in places
    ]


def strings(value: Any) -> Iterator[str]:
    """Yield every string in a nest of events, decisions and JSON values, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)
    elif hasattr(value, "__dataclass_fields__"):
        for entry in fields(value):
            yield from strings(getattr(value, entry.name))


def _is_block(decision: Decision) -> bool:
    match decision.kind:
        case Kind.RECOVERED:
            return True
        case Kind.REMOVED:
            # What was said of an event (a superseded call) is no block of the text.
            return decision.rule in _REMOVED_BLOCK_RULES and decision.span is not None
        case Kind.PASSED if decision.rule in _BLOCK_RULES:
            return decision.evidence.get("complete") is not False
    return False


def _place(decision: Decision) -> tuple[int, int, int]:
    """Order by delta, then begin of span; what is said of the whole turn comes last."""
    on_turn = decision.rule.startswith("turn.") or decision.rule == "scaffold.trip"
    if decision.frames is None or (on_turn and decision.span is None):
        return 1, 0, 0
    begin = decision.span.start if decision.span is not None else 0
    return 0, decision.frames[0], begin
