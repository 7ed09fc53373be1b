"""Events and decisions as rows of JSON: the one place that gives them a form.

``inspect --format json``, the window's rows and the worker's columns are all made here.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from wiretail.model.decisions import Decision
from wiretail.model.deltas import Channel
from wiretail.model.events import CallArguments, Event, Reasoning, Text
from wiretail.model.span import Place, Span
from wiretail.store import Store
from wiretail.store.places import Places

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

#: Fields that every row gives in a form of its own.
_OF_EVENTS = frozenset({"channel", "frame", "start", "tail"})
_OF_DECISIONS = frozenset({"channel", "span", "frames", "bytes", "start", "end", "reason"})
#: What a terminal may act on, or hide: escaped, which JSON reads back as the same character.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def row(item: Event | Decision, exchange: int = 0, places: Places | None = None) -> dict[str, Any]:
    """Return one event or decision as plain JSON data.

    Every row has ``exchange``, ``type`` (an event's, or ``decision``), ``turn``, ``choice``,
    ``channel`` (its kind), ``block``, ``span`` (code points of the channel), ``frames`` (first and
    last) and ``bytes`` (of the capture); null where there is none. Then come the fields of its own.
    """
    if isinstance(item, Decision):
        return _decision_row(item, exchange, places)
    where = places.of(item) if places is not None else None
    head = _head(item.type, exchange, item.channel)
    head |= {"span": _span(item), "frames": _frames(item), "bytes": _pair(where)}
    return head | _rest(item, _OF_EVENTS)


def _frames(event: Event) -> list[int]:
    last = event.tail.frame if isinstance(event, Text | Reasoning) and event.tail else event.frame
    return [event.frame, last]


def line(data: Mapping[str, Any]) -> str:
    """Return a row, or a summary, as one line of JSON without its line break.

    Characters that act on terminals or cannot be seen are escaped; all others stand as they are.
    """
    text = _ENCODER.encode(data)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def plain(value: Any) -> Any:
    """Return a value of an event or of evidence as JSON data: spans and places as lists."""
    if isinstance(value, Span):
        return [value.start, value.end]
    if isinstance(value, Place):
        return [value.frame, value.path, value.offset]
    if isinstance(value, Channel):
        return [str(value.kind), value.choice, value.block, value.turn]
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value


def _decision_row(decision: Decision, exchange: int, places: Places | None) -> dict[str, Any]:
    where = places.of(decision) if places is not None else decision.bytes
    head = _head("decision", exchange, decision.channel)
    head |= {
        "span": _pair(decision.span),
        "frames": plain(decision.frames),
        "bytes": _pair(where),
        "start": plain(decision.start),
        "end": plain(decision.end),
    }
    return head | {"reason": decision.reason or None} | _rest(decision, _OF_DECISIONS)


def _head(kind: str, exchange: int, channel: Channel | None) -> dict[str, Any]:
    return {
        "exchange": exchange,
        "type": kind,
        "turn": None if channel is None else channel.turn,
        "choice": None if channel is None else channel.choice,
        "channel": None if channel is None else str(channel.kind),
        "block": None if channel is None else channel.block,
    }


def _rest(item: Event | Decision, given: frozenset[str]) -> dict[str, Any]:
    names = [entry.name for entry in fields(item) if entry.name not in given]
    return {name: plain(getattr(item, name)) for name in names}


def _span(event: Event) -> list[int] | None:
    if not isinstance(event, Text | Reasoning | CallArguments):
        return None
    return [event.start, event.start + len(event.text)]


def _pair(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def stored_row(store: Store, number: int) -> dict[str, Any]:
    """Return a row of a store: the same data as ``inspect --format json`` prints for it."""
    exchange = store.row(number).exchange
    return row(store.item(number), exchange, store.places(exchange))
