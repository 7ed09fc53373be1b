"""What a person can do with a capture that is open: go somewhere, copy, ask where this is."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from PySide6.QtCore import QObject

from wiretail.gui.controllers.details import row_of
from wiretail.gui.controllers.inspection import Inspection
from wiretail.gui.controllers.selection import Selection, Selections
from wiretail.model.decisions import Decision
from wiretail.store import Store
from wiretail.study.commands import curl_command, open_command
from wiretail.study.describe import channel_name, describe
from wiretail.study.entries import entry_item
from wiretail.study.findings import finding
from wiretail.study.masks import hide_secrets
from wiretail.study.rows import line, stored_row

_GOTO = re.compile(
    r"(?:(?P<what>chunk|frame|row|byte|#)\s*[:#]?\s*)?(?P<number>0x[0-9a-fA-F]+|\d+)", re.ASCII
)
#: So many bytes are copied as text.
_COPIED = 1_048_576
_FAR = 50_000


class Tinted(NamedTuple):
    """The bytes ``[start, end)`` play a role."""

    start: int
    end: int
    role: str


class Desk(QObject):
    """Moves the selection, and answers what stands where. Knows no widget."""

    def __init__(self, inspection: Inspection, selections: Selections) -> None:
        super().__init__()
        self.inspection = inspection
        self.selections = selections
        self.revealed = False
        self._tinted: tuple[tuple[int, int, int], list[Tinted]] | None = None

    @property
    def store(self) -> Store | None:
        """The store that is shown."""
        return self.inspection.store

    # --- going ---

    def select_row(self, row: int, origin: str = "") -> None:
        """Select the bytes of a row of the store."""
        store = self.store
        if store is None or not 0 <= row < store.row_count:
            return
        where = store.bytes_of_row(row)
        start, end = (where.start, where.end) if where is not None else (0, 0)
        self.selections.select(Selection(start, end, row, origin))

    def select_entry(self, entry: int, origin: str = "events") -> None:
        """Select a line of the timeline: the bytes from its first row to its last."""
        store = self.store
        if store is None or not 0 <= entry < store.entry_count:
            return
        record = store.entry(entry)
        first, last = store.bytes_of_row(record.first), store.bytes_of_row(record.last)
        start = first.start if first is not None else 0
        end = last.end if last is not None else start
        self.selections.select(Selection(start, max(start, end), record.last, origin))

    def select_chunk(self, number: int, origin: str = "") -> None:
        """Select the bytes of a chunk."""
        if self.store is not None and 0 <= number < self.store.chunk_count:
            chunk = self.store.chunk(number)
            self.selections.select(Selection(chunk.start, chunk.end, -1, origin))

    def select_bytes(self, start: int, end: int, origin: str = "bytes") -> None:
        """Select bytes."""
        self.selections.select(Selection(start, end, -1, origin))

    def step_finding(self, by: int) -> bool:
        """Go to the next finding (1) or the one before (-1); tell whether there is one."""
        store = self.store
        if store is None:
            return False
        numbers = range(store.finding_count)
        here = self._before() if by > 0 else self.row()
        if by > 0:
            place = bisect_right(numbers, here, key=store.finding)
        else:
            place = bisect_left(numbers, here, key=store.finding) - 1
        if place not in numbers:
            return False
        self.select_row(store.finding(place))
        return True

    def step_held(self, by: int) -> bool:
        """Go to the next held text or the one before; tell whether there is one."""
        store = self.store
        if store is None:
            return False
        here = self._before() if by > 0 else self.row()
        behind = range(here + 1, min(store.row_count, here + _FAR))
        rows = behind if by > 0 else range(here - 1, max(-1, here - _FAR), -1)
        found = next((row for row in rows if store.row(row).kind == "held"), None)
        if found is not None:
            self.select_row(found)
        return found is not None

    def _before(self) -> int:
        """Return the row behind which to look: the one selected, else that before the bytes."""
        store, selection = self.store, self.selections.current
        if store is None or selection is None:
            return -1
        if selection.row >= 0:
            return selection.row
        rows = store.rows_of_bytes(selection.byte_start, selection.byte_end, 1)
        return rows[0] - 1 if rows else -1

    def go_to(self, words: str) -> str:
        """Go to ``chunk:14``, ``#14``, ``frame 3``, ``row 7``, ``0x1f40`` or a byte.

        Returns a sentence on what is wrong, empty if nothing is.
        """
        store = self.store
        match = _GOTO.fullmatch(words.strip())
        if match is None:
            return "Write chunk:14, frame:3, row:7, or a byte such as 0x1f40."
        if store is None:
            return "No capture is open."
        number = int(match["number"], 0)
        what = {"#": "chunk", None: "byte"}.get(match["what"], match["what"])
        counts = {
            "chunk": store.chunk_count,
            "frame": store.frame_count,
            "row": store.row_count,
            "byte": self.inspection.total,
        }
        if number >= counts[what]:
            return f"There is no {what} {number:,}: the last is {counts[what] - 1:,}."
        if what == "chunk":
            self.select_chunk(number)
        elif what == "frame":
            frame = store.frame(number)
            self.select_bytes(frame.start, frame.end, "")
        elif what == "row":
            self.select_row(number)
        else:
            self.select_bytes(number, number + 1, "")
        return ""

    # --- answering ---

    def row(self) -> int:
        """Return the row of the store that the selection is about, -1 for none."""
        selection = self.selections.current
        if self.store is None or selection is None:
            return -1
        return row_of(self.store, selection)

    def rule(self) -> str:
        """Return the rule of the decision that is selected, empty for none."""
        row = self.row()
        item = self.store.item(row) if self.store is not None and row >= 0 else None
        return item.rule if isinstance(item, Decision) else ""

    def exchange(self) -> int:
        """Return the exchange that the selection lies in, the first without one."""
        selection = self.selections.current
        if self.store is None or selection is None:
            return 0
        row = self.row()
        if row >= 0:
            return self.store.row(row).exchange
        chunks = self.store.chunks_of_bytes(selection.byte_start, selection.byte_end)
        return self.store.chunk(chunks[0]).exchange if chunks else 0

    def crumbs(self) -> list[str]:
        """Return where the selection is: file, exchange, turn, channel, chunks."""
        origin, capture = self.inspection.origin, self.inspection.capture
        if origin is None:
            return []
        words = [origin.name]
        store, selection = self.store, self.selections.current
        if store is None or capture is None:
            return words
        exchange = capture.exchanges[self.exchange()]
        several = len(capture.exchanges) > 1
        number = f" {exchange.number + 1}/{len(capture.exchanges)}" if several else ""
        words.append(f"exchange{number} ({exchange.dialect})")
        if selection is None:
            return words
        row = self.row()
        channel = store.row(row).channel if row >= 0 else None
        if channel is not None:
            words += [f"turn {channel.turn}", channel_name(channel)]
        chunks = store.chunks_of_bytes(selection.byte_start, selection.byte_end)
        if chunks and selection.byte_end > selection.byte_start:
            first, last = store.chunk(chunks[0]).number, store.chunk(chunks[-1]).number
            words.append(f"chunk {first}" if first == last else f"chunks {first}\u2013{last}")
        return words

    def cursor_words(self) -> str:
        """Return what stands where the selection begins: bytes, chunk, character."""
        store, selection, masks = self.store, self.selections.current, self.inspection.masks
        if store is None or selection is None or masks is None:
            return ""
        start, end = selection.byte_start, selection.byte_end
        if end <= start:
            return "no bytes"
        words = [f"{start:,} to {end:,}"]
        chunks = store.chunks_of_bytes(start, start + 1)
        if chunks:
            words.append(f"chunk {store.chunk(chunks[0]).number}")
        if masks.hidden(start, start + 1, revealed=self.revealed):
            return " \u00b7 ".join([*words, "contained text"])
        return " \u00b7 ".join([*words, _character(store.read(start, start + 4))])

    def tinted(self, start: int, end: int) -> list[Tinted]:
        """Return the roles that bytes in ``[start, end)`` play."""
        store = self.store
        if store is None:
            return []
        key = start, end, store.revision
        if self._tinted is None or self._tinted[0] != key:
            self._tinted = key, list(_tinted(store, start, end))
        return self._tinted[1]

    def borders(self, start: int, end: int) -> frozenset[int]:
        """Return where chunks begin in ``[start, end)``."""
        if self.store is None:
            return frozenset()
        chunks = self.store.chunks_of_bytes(start, end)
        return frozenset(self.store.chunk(number).start for number in chunks)

    # --- copying ---

    def copied(self, form: str) -> str | None:
        """Return what is copied as ``text``, ``json``, ``curl`` or ``command``; None for nothing.

        What a refusal contains and secrets are masked, as everywhere.
        """
        store, origin = self.store, self.inspection.origin
        if store is None or origin is None:
            return None
        if form == "curl":
            return self._curl()
        if form == "command":
            return open_command(
                origin.path, self.inspection.profile_name, self.inspection.tools_word, self._place()
            )
        row = self.row()
        if form == "json":
            return hide_secrets(line(stored_row(store, row))) if row >= 0 else None
        text = self._text(store)
        return None if text is None else hide_secrets(text)

    def _curl(self) -> str | None:
        capture = self.inspection.capture
        request = None if capture is None else capture.exchanges[self.exchange()].request
        return None if request is None else curl_command(request.raw)

    def _place(self) -> str:
        selection = self.selections.current
        if self.store is None or selection is None:
            return ""
        chunks = self.store.chunks_of_bytes(selection.byte_start, max(selection.byte_end, 1))
        return f"chunk:{chunks[0]}" if chunks else ""

    def _text(self, store: Store) -> str | None:
        selection, masks = self.selections.current, self.inspection.masks
        if selection is None or masks is None:
            return None
        if selection.row >= 0 and selection.origin != "bytes":
            entry = store.entry_of_row(selection.row)
            if entry >= 0:
                item = entry_item(store, entry, _COPIED)
                return (
                    describe(item).detail
                    if isinstance(item, Decision) or not item.text
                    else item.text
                )
        end = min(selection.byte_end, selection.byte_start + _COPIED)
        data = masks.masked(selection.byte_start, end, revealed=self.revealed)
        return data.decode("utf-8", "backslashreplace")


def _character(data: bytes) -> str:
    """Return the number and the name of the first character of ``data``."""
    for size in range(1, 5):
        try:
            character = data[:size].decode("utf-8")
        except UnicodeDecodeError:
            continue
        name = unicodedata.name(character, unicodedata.category(character))
        return f"U+{ord(character):04X} {name}"
    return f"byte {data[0]:02X}, no UTF-8"


def _tinted(store: Store, start: int, end: int) -> list[Tinted]:
    found: list[Tinted] = []
    for row in store.rows_of_bytes(start, end, 400):
        record = store.row(row)
        if record.type != "decision":
            continue
        role = "held" if record.kind in {"held", "released"} else ""
        if record.severity:
            told = finding(store.item(row))
            role = told.row.tint if told is not None else role
        where = store.bytes_of_row(row)
        if role and where is not None and where.start < end and where.end > start:
            found.append(Tinted(where.start, where.end, role))
    return sorted(found, key=lambda tint: tint.role != "held")
