"""What columns cannot tell of a row, as bytes: decisions, calls, ends, and some texts.

These bytes never leave our own processes. A decision is written as a plain tuple (``marshal``:
small, and quick to read), a text that cannot be read again from its frame as UTF-8, the rest as it
is (``pickle``).
"""

import marshal
import pickle
import re
from typing import Any

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind
from wiretail.model.events import Event
from wiretail.model.span import Place, Span

_DECISION = b"d"
_WHOLE = b"p"
#: What a repair may have put there, so that the frame's own string says something else: the mark,
#: and characters whose halves may have come in two frames.
_REPAIRED = re.compile("[\ufffd\U00010000-\U0010ffff]")


def is_readable(text: str) -> bool:
    """Tell whether a text stands in its frame just as it is given out."""
    return text.isascii() or _REPAIRED.search(text) is None


def keep_text(text: str) -> bytes:
    """Return a text as bytes."""
    return text.encode("utf-8", "surrogatepass")


def keep(item: Event | Decision) -> bytes:
    """Return an event or a decision as bytes."""
    if isinstance(item, Decision):
        try:
            return _DECISION + marshal.dumps(_flat(item))
        except ValueError:  # evidence that holds more than JSON data: spans, channels
            pass
    return _WHOLE + pickle.dumps(item, pickle.HIGHEST_PROTOCOL)


def kept_text(data: bytes) -> str:
    """Return the text that was kept."""
    return data.decode("utf-8", "surrogatepass")


def kept_item(data: bytes) -> Event | Decision:
    """Return the event or decision that was kept."""
    if data[:1] == _DECISION:
        return _decision(*marshal.loads(data[1:]))  # noqa: S302 - written by ``keep`` alone
    item: Event | Decision = pickle.loads(data[1:])  # noqa: S301 - written by ``keep`` alone
    return item


def _flat(item: Decision) -> tuple[Any, ...]:
    channel, start, end = item.channel, item.start, item.end
    return (
        str(item.kind),
        item.rule,
        item.reason,
        channel and (str(channel.kind), *channel[1:]),
        _pair(item.span),
        item.frames,
        _pair(item.bytes),
        start and (start.frame, start.path, start.offset),
        end and (end.frame, end.path, end.offset),
        item.evidence if type(item.evidence) is dict else dict(item.evidence),
        item.proposed,
    )


def _pair(span: Span | None) -> tuple[int, int] | None:
    return None if span is None else (span.start, span.end)


def _decision(  # noqa: PLR0913, PLR0917 - the fields of a decision, one for one
    kind: str,
    rule: str,
    reason: str,
    channel: Any,
    span: Any,
    frames: Any,
    bytes_: Any,
    start: Any,
    end: Any,
    evidence: Any,
    proposed: bool,
) -> Decision:
    return Decision(
        Kind(kind),
        rule,
        reason,
        channel and Channel(ChannelKind(channel[0]), *channel[1:]),
        span and Span(*span),
        frames,
        bytes_ and Span(*bytes_),
        start and Place(*start),
        end and Place(*end),
        evidence,
        proposed,
    )
