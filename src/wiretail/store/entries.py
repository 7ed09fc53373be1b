"""The flat timeline as it grows: runs and decisions, each as the rows that begin and end it.

The same runs as ``model.timeline`` makes, without their texts: adjacent text of one channel is one,
a call with all its arguments is one, decisions stand for themselves and part nothing. Usage waits
for the end of its choice.
"""

from dataclasses import dataclass

from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.events import (
    Call,
    CallArguments,
    CallStarted,
    CallWithdrawn,
    End,
    Event,
    Reasoning,
    Text,
    Usage,
)
from wiretail.store.batch import Change
from wiretail.store.codes import CODES, code_of
from wiretail.store.columns import DROPPED, NONE, TIMING, Columns

#: Decisions that tell when, not what.
_TIMING_KINDS = frozenset({Kind.HELD, Kind.RELEASED})


@dataclass(slots=True)
class _Run:
    """A run that still may grow, or be dropped."""

    number: int
    code: int
    channel: Channel
    first: int
    last: int
    flags: int = 0


class Entries:
    """Sorts the rows of one exchange into entries, and writes them into columns.

    Entries that were taken away with an earlier batch are told of again by :meth:`changes`.
    """

    def __init__(self) -> None:
        self._count = 0
        self._taken = 0  # entries of earlier batches
        self._text: _Run | None = None  # the last placed run, where it is one of text
        self._calls: dict[tuple[Channel, str], _Run] = {}
        self._usage: dict[tuple[int, int], int] = {}  # (turn, choice) -> row
        self._changed: dict[int, _Run] = {}
        self._placed: list[tuple[int, int]] = []

    def add(self, item: Event | Decision, row: int, columns: Columns, severity: int = 0) -> int:
        """Take a row; return its entry, :data:`~wiretail.store.columns.NONE` if it has none yet."""
        if isinstance(item, Text | Reasoning):
            return self.text(item, row, columns)
        if isinstance(item, Decision):
            timing = item.kind in _TIMING_KINDS and not severity
            return self._append(code_of(item), TIMING if timing else 0, row, columns)
        match item:
            case CallStarted():
                run = self._place(item, row, columns)
                self._calls[item.channel, item.id] = run
                return run.number
            case CallArguments():
                return self._arguments(item, row)
            case Call():
                return self._call(item, row, columns)
            case CallWithdrawn():
                return self._withdraw(item)
            case Usage():
                self._usage[item.channel.turn, item.channel.choice] = row
                return NONE
            case End():
                self._settle_usage(item.channel, columns)
        return self._place(item, row, columns).number

    def text(self, item: Text | Reasoning, row: int, columns: Columns) -> int:
        """Take a row of text."""
        if not item.text:
            return NONE
        run = self._text
        code = CODES[type(item)]
        if run is None or run.code != code or run.channel != item.channel:
            run = self._place(item, row, columns)
            self._text = run
        else:
            self._grow(run, row)
        return run.number

    def take(self, columns: Columns) -> tuple[list[Change], list[tuple[int, int]]]:
        """Write what grew into ``columns``; return what earlier batches must be told.

        That is the entries that changed, and rows that have an entry only now.
        """
        changes: list[Change] = []
        for run in self._changed.values():
            if run.number < self._taken:
                changes.append(Change(run.number, run.code, run.flags, run.last))
            else:
                at = run.number - self._taken
                columns.entry_code[at] = run.code
                columns.entry_flags[at] = run.flags
                columns.entry_last[at] = run.last
        placed = self._placed
        self._taken, self._changed, self._placed = self._count, {}, []
        return changes, placed

    def _append(self, code: int, flags: int, row: int, columns: Columns) -> int:
        columns.entry_code.append(code)
        columns.entry_flags.append(flags)
        columns.entry_first.append(row)
        columns.entry_last.append(row)
        self._count += 1
        return self._count - 1

    def _place(self, item: Event, row: int, columns: Columns) -> _Run:
        code = code_of(item)
        self._text = None
        return _Run(self._append(code, 0, row, columns), code, item.channel, row, row)

    def _grow(self, run: _Run, row: int) -> None:
        run.last = row
        self._changed[run.number] = run

    def _arguments(self, item: CallArguments, row: int) -> int:
        run = self._calls.get((item.channel, item.id))
        if run is None:
            return NONE
        self._grow(run, row)
        return run.number

    def _call(self, item: Call, row: int, columns: Columns) -> int:
        run = self._calls.pop((item.channel, item.id), None)
        if run is not None and item.origin is Origin.RECOVERED:
            self._drop(run)
            run = None
        if run is None:
            return self._place(item, row, columns).number
        run.code = code_of(item)
        self._grow(run, row)
        return run.number

    def _withdraw(self, item: CallWithdrawn) -> int:
        run = self._calls.pop((item.channel, item.id), None)
        if run is None:
            return NONE
        self._drop(run)
        return run.number

    def _drop(self, run: _Run) -> None:
        run.flags = DROPPED
        self._changed[run.number] = run

    def _settle_usage(self, channel: Channel, columns: Columns) -> None:
        row = self._usage.pop((channel.turn, channel.choice), None)
        if row is not None:
            entry = self._append(CODES[Usage], 0, row, columns)
            self._placed.append((row, entry))
