"""What must not be shown of a capture's bytes: what a refusal contains, and secrets.

A refused turn fails closed: its text is in no message, list, tooltip, copy or report until a person
reveals it. So is what was withheld in front of the trip (spec: qoder 3). What a profile would only
refuse is given out, so it is not hidden. Secrets are never revealed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from wiretail.captures.secrets import secret_places
from wiretail.model.decisions import SCAFFOLD_CLASSES, Decision, Kind
from wiretail.model.events import Refusal
from wiretail.model.span import Span
from wiretail.store import Store
from wiretail.store.records import TurnRecord

MASK = "\u2592"
#: A secret that begins or ends so far outside of what is shown is still seen whole (bytes).
_AROUND = 256
#: Of so many refusals the very bytes are found; of more, whole frames are hidden.
_EXACT = 256


def hide_secrets(text: str) -> str:
    """Return ``text`` with every secret masked, code point for code point: places stay."""
    parts: list[str] = []
    at = 0
    for start, end in _joined(secret_places(text)):
        parts += [text[at:start], MASK * (end - start)]
        at = end
    return "".join([*parts, text[at:]]) if parts else text


#: exchange, turn, choice
_Turn = tuple[int, int, int]
#: exchange, row of the exchange: these stay when an exchange in front of it grows.
_Row = tuple[int, int]


class Masks:
    """Which bytes of a store's capture are hidden. What was looked at is not looked at again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._revision = 0
        #: exchange -> how many of its findings and ended turns are known
        self._known: dict[int, tuple[int, int]] = {}
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._contained: set[_Row] = set()
        #: turn -> what was taken out at a trip, if the turn is refused
        self._trips: dict[_Turn, list[_Row]] = {}
        #: turn -> where the trip's frame begins, while the refused turn goes on
        self._open: dict[_Turn, int] = {}

    def contains(self, row: int) -> bool:
        """Tell whether a row is a decision on text that a refusal contains."""
        self._update()
        exchange = self._store.row(row).exchange
        return (exchange, row - self._store.rows_of_exchange(exchange).start) in self._contained

    def hidden(self, start: int, end: int, *, revealed: bool = False) -> list[tuple[int, int]]:
        """Return what is hidden of the bytes ``[start, end)``, in order.

        Refused bytes may be ``revealed``; secrets never are.
        """
        found = list(self._secrets(start, end))
        if not revealed:
            found += self._refused(start, end)
        return _joined(found)

    def masked(self, start: int, end: int, *, revealed: bool = False) -> bytes:
        """Return the bytes ``[start, end)`` with ``#`` for every hidden one."""
        data = bytearray(self._store.read(start, end))
        for first, last in self.hidden(start, end, revealed=revealed):
            low, high = max(first, start) - start, min(last, end) - start
            data[low:high] = b"#" * (min(high, len(data)) - low)
        return bytes(data)

    @property
    def has_refused(self) -> bool:
        """Whether anything is contained."""
        self._update()
        return bool(self._starts or self._open)

    def _refused(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        self._update()
        first = bisect_right(self._ends, start)
        for number in range(first, len(self._starts)):
            if self._starts[number] >= end:
                break
            yield self._starts[number], self._ends[number]
        for (exchange, _, _), begin in self._open.items():
            behind = self._store.capture.exchanges[exchange + 1 : exchange + 2]
            last = min([end, *(other.start for other in behind)])
            if max(begin, start) < last:
                yield max(begin, start), last

    def _update(self) -> None:
        store = self._store
        if self._revision == store.revision:
            return
        grown, self._revision = store.grown_since(self._revision), store.revision
        for exchange in grown:
            findings, turns = self._known.get(exchange, (0, 0))
            ended = store.turns_of_exchange(exchange, turns)
            for turn in ended:
                self._end(turn)
            rows = store.findings_of_exchange(exchange, findings)
            for row in rows:
                for contained in self._contained_by(row):
                    self._contain(contained)
            self._known[exchange] = findings + len(rows), turns + len(ended)

    def _end(self, turn: TurnRecord) -> None:
        """Note a turn that was refused and goes on: how far that reaches is told at its end."""
        refusal = self._store.item(turn.row) if turn.end == "refused" else None
        if isinstance(refusal, Refusal) and refusal.refusal_class in SCAFFOLD_CLASSES:
            frames = self._store.frames_of_row(turn.row)
            if frames and not refusal.payload.get("redacted"):
                key = turn.exchange, turn.turn, turn.choice
                self._open[key] = self._store.frame(frames[0]).start

    def _contained_by(self, row: int) -> list[_Row]:
        """Return the rows whose text is contained, now that a finding is known.

        A refusal, and what was taken out at a trip in the turns that it refuses.
        """
        record = self._store.row(row)
        if record.kind not in {Kind.REFUSED, Kind.REMOVED}:
            return []
        item, channel = self._store.item(row), record.channel
        if not isinstance(item, Decision) or item.proposed:
            return []
        number = record.exchange, row - self._store.rows_of_exchange(record.exchange).start
        turn = (record.exchange, channel.turn, channel.choice) if channel else (-1, -1, -1)
        if item.kind is Kind.REFUSED:
            self._open.pop(turn, None)
            return [number, *self._trips.pop(turn, ())]
        if item.rule == "scaffold.trip":
            self._trips.setdefault(turn, []).append(number)
        return []

    def _contain(self, contained: _Row) -> None:
        """Hide the bytes of a row."""
        self._contained.add(contained)
        exchange, number = contained
        row = self._store.rows_of_exchange(exchange).start + number
        exact = len(self._contained) <= _EXACT
        where = self._bytes_of(row, exact=exact)
        if where is None or not len(where):
            return
        for start, end in self._without_shown(row, where) if exact else [(where.start, where.end)]:
            self._hide(start, end)

    def _hide(self, start: int, end: int) -> None:
        starts, ends = self._starts, self._ends
        first, last = bisect_left(ends, start), bisect_right(starts, end)
        touched = range(first, last)
        starts[first:last] = [min(start, starts[first]) if touched else start]
        ends[first:last] = [max(end, ends[last - 1]) if touched else end]

    def _bytes_of(self, row: int, *, exact: bool) -> Span | None:
        # What other channels bring after a trip falls under the refusal, too: its frames are whole.
        if exact and self._store.row(row).kind != Kind.REFUSED:
            return self._store.bytes_of_row(row)
        frames = self._store.frames_of_row(row)
        if not frames:
            return None
        first, last = self._store.frame(frames[0]), self._store.frame(frames[-1])
        return Span(first.start, last.end)

    def _without_shown(self, row: int, where: Span) -> Iterator[tuple[int, int]]:
        """Yield the bytes of a row, without those of its first frame that were given out."""
        frames, at = self._store.frames_of_row(row), where.start
        rows = self._store.rows_of_frames(frames[0], frames[0]) if frames else ()
        for other in rows:
            if self._store.row(other).type not in {"text", "reasoning"}:
                continue
            shown = self._store.bytes_of_row(other)
            if shown is not None and at <= shown.start < shown.end <= where.end:
                yield at, shown.start
                at = shown.end
        if at < where.end:
            yield at, where.end

    def _secrets(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        begin = max(0, start - _AROUND)
        data = self._store.read(begin, end + _AROUND)
        # One character a byte, so that places are offsets.
        for first, last in secret_places(data.decode("latin-1")):
            if begin + last > start and begin + first < end:
                yield begin + first, begin + last


def _joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    answer: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if answer and start <= answer[-1][1]:
            answer[-1] = (answer[-1][0], max(end, answer[-1][1]))
        else:
            answer.append((start, end))
    return answer
