"""The verdict strip: what is wrong with a capture, in one sentence, the worst first.

It counts, names tools and frames, says why and what to do; it never quotes stream text. Names of
tools are made visible and cut, because they come from the stream as well.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import EndKind, StopReason
from wiretail.model.events import Call, End, Error, Event, Refusal
from wiretail.study.clauses import Clause, Group, Rank, clause
from wiretail.study.findings import REFUSAL_CLAUSES, Row, finding
from wiretail.study.visible import name
from wiretail.study.wording import Where, counted, frames

#: More kinds of findings than these are only counted: a sentence has an end.
_MOST_CLAUSES = 4
#: What goes with a call that was recovered, and needs no telling beside it.
_ROUND_A_CALL = frozenset({"wrapper", "stray_word", "stop_corrected"})


@dataclass(slots=True)
class Verdict:
    """Collects what a verdict is made of, over all exchanges of a capture.

    ``refused`` counts the turns that failed closed.
    """

    exchanges: int = 1
    turns: int = 0
    calls: int = 0
    refused: int = 0
    frames: int = 0
    unknown: int = 0
    _declined: int = 0
    _groups: dict[tuple[Kind | None, str, bool, Row], Group] = field(default_factory=dict)
    _refusals: dict[str, list[Where]] = field(default_factory=lambda: defaultdict(list))
    _errors: dict[str, list[Where]] = field(default_factory=lambda: defaultdict(list))
    _ends: dict[EndKind, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, exchange: int, item: Event | Decision) -> None:
        """Take one event or decision of an exchange."""
        found = finding(item)
        if found is not None:
            proposed = isinstance(item, Decision) and item.proposed
            kind = item.kind if isinstance(item, Decision) else None
            key = kind, found.reason, proposed, found.row
            self._groups.setdefault(key, Group(found, proposed)).add(exchange, item)
        if not isinstance(item, Decision):
            self._event(exchange, item)

    def _event(self, exchange: int, event: Event) -> None:
        where = Where(exchange, event.frame, event.frame)
        match event:
            case Call():
                self.calls += 1
            case Refusal():
                self.turns += 1
                self.refused += 1
                self._refusals[event.refusal_class].append(where)
            case End():
                self.turns += 1
                self._ends[event.end] += 1
                self._declined += event.reason is StopReason.REFUSAL
            case Error() if not event.malformed:
                self._errors[event.code].append(where)

    def read(self, frame_count: int, unknown: int) -> None:
        """Take how many frames and unknown records an exchange had."""
        self.frames += frame_count
        self.unknown += unknown

    def join(self, other: "Verdict") -> None:
        """Take what another verdict has collected of the same capture."""
        self.turns += other.turns
        self.calls += other.calls
        self.refused += other.refused
        self.frames += other.frames
        self.unknown += other.unknown
        # One of our own kind: what is private to both.
        self._declined += other._declined  # noqa: SLF001
        for key, group in other._groups.items():  # noqa: SLF001
            own = self._groups.setdefault(key, Group(group.finding, group.proposed))
            own.join(group)
        for refusal_class, places in other._refusals.items():  # noqa: SLF001
            self._refusals[refusal_class] += places
        for code, places in other._errors.items():  # noqa: SLF001
            self._errors[code] += places
        for end, count in other._ends.items():  # noqa: SLF001
            self._ends[end] += count

    def sentence(self) -> str:
        """Return the verdict."""
        clauses = sorted(self._clauses(), key=lambda found: found.rank)
        words = [found.words for found in clauses]
        if not clauses or clauses[0].rank is Rank.NOTE:
            words.insert(0, self._nothing())
        if len(words) > _MOST_CLAUSES:
            more = counted(len(words) - _MOST_CLAUSES, "finding of another kind", _OTHERS)
            words[_MOST_CLAUSES:] = [more]
        first = words[0][0].upper() + words[0][1:]
        rest = "; ".join(words[1:])
        return f"{first}; also: {rest}." if rest else f"{first}."

    def _clauses(self) -> Iterator[Clause]:
        several = self.exchanges > 1
        for refusal_class, places in self._refusals.items():
            yield Clause(Rank.REFUSED, self._refused(refusal_class, places))
        for code, places in self._errors.items():
            times = f" {len(places):,} times" if len(places) > 1 else ""
            word = f"{name(code)}, " if code.isascii() and code.isprintable() else ""
            where = frames(places, exchanges=several)
            yield Clause(Rank.ERROR, f"the provider reported an error{times} ({word}{where})")
        yield from self._ended()
        recovered = any(kind is Kind.RECOVERED for kind, *_ in self._groups)
        for (_, reason, *_), group in self._groups.items():
            found = clause(group, exchanges=several)
            if found is not None and not (recovered and reason in _ROUND_A_CALL):
                yield found

    def _refused(self, refusal_class: str, places: list[Where]) -> str:
        why = REFUSAL_CLAUSES[refusal_class]
        where = frames(places, exchanges=self.exchanges > 1)
        if self.turns == 1:
            return f"the turn was refused: {why} ({where})"
        was = "was" if len(places) == 1 else "were"
        return f"{len(places):,} of {self.turns:,} turns {was} refused: {why} ({where})"

    def _ended(self) -> Iterator[Clause]:
        incomplete, cancelled = self._ends[EndKind.INCOMPLETE], self._ends[EndKind.CANCELLED]
        failed = self._ends[EndKind.ERROR]
        if failed and not self._errors:
            yield Clause(Rank.END, f"{counted(failed, 'turn')} ended in an error")
        if incomplete:
            is_ = "is" if incomplete == 1 else "are"
            words = f"{counted(incomplete, 'turn')} {is_} incomplete: no proper end came"
            yield Clause(Rank.END, words)
        if cancelled:
            was = "was" if cancelled == 1 else "were"
            yield Clause(Rank.END, f"{counted(cancelled, 'turn')} {was} cancelled")
        if self._declined:
            words = f"the provider declined to answer in {counted(self._declined, 'turn')}"
            yield Clause(Rank.NOTE, words)

    def _nothing(self) -> str:
        if not self.turns:
            read = counted(self.frames, "frame")
            skipped = counted(self.unknown, "unknown record")
            return f"no turn was found: {read}, {skipped}"
        calls = counted(self.calls, "tool call") if self.calls else "no tool calls"
        return f"nothing leaked: {counted(self.turns, 'turn')}, {calls}"


_OTHERS = "findings of other kinds"


def merged(verdicts: Sequence[Verdict]) -> str:
    """Return the sentence over the verdicts of single exchanges, in the order of these."""
    if len(verdicts) == 1:
        return verdicts[0].sentence()
    whole = Verdict(exchanges=verdicts[0].exchanges if verdicts else 0)
    for verdict in verdicts:
        whole.join(verdict)
    return whole.sentence()
