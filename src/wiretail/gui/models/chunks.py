"""The chunks as a list: number, time, gap, size, data, flags."""

from collections import OrderedDict

from wiretail.gui.models.rows import Column, Look, RowModel
from wiretail.store import Growth, Store
from wiretail.store.records import ChunkRecord
from wiretail.study.flags import flags_of
from wiretail.study.masks import MASK, Masks
from wiretail.study.wording import counted

#: So many bytes of a chunk are read for its row.
_SHOWN = 240
_REMEMBERED = 512
#: A gap of so many ms is a stall.
STALL_MS = 250.0

#: flag letter -> the word that is spoken for it.
FLAG_WORDS = {
    "S": "repaired text",
    "H": "held text",
    "L": "leaked markup",
    "R": "refused",
    "D": "duplicate",
    "T": "shortened",
    "A": "arguments or stop reason mended",
    "U": "tool not offered",
    "X": "malformed",
}


class ChunkModel(RowModel):
    """Rows are the reads of a store, in order."""

    columns = (
        Column("#", 4, numeric=True, hint="The number of the read in its exchange"),
        Column("Time", 5, numeric=True, hint="Milliseconds since the capture began"),
        Column("\u0394t", 5, numeric=True, hint="Milliseconds since the read before it"),
        Column("Bytes", 6, numeric=True, hint="How many bytes the read brought"),
        Column(
            "Flags",
            4,
            hint="S repaired, H held, L leaked, R refused, D duplicate, T shortened, "
            "A arguments or stop reason, U tool not offered, X malformed",
        ),
        Column("Data", 0, hint="The bytes as text, everything invisible written out", mono=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self._store: Store | None = None
        self._masks: Masks | None = None
        self.revealed = False
        self._looks: OrderedDict[tuple[int, bool], Look] = OrderedDict()

    def show(self, store: Store | None, masks: Masks | None) -> None:
        """Show the chunks of another store, or none."""
        self._store, self._masks = store, masks
        self._looks.clear()
        self.renew()

    def count(self) -> int:
        """Return how many chunks are known."""
        return 0 if self._store is None else self._store.chunk_count

    def changed(self, growth: Growth) -> None:
        """Forget how chunks looked that rows of a batch are about: their flags may be others."""
        if self._store is None or not growth.rows:
            return
        first = self._store.first_byte_of_rows(growth.rows)
        for key in [key for key in self._looks if self._store.chunk(key[0]).end > first]:
            del self._looks[key]

    def look(self, row: int) -> Look:
        """Return how a chunk looks; the last ones are remembered."""
        assert self._store is not None
        key = row, self.revealed
        found = self._looks.get(key)
        if found is None:
            found = self._looks[key] = self._look(self._store, row)
            if len(self._looks) > _REMEMBERED:
                self._looks.popitem(last=False)
        return found

    def _look(self, store: Store, row: int) -> Look:
        chunk = store.chunk(row)
        before = store.chunk(row - 1) if row else None
        found = flags_of(store, chunk.start, chunk.end)
        flags, tint = "".join(flag.letter for flag in found), found[0].tint if found else ""
        time, gap = _times(chunk, before)
        words = [FLAG_WORDS[flag] for flag in flags]
        size = chunk.end - chunk.start
        spoken = ", ".join([f"chunk {chunk.number}", counted(size, "byte"), *words])
        cells = (str(chunk.number), time, gap, f"{size:,}", flags, self._data(store, chunk))
        return Look(cells, tint=tint, pill=4 if flags else -1, spoken=spoken)

    def _data(self, store: Store, chunk: ChunkRecord) -> str:
        end = min(chunk.end, chunk.start + _SHOWN)
        data = store.read(chunk.start, end)
        if self._masks is None:
            return data.decode("utf-8", "backslashreplace")
        parts: list[str] = []
        at = chunk.start
        for start, stop in self._masks.hidden(chunk.start, end, revealed=self.revealed):
            low, high = max(start, chunk.start), min(stop, end)
            parts += [_text(data, at, low, chunk.start), MASK * min(high - low, 12)]
            at = high
        return "".join([*parts, _text(data, at, end, chunk.start)])


def _times(chunk: ChunkRecord, before: ChunkRecord | None) -> tuple[str, str]:
    if chunk.time_ms is None:
        return "", ""
    if before is None or before.time_ms is None or before.exchange != chunk.exchange:
        return f"{chunk.time_ms:.0f}", ""
    gap = chunk.time_ms - before.time_ms
    stall = "\u2691 " if gap >= STALL_MS else ""
    return f"{chunk.time_ms:.0f}", f"{stall}+{gap:.0f}"


def _text(data: bytes, start: int, end: int, begin: int) -> str:
    return data[start - begin : end - begin].decode("utf-8", "backslashreplace")
