"""What a row of the flat list is called and what it shows, in words that are safe to print."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from wiretail.model.decisions import SETTLES_TEXT, Decision
from wiretail.model.deltas import Channel
from wiretail.model.events import (
    Call,
    CallStarted,
    End,
    Error,
    Event,
    Reasoning,
    Refusal,
    RetrySuggested,
    Text,
    Usage,
)
from wiretail.model.timeline import Run
from wiretail.study.findings import QUOTED, finding
from wiretail.study.rows import line, plain
from wiretail.study.visible import name, visible
from wiretail.study.wording import counted

#: So much of a text is shown in one row (code points).
SHOWN = 400
#: Rules that take out text of any length: a row says how much it was.
_SIZED = ("scaffold.", "echo.", "call.duplicate")
#: What every refusal says, and a row that is called "refused" need not.
_REFUSED, _CONTAINED = "The turn was refused: ", " The content is not repeated here."


class Described(NamedTuple):
    """``frames`` is ``7`` or ``3-9``; ``severity`` the letter of a finding (E, W, N), or empty."""

    frames: str
    what: str
    channel: str
    detail: str
    severity: str = ""
    tint: str = ""
    is_decision: bool = False


def describe(row: Run | Decision) -> Described:
    """Return the words for a run or a decision."""
    if isinstance(row, Decision):
        return _decision(row)
    frames = _frames(row.first, row.last)
    what, detail = _event(row)
    found = finding(row.event)
    if found is None:
        return Described(frames, what, channel_name(row.channel), detail)
    letter, tint = found.row.severity.letter, found.row.tint
    return Described(frames, what, channel_name(row.channel), detail, letter, tint)


def channel_name(channel: Channel | None) -> str:
    """Return ``text``, ``text 1`` (its block), with choice and turn if not the first."""
    if channel is None:
        return ""
    words = [str(channel.kind)]
    if channel.block:
        words.append(str(channel.block))
    if channel.choice:
        words.append(f"choice {channel.choice}")
    if channel.turn:
        words.append(f"turn {channel.turn}")
    return " ".join(words)


def _decision(decision: Decision) -> Described:
    frames = _frames(*decision.frames) if decision.frames is not None else ""
    found = finding(decision)
    said = found.sentence if found is not None else _words(decision)
    beside = ", ".join(_beside(decision))
    detail = f"{said}{f' ({beside})' if beside else ''} [{decision.rule}]"
    return Described(
        frames,
        f"{'would be ' if decision.proposed else ''}{str(decision.kind).replace('_', ' ')}",
        channel_name(decision.channel),
        detail,
        found.row.severity.letter if found is not None else "",
        found.row.tint if found is not None else "",
        is_decision=True,
    )


def _words(decision: Decision) -> str:
    """Return what a decision says that is no finding."""
    quoted = QUOTED.get(decision.reason)
    if quoted is None:
        return decision.reason.replace("_", " ")
    return f"Quoted {quoted}: it {'would stay' if decision.proposed else 'stays'} text."


def _beside(decision: Decision) -> Iterator[str]:
    """Yield the tool that a decision names, and the length of text that it takes out."""
    tool, span = decision.evidence.get("tool"), decision.span
    if isinstance(tool, str):
        yield name(tool)
    if span and decision.kind in SETTLES_TEXT and decision.rule.startswith(_SIZED):
        yield counted(len(span), "code point")


def _frames(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _event(run: Run) -> tuple[str, str]:
    """Return what a run is called, and what it shows."""
    event: Event = run.event
    match event:
        case Text() | Reasoning():
            return event.type, visible("".join(run.parts), SHOWN)
        case CallStarted():
            return "call (never whole)", name(event.name)
        case Call():
            return _call(event)
        case RetrySuggested():
            return "retry suggested", name(event.tool)
        case Usage():
            return "usage", _json(event.usage)
        case Error():
            return "error", f"{name(event.code)}: {visible(event.message, SHOWN)}"
        case Refusal():
            return "refused", _refused(event)
        case End():
            return "end", _end(event)
    return event.type, ""


def _refused(refusal: Refusal) -> str:
    """Return why, in the refusal's own fixed sentence."""
    why = refusal.message.removeprefix(_REFUSED).removesuffix(_CONTAINED)
    return visible(f"{why[:1].upper()}{why[1:]}", SHOWN)


def _call(call: Call) -> tuple[str, str]:
    words = "call of the provider" if call.server else f"call, {call.origin}"
    arguments = call.arguments
    shown = visible(arguments, SHOWN) if isinstance(arguments, str) else _json(arguments)
    return words, f"{name(call.name)} {shown}"


def _end(end: End) -> str:
    words = [str(end.end)]
    if end.reason is not None:
        words.append(str(end.reason))
    if end.raw and end.raw != str(end.reason):
        words.append(f"({name(end.raw)})")
    return " ".join(words)


def _json(value: Mapping[str, Any]) -> str:
    return visible(line(plain(value)), SHOWN)
