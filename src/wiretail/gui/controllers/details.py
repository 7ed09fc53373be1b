"""What the inspector says of a selection: the state, the reason, the fields, the raw frames."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wiretail.gui.controllers.selection import Selection
from wiretail.model.decisions import Decision
from wiretail.model.events import Call, Event
from wiretail.store import Store
from wiretail.study.describe import channel_name
from wiretail.study.findings import finding
from wiretail.study.holds import Hold, hold_of
from wiretail.study.masks import Masks, hide_secrets
from wiretail.study.rows import stored_row
from wiretail.study.rules import RULES
from wiretail.study.visible import name
from wiretail.study.wording import counted

#: So much of the raw frames is shown (bytes), of so many frames.
_RAW = 65_536
_RAW_FRAMES = 16


class Pair(NamedTuple):
    """One line: what, and how it is."""

    label: str
    value: str


@dataclass(slots=True)
class Details:
    """Empty lists for what there is nothing to say about."""

    title: str = ""
    rule: str = ""
    state: list[Pair] = field(default_factory=list)
    reason: list[Pair] = field(default_factory=list)
    fields: list[Pair] = field(default_factory=list)
    raw: str = ""


def row_of(store: Store, selection: Selection) -> int:
    """Return the row that a selection is about, -1 for none: the one meant, else the closest."""
    if 0 <= selection.row < store.row_count:
        return selection.row
    rows = store.rows_of_bytes(selection.byte_start, max(selection.byte_end, 1), 200)
    best, least = -1, -1
    for row in rows:
        where = store.bytes_of_row(row)
        if where is None or where.end <= selection.byte_start:
            continue
        if where.start < selection.byte_end:
            missed = abs(where.start - selection.byte_start) + abs(where.end - selection.byte_end)
            if best < 0 or missed < least:
                best, least = row, missed
    return best if best >= 0 else (rows[0] if rows else -1)


def details(store: Store, masks: Masks, selection: Selection, *, revealed: bool) -> Details:
    """Return what is to be said of a selection."""
    row = row_of(store, selection)
    answer = Details(raw=_raw(store, masks, selection, row, revealed=revealed))
    if row < 0:
        answer.title = f"bytes {selection.byte_start:,} to {selection.byte_end:,}"
        answer.state = [Pair("Bytes", answer.title), Pair("Events", "none is about these bytes")]
        return answer
    item = store.item(row)
    answer.title = _title(item)
    answer.state = list(_state(store, row, item))
    if isinstance(item, Decision):
        answer.rule = item.rule
        answer.reason = list(_reason(item))
    elif isinstance(item, Call) and item.evidence:
        answer.reason = list(_evidence(item.evidence))
    answer.fields = list(_flat(stored_row(store, row)))
    for pairs in (answer.state, answer.reason, answer.fields):
        pairs[:] = [Pair(label, hide_secrets(value)) for label, value in pairs]
    return answer


def _title(item: Event | Decision) -> str:
    if isinstance(item, Decision):
        would = "would be " if item.proposed else ""
        return f"{would}{str(item.kind).replace('_', ' ')} by {item.rule}"
    return item.type.replace("_", " ")


def _state(store: Store, row: int, item: Event | Decision) -> Iterator[Pair]:
    record = store.row(row)
    yield Pair("What", _title(item))
    found = finding(item)
    if found is not None:
        yield Pair("Why", found.sentence)
    if record.channel is not None:
        yield Pair("Channel", channel_name(record.channel))
    if record.end > record.start:
        size = counted(record.end - record.start, "code point")
        yield Pair("Span", f"{record.start:,} to {record.end:,}, {size}")
    where = store.bytes_of_row(row)
    if where is not None:
        yield Pair("Bytes", f"{where.start:,} to {where.end:,}, {counted(len(where), 'byte')}")
    frames = store.frames_of_row(row)
    if frames:
        yield Pair("Frames", _range(record.first, record.last))
        exact = where is not None and len(where)
        chunks = (
            store.chunks_of_bytes(where.start, where.end)
            if where is not None and exact
            else store.chunks_of_frames(frames[0], frames[-1])
        )
        if chunks:
            yield Pair("From chunks", _chunk_words(store, chunks))
    hold = hold_of(store, row)
    if hold is not None:
        yield from _hold(store, hold)


def _hold(store: Store, hold: Hold) -> Iterator[Pair]:
    span = hold.decision.span
    if span is not None:
        yield Pair("Held", f"{counted(len(span), 'code point')}: {_words(hold.decision.reason)}")
    if hold.chunks:
        yield Pair("Held from, to", _chunk_words(store, hold.chunks))
    if hold.settling is None:
        yield Pair("Resolved", "not yet")
        return
    reason = f", {_words(hold.settling.reason)}" if hold.settling.reason else ""
    yield Pair("Resolved", f"{_words(hold.settling.kind)}{reason} by {hold.settling.rule}")


def _reason(decision: Decision) -> Iterator[Pair]:
    found = finding(decision)
    if found is not None:
        yield Pair("Finding", found.sentence)
    elif decision.reason:
        yield Pair("Reason", _words(decision.reason))
    rule = RULES.get(decision.rule)
    yield Pair("Rule", decision.rule)
    if rule is not None:
        yield Pair("Says", rule.sentence)
        yield Pair("Page", rule.page)
    if decision.proposed:
        yield Pair("Proposed", "this profile changes nothing; it says what it would do")
    yield from _evidence(decision.evidence)


def _evidence(evidence: Mapping[str, Any]) -> Iterator[Pair]:
    for key, value in evidence.items():
        if key == "gates" and isinstance(value, Mapping):
            stopped = [_words(gate) for gate, said in value.items() if said == "fail"]
            passed = sum(said == "pass" for said in value.values())
            yield Pair(
                "Gates", f"{passed} passed" + (f", failed: {', '.join(stopped)}" * bool(stopped))
            )
            yield from (
                Pair(f"  {_words(gate)}", _words(str(said))) for gate, said in value.items()
            )
        elif isinstance(value, Mapping):
            yield from _flat(value, _words(key).capitalize())
        else:
            yield Pair(_words(key).capitalize(), _plain(value))


def _flat(value: Any, path: str = "") -> Iterator[Pair]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    elif value is not None:
        yield Pair(path, _plain(value))


def _raw(store: Store, masks: Masks, selection: Selection, row: int, *, revealed: bool) -> str:
    frames = store.frames_of_bytes(selection.byte_start, selection.byte_end)
    if not frames and row >= 0:
        frames = store.frames_of_row(row)
    parts: list[str] = []
    size = 0
    for number in frames[:_RAW_FRAMES]:
        frame = store.frame(number)
        end = min(frame.end, frame.start + _RAW - size)
        data = masks.masked(frame.start, end, revealed=revealed)
        parts.append(data.decode("utf-8", "backslashreplace").rstrip("\r\n"))
        size += end - frame.start
        if size >= _RAW:
            break
    return "\n\n".join(parts)


def _chunk_words(store: Store, chunks: range) -> str:
    first, last = store.chunk(chunks[0]), store.chunk(chunks[-1])
    return _range(first.number, last.number)


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def _words(code: str) -> str:
    return code.replace("_", " ")


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return name(value) if len(value) <= 64 else value[:400]
    if isinstance(value, list | tuple):
        return ", ".join(_plain(inner) for inner in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)
