"""What columns cannot tell of a row, as bytes: decisions, calls, ends, and some texts.

These bytes never leave our own processes. Decisions are mostly alike: what they share (kind, rule,
reason, channel, paths, evidence) is their *shape*, which is kept once, and the row keeps 25 bytes.
Other decisions are a plain tuple (``marshal``: small, and quick to read), a text that cannot be
read again from its frame is UTF-8, the rest is kept as it is (``pickle``).
"""

import marshal
import pickle
import re
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind
from wiretail.model.events import Event
from wiretail.model.span import Place, Span

_SHAPED = b"s"
_DECISION = b"d"
_WHOLE = b"p"
#: Of a decision that has a shape: the shape, where its bytes begin, how many there are, and its two
#: offsets in the strings of its frames.
_REST = struct.Struct("<IQIII")
#: More shapes than these are not looked for: evidence that is always another is none.
_MOST_SHAPES = 4096
_MOST = 0xFFFFFFFF
#: The version of marshal that writes equal values as equal bytes: later ones write references.
_PLAIN = 2
#: What a repair may have put there, so that the frame's own string says something else: the mark,
#: and characters whose halves may have come in two frames.
_REPAIRED = re.compile("[\ufffd\U00010000-\U0010ffff]")


class Numbers(NamedTuple):
    """What the columns tell of a row: its span in the channel, its first and last frame."""

    start: int
    length: int
    first: int
    last: int


def is_readable(text: str) -> bool:
    """Tell whether a text stands in its frame just as it is given out."""
    return text.isascii() or _REPAIRED.search(text) is None


def keep_text(text: str) -> bytes:
    """Return a text as bytes."""
    return text.encode("utf-8", "surrogatepass")


def kept_text(data: bytes) -> str:
    """Return the text that was kept."""
    return data.decode("utf-8", "surrogatepass")


class Shapes:
    """The shapes of the decisions of one exchange, by number; ``new`` are those not yet sent."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self.new: list[bytes] = []

    def keep(self, item: Event | Decision) -> bytes:
        """Return an event or a decision as bytes."""
        if isinstance(item, Decision):
            try:
                return self._shaped(item) or _DECISION + marshal.dumps(_flat(item))
            except ValueError:  # evidence that holds more than JSON data: spans, channels
                pass
        return _WHOLE + pickle.dumps(item, pickle.HIGHEST_PROTOCOL)

    def _shaped(self, item: Decision) -> bytes:
        """Return a decision by its shape; nothing where it has none."""
        start, end, where = item.start, item.end, item.bytes
        if start is None or end is None or where is None or item.span is None:
            return b""
        if item.frames != (start.frame, end.frame):
            return b""
        if max(item.span.end, len(where), start.offset, end.offset, end.frame) >= _MOST:
            return b""
        number = self._number(marshal.dumps((_shared(item), start.path, end.path), _PLAIN))
        if number < 0:
            return b""
        return _SHAPED + _REST.pack(number, where.start, len(where), start.offset, end.offset)

    def _number(self, shape: bytes) -> int:
        number = self._numbers.get(shape, -1)
        if number < 0 and len(self._numbers) < _MOST_SHAPES:
            number = self._numbers[shape] = len(self._numbers)
            self.new.append(shape)
        return number


def shape_of(data: bytes) -> bytes:
    """Return what decisions share that are equal but for their places; all of it for others."""
    return data[:5] if data[:1] == _SHAPED else data


def kept_item(data: bytes, shapes: Sequence[bytes], numbers: Numbers) -> Event | Decision:
    """Return the event or decision that was kept.

    ``shapes`` are all of the exchange, ``numbers`` what the row's columns tell.
    """
    if data[:1] == _SHAPED:
        return _of_shape(data, shapes, numbers)
    if data[:1] == _DECISION:
        return _decision(*marshal.loads(data[1:]))  # noqa: S302 - written by ``keep`` alone
    item: Event | Decision = pickle.loads(data[1:])  # noqa: S301 - written by ``keep`` alone
    return item


def _of_shape(data: bytes, shapes: Sequence[bytes], numbers: Numbers) -> Decision:
    number, begin, size, start_offset, end_offset = _REST.unpack(data[1:])
    shared, start_path, end_path = marshal.loads(shapes[number])  # noqa: S302 - our own
    return _decision(
        shared,
        (numbers.start, numbers.start + numbers.length),
        (numbers.first, numbers.last),
        (begin, begin + size),
        (numbers.first, start_path, start_offset),
        (numbers.last, end_path, end_offset),
    )


def _shared(item: Decision) -> tuple[Any, ...]:
    channel = item.channel
    return (
        str(item.kind),
        item.rule,
        item.reason,
        None if channel is None else (str(channel.kind), *channel[1:]),
        item.evidence if type(item.evidence) is dict else dict(item.evidence),
        item.proposed,
    )


def _flat(item: Decision) -> tuple[Any, ...]:
    start, end = item.start, item.end
    return (
        _shared(item),
        _pair(item.span),
        item.frames,
        _pair(item.bytes),
        None if start is None else (start.frame, start.path, start.offset),
        None if end is None else (end.frame, end.path, end.offset),
    )


def _pair(span: Span | None) -> tuple[int, int] | None:
    return None if span is None else (span.start, span.end)


def _decision(
    shared: Sequence[Any], span: Any, frames: Any, bytes_: Any, start: Any, end: Any
) -> Decision:
    kind, rule, reason, channel, evidence, proposed = shared
    return Decision(
        Kind(kind),
        rule,
        reason,
        None if channel is None else Channel(ChannelKind(channel[0]), *channel[1:]),
        None if span is None else Span(*span),
        frames,
        None if bytes_ is None else Span(*bytes_),
        None if start is None else Place(*start),
        None if end is None else Place(*end),
        evidence,
        proposed,
    )
