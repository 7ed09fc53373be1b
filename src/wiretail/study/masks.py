"""What must not be shown of a capture's bytes: what a refusal contains, and secrets.

A refused turn fails closed: its text is in no message, list, tooltip, copy or report until a person
reveals it. Secrets are never revealed.
"""

from bisect import bisect_right
from collections.abc import Iterable

from wiretail.captures.secrets import secret_places
from wiretail.model.decisions import Kind
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


class Masks:
    """Which bytes of a store's capture are hidden."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._revision = -1
        self._asked: dict[int, int] = {}  # so many findings of an exchange are known
        self._starts: list[int] = []
        self._ends: list[int] = []

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
        return bool(self._starts)

    def _refused(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        self._update()
        first = bisect_right(self._ends, start)
        for number in range(first, len(self._starts)):
            if self._starts[number] >= end:
                break
            yield self._starts[number], self._ends[number]

    def _update(self) -> None:
        store = self._store
        if self._revision == store.revision:
            return
        self._revision = store.revision
        known = len(self._starts)
        fresh: list[tuple[int, int]] = []
        for exchange in range(len(store.capture.exchanges)):
            rows = store.findings_of_exchange(exchange, self._asked.get(exchange, 0))
            self._asked[exchange] = self._asked.get(exchange, 0) + len(rows)
            for row in rows:
                if store.row(row).kind == Kind.REFUSED:
                    where = self._bytes_of(row, known + len(fresh))
                    if where is not None and len(where):
                        fresh.append((where.start, where.end))
        if fresh:
            joined = _joined([*zip(self._starts, self._ends, strict=True), *fresh])
            self._starts = [one for one, _ in joined]
            self._ends = [other for _, other in joined]

    def _bytes_of(self, row: int, known: int) -> Span | None:
        if known < _EXACT:
            return self._store.bytes_of_row(row)
        frames = self._store.frames_of_row(row)
        if not frames:
            return None
        first, last = self._store.frame(frames[0]), self._store.frame(frames[-1])
        return Span(first.start, last.end)

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
