"""One JSON object for each exchange, turn and choice (design page: the command line)."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from wiretail.model.decisions import Decision
from wiretail.model.deltas import ChannelKind
from wiretail.model.events import Call, End, Error, Event, Reasoning, Refusal, Text, Usage
from wiretail.model.timeline import Timeline
from wiretail.study.findings import finding
from wiretail.study.rows import plain


def call_object(call: Call) -> dict[str, Any]:
    """Return a call as summaries write it."""
    return {
        "name": call.name,
        "arguments": plain(call.arguments),
        "origin": str(call.origin),
        "server": call.server,
    }


def refusal_object(refusal: Refusal) -> dict[str, Any]:
    """Return a refusal as summaries write it: its class and the kind of its channel."""
    return {"class": refusal.refusal_class, "channel": str(refusal.channel.kind)}


class Choice:
    """What came of one choice of one turn."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.reasoning: list[str] = []
        self.provider_refusal: list[str] = []
        self.timeline = Timeline()
        self.refusal: Refusal | None = None
        self.end: End | None = None
        self.usage: Usage | None = None
        self.decisions: Counter[str] = Counter()
        self._findings: list[tuple[int, str]] = []

    def add(self, event: Event) -> None:
        """Take one event of this choice."""
        self.timeline.add(event)
        match event:
            case Text() if event.channel.kind is ChannelKind.REFUSAL:
                self.provider_refusal.append(event.text)
            case Text():
                self.text.append(event.text)
            case Reasoning():
                self.reasoning.append(event.text)
            case Usage():
                self.usage = event
            case Refusal():
                self.refusal = event
            case End():
                self.end = event

    def count(self, item: Decision | Error, order: int) -> None:
        """Take a decision, or a malformed frame, for the counts; ``order`` says when it came."""
        if isinstance(item, Decision):
            self.decisions[str(item.kind)] += 1
        found = finding(item)
        if found is not None:
            self._findings.append((order, found.reason))

    @property
    def findings(self) -> list[str]:
        """The reasons of the findings, as they came."""
        return [reason for _, reason in sorted(self._findings)]

    @property
    def ended(self) -> bool:
        """Whether its end or its refusal came."""
        return self.end is not None or self.refusal is not None

    def calls(self) -> list[Call]:
        """Return the whole calls, in the order of the place of their first delta."""
        return [run.event for run in self.timeline.runs() if isinstance(run.event, Call)]

    def object(self) -> dict[str, Any]:
        """Return what was said and done, as JSON data."""
        end = self.end
        answer: dict[str, Any] = {
            "text": "".join(self.text),
            "reasoning": "".join(self.reasoning),
            "tool_calls": [call_object(call) for call in self.calls()],
            "refusal": None if self.refusal is None else refusal_object(self.refusal),
            "end": None if end is None else str(end.end),
            "stop_reason": None if end is None or end.reason is None else str(end.reason),
            "stop_reason_raw": (end.raw or None) if end is not None else None,
        }
        if self.provider_refusal:
            answer["provider_refusal"] = "".join(self.provider_refusal)
        return answer


class _Loose(NamedTuple):
    """What belongs to a frame and to no choice."""

    frame: int
    item: Decision | Error
    order: int


class Summary:
    """Collects the events and decisions of one exchange to one object a turn and choice."""

    def __init__(self, exchange: int = 0) -> None:
        self.exchange = exchange
        self._choices: dict[tuple[int, int], Choice] = {}
        self._begins: dict[int, int] = {}  # turn -> its first frame
        self._last_end = -1
        self._loose: list[_Loose] = []
        self._count = 0

    def add(self, item: Event | Decision) -> None:
        """Take one event or decision."""
        channel, frame = item.channel, _frame(item)
        self._count += 1
        if isinstance(item, Decision) and channel is None:
            self._loose.append(_Loose(frame, item, self._count))
        if isinstance(item, Error) and item.malformed:
            self._loose.append(_Loose(frame, item, self._count))
        if channel is None:
            return
        self._begin(channel.turn, frame)
        choice = self._choices.setdefault((channel.turn, channel.choice), Choice())
        if isinstance(item, Decision):
            choice.count(item, self._count)
            return
        if isinstance(item, End | Refusal):
            self._last_end = max(self._last_end, frame)
        choice.add(item)

    def objects(self, frames: int) -> list[dict[str, Any]]:
        """Return the objects, by turn and choice; ``frames`` is how many the exchange had.

        To be asked for once, when everything was added. What never ended is no turn (a record
        that cannot be read, in front of the first turn or behind the last).
        """
        ended = {key: choice for key, choice in sorted(self._choices.items()) if choice.ended}
        malformed = self._settle_loose(ended)
        spans = self._spans(frames)
        usages = _usages(ended)
        return [
            {
                "exchange": self.exchange,
                "turn": turn,
                "choice": number,
                **choice.object(),
                "usage": usages.get(turn) if choice.usage is None else _told(choice),
                "frames": spans[turn],
                "malformed_frames": malformed[turn],
                "decisions": dict(choice.decisions),
                "findings": choice.findings,
            }
            for (turn, number), choice in ended.items()
        ]

    def _begin(self, turn: int, frame: int) -> None:
        """Note where a turn begins: behind the end of the one before, or at its own first event."""
        if turn in self._begins:
            return
        if not self._begins:
            self._begins[turn] = 0
            return
        ended = self._last_end >= max(self._begins.values())
        self._begins[turn] = min(frame, self._last_end + 1) if ended else frame

    def _spans(self, frames: int) -> dict[int, int]:
        """Return how many frames each turn has; what lies between two belongs to the second."""
        begins = [*sorted(self._begins.items()), (-1, frames)]
        return {turn: after - begin for (turn, begin), (_, after) in pairwise(begins)}

    def _settle_loose(self, ended: Mapping[tuple[int, int], Choice]) -> Counter[int]:
        """Count what lies in no channel for the first choice of the turn whose frame it stands in.

        Returns how many malformed frames each turn has.
        """
        malformed: Counter[int] = Counter()
        firsts: dict[int, Choice] = {}
        for (turn, _), choice in ended.items():
            firsts.setdefault(turn, choice)
        for frame, item, order in self._loose:
            behind = [turn for turn in firsts if self._begins[turn] <= frame]
            turn = max(behind, default=min(firsts, default=-1))
            if turn in firsts:
                firsts[turn].count(item, order)
                malformed[turn] += isinstance(item, Error)
        return malformed


def _frame(item: Event | Decision) -> int:
    if isinstance(item, Decision):
        return item.frames[0] if item.frames else 0
    return item.frame


def _usages(ended: Mapping[tuple[int, int], Choice]) -> dict[int, Any]:
    """Return the first usage that was told in each turn: providers count the turn as a whole."""
    found: dict[int, Any] = {}
    for (turn, _), choice in ended.items():
        if turn not in found and choice.usage is not None:
            found[turn] = _told(choice)
    return found


def _told(choice: Choice) -> Any:
    return None if choice.usage is None else plain(choice.usage.usage)
