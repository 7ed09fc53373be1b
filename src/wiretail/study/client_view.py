"""What the client would have seen of a channel: as it came, and as it is given out.

Every code point of a channel is in an event or in one decision that settles text, so the text as it
came is all of them in order; nothing has to be run again.
"""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from wiretail.captures import Capture
from wiretail.model.decisions import SETTLES_TEXT, Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.store import Store
from wiretail.study.findings import row_of
from wiretail.study.masks import MASK, Masks, hide_secrets

#: So much of a channel is put together (code points); what is behind it is said to be there.
LIMIT = 65_536
_MOST_ROWS = 200_000


class Piece(NamedTuple):
    """Code points ``[start, end)`` of a text; ``role`` is that of a highlight, or empty."""

    start: int
    end: int
    role: str
    row: int


@dataclass(slots=True)
class View:
    """A channel before and after; ``cut`` where only the beginning is shown."""

    channel: Channel
    before: str = ""
    after: str = ""
    pieces: list[Piece] = field(default_factory=list)
    cut: bool = False


def channels_of(store: Store, exchange: int, limit: int = 20_000) -> list[Channel]:
    """Return the channels of an exchange that carry text, in order of appearance."""
    found: dict[Channel, None] = {}
    for number in _of_exchange(store, exchange)[:limit]:
        record = store.row(number)
        if record.channel is not None and record.end > record.start:
            found.setdefault(record.channel)
    return list(found)


def client_view(
    store: Store, exchange: int, channel: Channel, masks: Masks, *, revealed: bool = False
) -> View:
    """Return a channel as a client would have seen it, and as it is given out."""
    view = View(channel)
    before: list[str] = []
    after: list[str] = []
    size = 0
    for row in _rows(store, exchange, channel):
        record = store.row(row)
        if size >= LIMIT:
            view.cut = True
            break
        if record.type != "decision":
            text = store.text(row)[: LIMIT - size]
            view.cut = view.cut or len(text) < record.end - record.start
            after.append(text)
        else:
            hidden = masks.contains(row) and not revealed
            text, role = _settled(store, row, hidden=hidden)
            if text:
                view.pieces.append(Piece(size, size + len(text), role, row))
        before.append(text)
        size += len(text)
    view.before, view.after = hide_secrets("".join(before)), hide_secrets("".join(after))
    return view


def _rows(store: Store, exchange: int, channel: Channel) -> list[int]:
    """Return the rows that hold the text of a channel, by their place in it."""
    found: list[tuple[int, int]] = []
    for number in _of_exchange(store, exchange)[:_MOST_ROWS]:
        record = store.row(number)
        if record.channel != channel or record.end <= record.start:
            continue
        if record.type != "decision" or record.kind in SETTLES_TEXT:
            found.append((record.start, number))
            if record.start > LIMIT:
                break
    return [number for _, number in sorted(found)]


def _of_exchange(store: Store, exchange: int) -> range:
    rows = range(store.row_count)
    first = bisect_left(rows, exchange, key=lambda number: store.row(number).exchange)
    end = bisect_left(rows, exchange + 1, key=lambda number: store.row(number).exchange)
    return range(first, end)


def _settled(store: Store, row: int, *, hidden: bool) -> tuple[str, str]:
    """Return the text that a decision settles, and the role that it plays."""
    decision = store.item(row)
    if not isinstance(decision, Decision) or decision.span is None or decision.proposed:
        return "", ""
    text = "" if hidden else store.text(row)
    if not text and decision.kind is Kind.REFUSED:
        hidden = True  # it reaches over so many frames that it is not read again
    if hidden:
        return MASK * min(len(decision.span), 4096), "refused"
    return text, row_of(decision).tint


def request_of(capture: Capture, exchange: int) -> object:
    """Return the request of an exchange as the source holds it, secrets redacted; None if none."""
    request = capture.exchanges[exchange].request
    return None if request is None else request.raw
