"""Scaffolding in a channel: reminder blocks, contained text, leaked markup.

Spec: qoder 3 to 5, recommended 9.

Whole reminder blocks come before everything else: what stands inside is no candidate. Other markers
are asked about where no candidate claims them. What waits here is text of a stretch: behind a
removed block (it may be the vendor's narration), or behind an opener that its close may take along.
"""

import re
from typing import Any

from wiretail.engine.held import Fate, Piece, PieceKind, Reminder, Stretch, Trip
from wiretail.engine.judges.guard_scaffold import Fate as Said
from wiretail.engine.judges.guard_scaffold import Found, GuardScaffold
from wiretail.engine.markup.scaffold import (
    LONGEST,
    REMINDER_CLOSE,
    STEM,
    Kind,
    Marker,
    fold_scaffold,
)
from wiretail.engine.markup.tags import BLANK, FLAGS, fold, head_tail
from wiretail.engine.waits import Waits
from wiretail.model.decisions import Decision
from wiretail.model.decisions import Kind as Done
from wiretail.model.span import Span

_TAG = re.compile(rf"{REMINDER_CLOSE}|{STEM}(?=[{BLANK}/>])", FLAGS)
_HEADS = (REMINDER_CLOSE, STEM)


class Guard(Waits):
    """Reads scaffolding. A trip makes the channel dead: nothing of it is given out any more."""

    __slots__ = ()

    @property
    def guard(self) -> GuardScaffold:
        """The judge of scaffolding."""
        assert self.plan.guard
        return self.plan.guard

    def plain(self, text: str, end: int) -> None:
        """Read text that belongs to no markup; a stretch may end in it."""
        super().plain(text, end)
        self.contain(text, end)
        if self.plan.guard and self.guard.refuses:
            self.visible = (self.visible + text)[-LONGEST:]

    def overflow(self) -> None:
        """The bound is passed: what waits is text."""
        self.end_stretch()
        super().overflow()

    # --- markers ----------------------------------------------------------------

    def read_marker(self, buffer: str, at: int, marker: Marker, start: int, end: int) -> int:
        """Read a marker, and the text since ``at`` in front of it; return where reading goes on."""
        self.plain(buffer[at:start], self.base + start)
        quoted = self._quoted_marker()
        if quoted:
            self.plain(buffer[start:end], self.base + end)
            self._pass(quoted, self.base + start, self.base + end)
        elif marker.kind is Kind.OPENS_REMINDER:
            self._open_reminder(buffer[start:end], self.base + start, self.base + end)
        elif self.guard.refuses:
            opens = marker.kind is Kind.OPENS_MARKUP
            self.trip(marker, self.base + start, withholds=not opens or self.seen_reminder)
            return len(buffer)
        elif marker.kind is Kind.OPENS_MARKUP:
            self._open_markup(buffer[start:end], self.base + start, self.base + end)
        else:
            self._close_alone(marker, buffer[start:end], self.base + start, self.base + end)
        return end

    def end_markup(self, buffer: str, at: int, start: int, end: int) -> int:
        """Read the end of leaked markup whose opener waits for it."""
        self.plain(buffer[at:start], self.base + start)
        opener = self.stretch.opener if self.stretch else None
        if opener is None or self.base + end - opener.end > self.guard.max_block:
            self.end_stretch()  # the text in front reached too far
            return start
        said = self.guard.judge(Found.MARKUP)
        self._settle_stretch(buffer[start:end], said, "tool_call_markup", self.base + end)
        return end

    def _quoted_marker(self) -> str:
        if not self.guard.skips_quoted:
            return ""
        markdown = self.markdown
        if markdown.fenced():
            return "fence"
        if markdown.in_inline_code():
            return "inline_code"
        return "blockquote" if markdown.in_quote() else ""

    def _pass(self, reason: str, start: int, end: int) -> None:
        decision = Decision(Done.PASSED, "scaffold.marker", reason, self.channel, Span(start, end))
        self.held.note(decision, self.sink.mark(start))

    # --- reminder blocks ----------------------------------------------------------

    def _open_reminder(self, tag: str, start: int, end: int) -> None:
        self.end_stretch()
        if self.guard.refuses:
            # What stays visible may go on behind the block: no marker is made of both (qoder 3).
            cut = head_tail(self.visible, 0, self.plan.scaffold_words, fold_scaffold)
            self.visible, self.carry = self.visible[:cut], self.visible[cut:]
        start = max(start, self.noted)  # a part of it may be shown already
        self.reminder = Reminder(start, end, self.sink.mark(start))
        self.seen_reminder = True
        self.line_is_blank = False
        if self.guard.refuses:
            self._drop(end)
        else:
            self.reminder.parts.append(tag)

    def read_reminder(self, buffer: str, at: int) -> int:
        """Read on in the open block; return where reading goes on."""
        reminder = self.reminder
        assert reminder
        begun = at
        for tag in _TAG.finditer(buffer, at):
            if self.base + tag.start() - reminder.body > self.guard.max_block:
                return self._over(reminder, buffer, begun)
            reminder.depth += 1 if tag[0][1] != "/" else -1
            at = tag.end()
            if not reminder.depth:
                self._close_reminder(reminder, buffer[begun:at], self.base + at)
                return at
        kept = _cut_tag(buffer, at)
        if self.base + kept - reminder.body > self.guard.max_block:
            return self._over(reminder, buffer, begun)
        self.waits = True
        if self.guard.refuses:
            self._drop(self.base + kept)
        else:
            reminder.parts.append(buffer[begun:kept])
        return kept

    def _over(self, reminder: Reminder, buffer: str, at: int) -> int:
        """The block exceeds its ceiling, at a character that no cut of the text moves."""
        end = max(reminder.body + self.guard.max_block + 1 - self.base, at)
        if self.guard.refuses:
            self.trip_reminder()
            return len(buffer)
        reminder.parts.append(buffer[at:end])
        self.show_reminder(self.base + end)
        return end

    def _close_reminder(self, reminder: Reminder, text: str, end: int) -> None:
        self.reminder = None
        span = Span(reminder.start, end)
        evidence = {"length": len(span)}
        said = self.guard.judge(Found.REMINDER)
        if said is Said.PASSED:
            reminder.parts.append(text)
            self._show_parts(reminder, end)
            self._pass("reminder", reminder.start, end)
            return
        decision = Decision(
            Done.REMOVED, "scaffold.reminder", "reminder", self.channel, span, evidence=evidence
        )
        self._take_out(decision, reminder.mark, end)
        if self.guard.containment:
            self.stretch = Stretch(end)

    def show_reminder(self, end: int) -> None:
        """The block has no end that counts: it is text, and was never a candidate."""
        reminder, self.reminder = self.reminder, None
        assert reminder
        self._show_parts(reminder, end)
        self._pass("unterminated_reminder", reminder.start, end)

    def _show_parts(self, reminder: Reminder, end: int) -> None:
        self.plain("".join(reminder.parts), end)

    def _drop(self, end: int) -> None:
        if end > self.noted:
            self.add(Piece(PieceKind.SCAFFOLD, 0, 0), end)

    @property
    def scaffold_begun(self) -> int | None:
        """Where an open reminder block, or the stem of one, begins; None: there is none."""
        if self.reminder:
            return self.reminder.start
        stem = self.plan.guard is not None and self.block is None and fold(self.buffer) == STEM
        return self.base if stem else None

    def finish_scaffold(self, *, failed: bool, turn_over: bool) -> None:
        """The turn ends, or (not over) a native call comes: what is open has no end that counts."""
        if not turn_over or self.scaffold_begun is None:
            return
        if self.guard.refuses and not failed:
            self.trip_reminder()
        elif self.guard.refuses:
            self._drop_open(self.end)
        elif self.reminder is None:
            start, self.buffer, self.base = self.base, "", self.end
            self.plain(STEM, self.end)
            self._pass("unterminated_reminder", start, self.end)
        else:
            self.reminder.parts.append(self.buffer)
            self.buffer, self.base = "", self.end
            self.show_reminder(self.end)

    def _drop_open(self, end: int) -> None:
        """The vendor's own error stands; the open block, or the stem, is dropped (qoder 6.3)."""
        reminder, self.reminder = self.reminder, None
        start = reminder.start if reminder else self.base
        mark = reminder.mark if reminder else self.sink.mark(start)
        self.buffer, self.base = "", end
        decision = Decision(
            Done.REMOVED, "scaffold.reminder", "reminder", self.channel, Span(start, end)
        )
        self._take_out(decision, mark, end)

    # --- stretches: contained text, and markup that waits for its end -----------------

    def contain(self, text: str, end: int) -> None:
        """Let text lengthen a stretch, or end it: at its limit, or at a blank line in it."""
        stretch = self.stretch
        if stretch is None:
            return
        if stretch.opener:
            over = end - stretch.opener.end > self.guard.max_block
        else:
            over = end - stretch.start > self.guard.containment or stretch.ends_in(text)
        if over:
            self.end_stretch()

    def end_stretch(self) -> None:
        """Nothing takes the stretch along any more: it is text."""
        stretch, self.stretch = self.stretch, None
        if stretch is None:
            return
        stretch.fate = Fate.SHOWN
        if stretch.opener:
            self._pass("tool_call_markup", stretch.opener.start, stretch.opener.end)

    def _open_markup(self, tag: str, start: int, end: int) -> None:
        stretch = self.stretch
        if stretch is None or stretch.opener:
            self.end_stretch()
            self.stretch = stretch = Stretch(start)
        stretch.opener = Span(start, end)
        self._lines(tag)
        self.show(end)

    def _close_alone(self, marker: Marker, tag: str, start: int, end: int) -> None:
        stretch = self.stretch
        said = self.guard.judge(Found.CONTAINED_CLOSE)
        if stretch and not stretch.opener and said is Said.REMOVED:
            self._settle_stretch(tag, said, marker.refusal_class, end)
            return
        self.end_stretch()
        self.plain(tag, end)
        self._pass(marker.refusal_class, start, end)

    def _settle_stretch(self, tag: str, said: Said, reason: str, end: int) -> None:
        """The stretch ends in a marker that takes it along, or is shown with it."""
        stretch, self.stretch = self.stretch, None
        assert stretch
        if said is Said.PASSED:
            stretch.fate = Fate.SHOWN
            self._lines(tag)
            self.show(end)
            self._pass(reason, stretch.start, end)
            return
        stretch.fate = Fate.GONE
        span = Span(stretch.start, end)
        decision = Decision(Done.REMOVED, "scaffold.trip", reason, self.channel, span)
        self._take_out(decision, self.sink.mark(stretch.start), end)
        self.turn.redacted = self.turn.redacted or (reason, self.channel)

    def _lines(self, text: str) -> None:
        """A marker that is shown counts for lines, and as text behind blocks."""
        self.stop_group()
        self.fail_bare("text")
        self.line(text)

    # --- trips ---------------------------------------------------------------------

    def trip(self, marker: Marker, start: int, *, withholds: bool) -> None:
        """The turn is refused.

        ``withholds``: what stands in front of the marker in this delta, behind what was taken out
        of it, is the body of a lost block and not given out.
        """
        start = max(start, self.noted)
        withheld = min(max(self.delta_start, self.removed_end), start) if withholds else start
        self._die(Trip(marker.refusal_class, marker.text, withheld, start, self.sink.mark(start)))

    def trip_reminder(self) -> None:
        """The open block, or the stem at the end, has no end: the turn is refused."""
        reminder = self.reminder
        start = reminder.start if reminder else max(self.base, self.noted)
        mark = reminder.mark if reminder else self.sink.mark(start)
        self._die(Trip("unterminated_reminder", STEM, start, start, mark))

    def _die(self, trip: Trip) -> None:
        self.dead = True
        self.reminder = self.stretch = None
        self.fail()
        self.held.flush()
        self.sink.trip(trip)

    def _take_out(self, decision: Decision, mark: Any, end: int) -> None:
        """Text up to ``end`` is not given out, and nothing joins across it (recommended 1)."""
        self.add(Piece(PieceKind.SCAFFOLD, 0, 0, decision=decision, mark=mark), end)
        self.markdown.cut()
        self.removed_end = end
        self.line_is_blank = False


def _cut_tag(buffer: str, at: int) -> int:
    """Return where the end of the text begins that may become a reminder tag."""
    stem = len(buffer) - len(STEM)
    if stem >= at and fold(buffer[stem:]) == STEM:
        return stem
    return head_tail(buffer, at, _HEADS)
