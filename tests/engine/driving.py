"""Drives a stream with deltas, and tells what came out in words that tests compare."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from wiretail.engine.choice import Choice
from wiretail.engine.proposing import ProposingChoice
from wiretail.engine.stream import Stream
from wiretail.model.calls import Tool
from wiretail.model.decisions import SETTLES_TEXT, Decision, Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndKind,
    TextDelta,
)
from wiretail.model.events import Call, End, Event, Reasoning, Text
from wiretail.model.settings import Profile
from wiretail.model.timeline import plain, runs
from wiretail.model.transcript import Message
from wiretail.profiles import load_profile

Item: TypeAlias = Event | Decision
Step: TypeAlias = str | Delta

NS = "antml" + ":"
OPEN, CLOSE = "<function_calls>", "</function_calls>"
TEXT, REASONING = Channel(), Channel(ChannelKind.REASONING)

#: ``Read`` takes a path and a limit, ``now`` takes nothing, ``any`` takes what comes.
TOOLS = (
    Tool(
        "Read",
        {
            "type": "object",
            "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}},
        },
    ),
    Tool("now", {"type": "object", "properties": {}}),
    Tool("any"),
)


def block(name: str = "Read", **values: str) -> str:
    """Return the markup of a call."""
    body = "".join(f'<parameter name="{key}">{value}</parameter>' for key, value in values.items())
    return f'<invoke name="{name}">{body}</invoke>'


READ = block(path="a.md")


def wrapped(*parts: str) -> str:
    """Return the parts in a wrapper."""
    return OPEN + "".join(parts) + CLOSE


def native(
    name: Any = "now", arguments: Any = "{}", call_id: Any = "c", block: int = 0, **start: Any
) -> list[Delta]:
    """Return the deltas of a native call; arguments that are no string come as a value."""
    channel = Channel(ChannelKind.ARGUMENTS, block=block)
    deltas: list[Delta] = [CallStartDelta(channel, call_id, name, **start)]
    if isinstance(arguments, str):
        return [*deltas, CallArgumentsDelta(channel, arguments), CallEndDelta(channel)]
    return [*deltas, CallEndDelta(channel, arguments)]


@lru_cache
def _profile(name: str) -> Profile:
    return load_profile(name)


def profile_of(name: str, settings: Mapping[str, Any] | None = None) -> Profile:
    """Return a built-in profile with some settings changed."""
    return _profile(name).with_settings(settings or {})


@dataclass
class Driven:
    """What came out: item by item, and after each delta how much was held."""

    items: list[Item] = field(default_factory=list)
    steps: list[list[Item]] = field(default_factory=list)
    held: list[int] = field(default_factory=list)

    def shown(self, channel: Channel = TEXT) -> str:
        """Return the text that a channel showed."""
        kinds = Text | Reasoning
        return "".join(
            item.text for item in self.items if isinstance(item, kinds) and item.channel == channel
        )

    @property
    def text(self) -> str:
        """What the text channel showed."""
        return self.shown()

    @property
    def calls(self) -> list[tuple[str, Any]]:
        """Name and arguments of the whole calls."""
        return [(item.name, item.arguments) for item in self.items if isinstance(item, Call)]

    @property
    def end(self) -> EndKind:
        """How the only turn ended."""
        (end,) = [item.end for item in self.items if isinstance(item, End)]
        return end

    @property
    def order(self) -> list[list[str]]:
        """The bare order of texts, calls and ends."""
        return plain(runs(item for item in self.items if not isinstance(item, Decision)))

    @property
    def decisions(self) -> list[Decision]:
        """Every decision."""
        return [item for item in self.items if isinstance(item, Decision)]

    def of(self, *kinds: Kind) -> list[Decision]:
        """The decisions of some kinds."""
        return [decision for decision in self.decisions if decision.kind in kinds]

    @property
    def told(self) -> list[tuple[str, str, str]]:
        """Kind, rule and reason of the decisions, those about time left out."""
        return [
            (str(decision.kind), decision.rule, decision.reason)
            for decision in self.decisions
            if decision.kind not in {Kind.HELD, Kind.RELEASED}
        ]

    @property
    def timing(self) -> list[tuple[str, str]]:
        """Kind and reason of the decisions about time."""
        return [(str(one.kind), one.reason) for one in self.of(Kind.HELD, Kind.RELEASED)]

    @property
    def verdicts(self) -> list[str]:
        """The fates of the candidates in order of text: ``recovered``, or why they were passed."""
        found = self.of(Kind.RECOVERED, Kind.PASSED)
        found.sort(key=lambda one: one.span.start if one.span else 0)
        return [one.reason or str(one.kind) for one in found]


def drive(
    steps: Iterable[Step],
    profile: str = "vscode-lm",
    *,
    tools: Sequence[Tool] | None = TOOLS,
    end: EndKind | None = EndKind.DONE,
    settings: Mapping[str, Any] | None = None,
    messages: Sequence[Message] | None = None,
) -> Driven:
    """Feed deltas (a string is a delta of the text channel) and close."""
    stream = Stream(profile_of(profile, settings), tools=tools, messages=messages)
    driven = Driven()
    for step in steps:
        delta = TextDelta(TEXT, step) if isinstance(step, str) else step
        driven.steps.append(list(stream.feed_delta(delta)))
        driven.held.append(stream.held_chars)
    driven.steps.append(list(stream.close(end)))
    driven.items = [item for items in driven.steps for item in items]
    return driven


def choices(stream: Stream) -> Iterator[Choice]:
    """Yield the open choices of a stream; of one that only proposes, both of its own."""
    for choice in stream._state.choices.values():
        if isinstance(choice, ProposingChoice):
            yield from (choice.judged, choice.shown)
        else:
            yield choice


def settled(text: str, profile: str = "vscode-lm", **options: Any) -> Driven:
    """Drive a whole text; hold it to the laws that cuts change nothing and that nothing is lost."""
    whole = drive([text], profile, **options)
    for pieces in (list(text), _halves(text), _thirds(text)):
        cut = drive(pieces, profile, **options)
        assert (cut.text, cut.calls, cut.order) == (whole.text, whole.calls, whole.order)
        assert facts(cut) == facts(whole)
    assert_nothing_lost(text, whole)
    return whole


def assert_nothing_lost(text: str, driven: Driven) -> None:
    """Every code point of the text channel is shown, or in one decision that settles it."""
    shown = [
        (one.start, one.start + len(one.text)) for one in driven.items if isinstance(one, Text)
    ]
    gone = [one.span for one in driven.of(*SETTLES_TEXT) if one.span and not one.proposed]
    spans = sorted([*shown, *((span.start, span.end) for span in gone)])
    begins, ends = [0, *(end for _, end in spans)], [*(start for start, _ in spans), len(text)]
    assert begins == ends


def facts(driven: Driven) -> list[tuple[str, ...]]:
    """Return the decisions with their spans, those about time left out: they may differ."""
    return sorted(
        (str(one.kind), one.rule, one.reason, str(one.span))
        for one in driven.decisions
        if one.kind not in {Kind.HELD, Kind.RELEASED}
    )


def _halves(text: str) -> list[str]:
    middle = len(text) // 2
    return [text[:middle], text[middle:]]


def _thirds(text: str) -> list[str]:
    return [text[at : at + 3] for at in range(0, len(text), 3)]
