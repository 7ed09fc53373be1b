"""Runs a rig, and says what came out in the words that the laws compare."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from properties.strategies import Rig
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream
from wiretail.engine.text.surrogates import join
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import CallStartDelta, Channel, ChannelKind, Delta, EndDelta, TextDelta
from wiretail.model.events import (
    Call,
    CallArguments,
    CallStarted,
    CallWithdrawn,
    End,
    Error,
    Event,
    Reasoning,
    Refusal,
    Text,
    Usage,
)

Row: TypeAlias = tuple[Any, ...]
_TIMES = frozenset({Kind.HELD, Kind.RELEASED})


def stream(rig: Rig) -> Stream:
    """Return a stream that was fed nothing yet."""
    return Stream(rig.profile, tools=rig.tools)


def run(rig: Rig) -> Out:
    """Return everything that a rig gives out."""
    started = stream(rig)
    out: Out = []
    for delta in rig.deltas:
        out += started.feed_delta(delta)
    return out + started.close(rig.end)


def decisions(out: Iterable[Event | Decision]) -> list[Decision]:
    """Return the decisions, those about time left out."""
    return [item for item in out if isinstance(item, Decision) and item.kind not in _TIMES]


def events(out: Iterable[Event | Decision]) -> list[Event]:
    """Return the events."""
    return [item for item in out if not isinstance(item, Decision)]


def recovered(out: Iterable[Event | Decision]) -> list[Call]:
    """Return the recovered calls."""
    return [item for item in out if isinstance(item, Call) and item.origin == "recovered"]


# --- what must not hang on how deltas were cut ------------------------------------


@dataclass
class Outcome:
    """What came out, without when and in which frames: a timeline for each choice, and verdicts."""

    timelines: dict[tuple[int, int], list[Row]] = field(default_factory=dict)
    verdicts: list[Row] = field(default_factory=list)


def outcome(out: Sequence[Event | Decision], *, places: bool = False) -> Outcome:
    """Return the outcome; with ``places`` verdicts know their frames and bytes."""
    found = Outcome()
    for event in events(out):
        timeline = found.timelines.setdefault((event.channel.turn, event.channel.choice), [])
        _append(timeline, _row(event))
    # Sorted, since a repair is told of at once while what it stands in may wait.
    found.verdicts = sorted((_verdict(item, places=places) for item in decisions(out)), key=repr)
    return found


def _append(timeline: list[Row], row: Row) -> None:
    last = timeline[-1] if timeline else ("",)
    if row[0] in {"text", "reasoning", "call_arguments"} and last[:-1] == row[:-1]:
        timeline[-1] = (*row[:-1], last[-1] + row[-1])
    else:
        timeline.append(row)


def _row(event: Event) -> Row:
    head = (event.type, event.channel)
    match event:
        case Text() | Reasoning():
            return (*head, event.text)
        case CallArguments():
            return (*head, event.id, event.text)
        case CallStarted():
            return (*head, event.id, event.name, event.origin, event.server)
        case Call():
            call = (event.id, event.name, event.arguments, event.origin, event.server)
            return (*head, *call, event.supersedes, dict(event.evidence))
        case CallWithdrawn():
            return (*head, event.id, event.reason)
        case Usage():
            return (*head, dict(event.usage))
        case Error():
            return (*head, event.code, event.message, event.fatal, event.malformed)
        case Refusal():
            return (*head, event.refusal_class, event.message, dict(event.payload))
        case End():
            return (*head, event.end, event.reason, event.raw, event.redacted)
    raise AssertionError(event)


def _verdict(item: Decision, *, places: bool) -> Row:
    said = (item.kind, item.rule, item.reason, item.channel, item.span, dict(item.evidence))
    placed = (item.frames, item.bytes, item.start, item.end) if places else ()
    return (*said, item.proposed, *placed)


# --- what went in, repaired ----------------------------------------------------------


def inputs(deltas: Iterable[Delta]) -> dict[Channel, str]:
    """Return the repaired text of every channel, as unicode.md 6 has it.

    Halves come together over deltas of a channel, unless a native call, or a new block of the
    kind, comes between.
    """
    segments: dict[Channel, list[list[str]]] = {}
    for delta in deltas:
        match delta:
            case TextDelta():
                if delta.channel not in segments:
                    _cut(segments, delta.channel, {delta.channel.kind})
                    segments[delta.channel] = [[]]
                segments[delta.channel][-1].append(delta.text)
            case CallStartDelta() if not delta.server:
                _cut(segments, delta.channel, {ChannelKind.TEXT, ChannelKind.REASONING})
            case EndDelta():
                break
    return {
        channel: "".join(join("".join(parts))[0] for parts in cut)
        for channel, cut in segments.items()
    }


def _cut(segments: dict[Channel, list[list[str]]], at: Channel, kinds: set[ChannelKind]) -> None:
    for channel, parts in segments.items():
        if (channel.turn, channel.choice) == (at.turn, at.choice) and channel.kind in kinds:
            parts.append([])
