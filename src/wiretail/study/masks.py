"""What must not be shown of a capture's bytes: what a refusal contains, and secrets.

A refused turn fails closed: its text is in no message, list, tooltip, copy or report until a person
reveals it. So is what was withheld in front of the trip (spec: qoder 3). What a profile would only
refuse is given out, so it is not hidden. Secrets are never revealed.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from wiretail.captures.secrets import secret_places
from wiretail.model.decisions import SCAFFOLD_CLASSES, Decision, Kind
from wiretail.model.events import Refusal
from wiretail.model.span import Span
from wiretail.store import Store

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


class Masks:
    """Which bytes of a store's capture are hidden."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked = 0
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._contained: set[int] = set()
        #: exchange, turn, choice -> what was taken out at a trip, if the turn is refused
        self._trips: dict[_Turn, list[int]] = {}
        #: the same -> where the trip's frame begins, while the refused turn goes on
        self._turns = 0
        self._open: dict[_Turn, int] = {}

    def contains(self, row: int) -> bool:
        """Tell whether a row is a decision on text that a refusal contains."""
        self._update()
        return row in self._contained

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
        data = bytearray(self._store.capture.read(start, end))
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
        findings = self._store.findings()
        if len(findings) < self._asked:
            self._asked, self._starts, self._ends = 0, [], []
            self._trips, self._contained, self._turns, self._open = {}, set(), 0, {}
        self._update_turns()
        fresh = [*zip(self._starts, self._ends, strict=True)]
        for row in findings[self._asked :]:
            for contained in self._contained_by(row):
                self._contained.add(contained)
                where = self._bytes_of(contained, len(fresh))
                if where is not None and len(where):
                    fresh += self._without_shown(contained, where, len(fresh))
        self._asked = len(findings)
        if len(fresh) > len(self._starts):
            joined = _joined(fresh)
            self._starts = [one for one, _ in joined]
            self._ends = [other for _, other in joined]

    def _update_turns(self) -> None:
        """Note the turns that were refused and go on: how far that reaches is told at their end."""
        for number in range(self._turns, self._store.turn_count):
            turn = self._store.turn(number)
            refusal = self._store.item(turn.row) if turn.end == "refused" else None
            if isinstance(refusal, Refusal) and refusal.refusal_class in SCAFFOLD_CLASSES:
                frames = self._store.frames_of_row(turn.row)
                if frames and not refusal.payload.get("redacted"):
                    key = turn.exchange, turn.turn, turn.choice
                    self._open[key] = self._store.frame(frames[0]).start
        self._turns = self._store.turn_count

    def _contained_by(self, row: int) -> list[int]:
        """Return the rows whose text is contained, now that a finding is known.

        A refusal, and what was taken out at a trip in the turns that it refuses.
        """
        record = self._store.row(row)
        if record.kind not in {Kind.REFUSED, Kind.REMOVED}:
            return []
        item, channel = self._store.item(row), record.channel
        if not isinstance(item, Decision) or item.proposed:
            return []
        turn = (record.exchange, channel.turn, channel.choice) if channel else (-1, -1, -1)
        if item.kind is Kind.REFUSED:
            self._open.pop(turn, None)
            return [row, *self._trips.pop(turn, ())]
        if item.rule == "scaffold.trip":
            self._trips.setdefault(turn, []).append(row)
        return []

    def _bytes_of(self, row: int, known: int) -> Span | None:
        # What other channels bring after a trip falls under the refusal, too: its frames are whole.
        if known < _EXACT and self._store.row(row).kind != Kind.REFUSED:
            return self._store.bytes_of_row(row)
        frames = self._store.frames_of_row(row)
        if not frames:
            return None
        first, last = self._store.frame(frames[0]), self._store.frame(frames[-1])
        return Span(first.start, last.end)

    def _without_shown(self, row: int, where: Span, known: int) -> Iterator[tuple[int, int]]:
        """Yield the bytes of a row, without those of its first frame that were given out."""
        frames, at = self._store.frames_of_row(row), where.start
        rows = self._store.rows_of_frames(frames[0], frames[0]) if frames else ()
        for other in rows if known < _EXACT else ():
            if self._store.row(other).type not in {"text", "reasoning"}:
                continue
            shown = self._store.bytes_of_row(other)
            if shown is not None and at <= shown.start < shown.end <= where.end:
                yield at, shown.start
                at = shown.end
        yield at, where.end

    def _secrets(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        begin = max(0, start - _AROUND)
        data = self._store.capture.read(begin, end + _AROUND)
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
