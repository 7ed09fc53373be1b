"""Scaffolding in a channel: reminder blocks, contained text, leaked markup.

Spec: qoder 3 to 5, recommended 9.

Whole reminder blocks come before everything else: what stands inside is no candidate. Other markers
are asked about where no candidate claims them.
"""

import re
from collections.abc import Sequence
from typing import Any

from wiretail.engine.containment import Containment
from wiretail.engine.held import Piece, PieceKind
from wiretail.engine.judges.guard_scaffold import Fate as Said
from wiretail.engine.judges.guard_scaffold import Found
from wiretail.engine.markup.scaffold import (
    LONGEST,
    REMINDER_CLOSE,
    STEM,
    Kind,
    Marker,
    fold_scaffold,
)
from wiretail.engine.markup.tags import BLANK, FLAGS, head_tail
from wiretail.engine.stretch import Reminder
from wiretail.model.decisions import Decision
from wiretail.model.decisions import Kind as Done
from wiretail.model.span import Span

_TAG = re.compile(rf"{REMINDER_CLOSE}|{STEM}(?=[{BLANK}/>])", FLAGS)
_STEM = re.compile(STEM, FLAGS)
_HEADS = (REMINDER_CLOSE, STEM)


class Guard(Containment):
    """Reads scaffolding: markers, and reminder blocks."""

    __slots__ = ()

    # --- markers ----------------------------------------------------------------

    def read_marker(self, buffer: str, at: int, marker: Marker, start: int, end: int) -> int:
        """Read a marker, and the text since ``at`` in front of it; return where reading goes on."""
        self.plain(buffer[at:start], self.base + start)
        quoted = self._quoted_marker()
        if quoted:
            self.plain(buffer[start:end], self.base + end)
            self.tell_passed(quoted, marker.text, self.base + start, self.base + end)
        elif marker.kind is Kind.OPENS_REMINDER:
            self._open_reminder(buffer[start:end], self.base + start, self.base + end)
        elif self.guard.refuses:
            opens = marker.kind is Kind.OPENS_MARKUP
            withholds = not opens or self.seen_reminder
            self.trip(marker, self.base + start, self.base + end, withholds=withholds)
            return len(buffer)
        elif marker.kind is Kind.OPENS_MARKUP:
            self.open_markup(marker, buffer[start:end], self.base + start, self.base + end)
        else:
            self.close_alone(marker, buffer[start:end], self.base + start, self.base + end)
        return end

    def end_markup(self, buffer: str, at: int, start: int, end: int) -> int:
        """Read the end of leaked markup whose opener waits for it."""
        self.plain(buffer[at:start], self.base + start)
        opener = self.stretch.opener if self.stretch else None
        if opener is None or self.base + end - opener.end > self.guard.max_block:
            self.end_stretch()  # the text in front reached too far
            return start
        said = self.guard.judge(Found.MARKUP)
        tag, over = buffer[start:end], self.base + end
        self.settle_stretch(tag, said, "tool_call_markup", opener.start, over)
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

    # --- reminder blocks ----------------------------------------------------------

    def _open_reminder(self, tag: str, start: int, end: int) -> None:
        self.end_stretch()
        if self.guard.refuses:
            # What stays visible may go on behind the block: no marker is made of both (qoder 3).
            cut = _cut_marker(self.visible, self.plan.scaffold_words, self.plan.stems)
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
            reminder.deepest = max(reminder.deepest, reminder.depth)
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
            self.trip_reminder(self.base + end)
            return len(buffer)
        reminder.parts.append(buffer[at:end])
        self.show_reminder(self.base + end)
        return end

    def _close_reminder(self, reminder: Reminder, text: str, end: int) -> None:
        self.reminder = None
        said = self.guard.judge(Found.REMINDER)
        if said is Said.PASSED:
            reminder.parts.append(text)
            self._show_parts(reminder, end)
            self.tell_passed("reminder", STEM, reminder.start, end)
            return
        self._take_block_out(Span(reminder.start, end), reminder.deepest, reminder.mark)
        if self.guard.containment and self.block is None:
            self.stretch = self.begin_stretch(end)

    def show_reminder(self, end: int) -> None:
        """The block has no end that counts: it is text, and was never a candidate."""
        reminder, self.reminder = self.reminder, None
        assert reminder
        self._show_parts(reminder, end)
        self.tell_passed("unterminated_reminder", STEM, reminder.start, end)

    def _take_block_out(self, span: Span, depth: int, mark: Any) -> None:
        evidence = {"depth": depth, "length": len(span)}
        decision = Decision(
            Done.REMOVED, "scaffold.reminder", "reminder", self.channel, span, evidence=evidence
        )
        self.take_out(decision, mark, span.end)

    def _show_parts(self, reminder: Reminder, end: int) -> None:
        self.plain("".join(reminder.parts), end)

    def _drop(self, end: int) -> None:
        if end > self.noted:
            self.add(Piece(PieceKind.SCAFFOLD, 0, 0), end)

    def scaffold_begun(self) -> Any:
        """Return where an open reminder block, or the stem of one, begins; None: there is none."""
        if self.reminder:
            return self.reminder.mark  # made when it began: what was dropped is forgotten
        stem = self.plan.guard and self.block is None and fold_scaffold(self.buffer) == STEM
        return self.sink.mark(self.base) if stem else None

    def goes_on(self) -> bool:
        """Tell whether what is open here goes on behind a native call.

        An open block does; a cut marker where markers trip (qoder 6: only terminals give it out).
        """
        if self.reminder:
            return True
        return self.plan.guard is not None and self.guard.refuses and self.waits_for_scaffold()

    def finish_scaffold(self, *, failed: bool, turn_over: bool) -> None:
        """The turn ends, or (not over) a native call comes: what is open has no end that counts."""
        if not turn_over or self.scaffold_begun() is None:
            return
        if self.guard.refuses and not failed:
            self.trip_reminder(self.end)
        elif self.guard.refuses:
            self._drop_open(self.end)
        elif self.reminder is None:
            start, self.buffer, self.base = self.base, "", self.end
            self.plain(STEM, self.end)
            self.tell_passed("unterminated_reminder", STEM, start, self.end)
        else:
            self.reminder.parts.append(self.buffer)
            self.buffer, self.base = "", self.end
            self.show_reminder(self.end)

    def release_scaffold(self) -> None:
        """The queue is full: what waits here for its end is text; a dropped block stays one."""
        self.end_stretch()
        if self.reminder and self.guard.refuses:
            self._drop(self.end)
        elif self.reminder:
            self.show_reminder(self.base)

    def _drop_open(self, end: int) -> None:
        """The vendor's own error stands; the open block, or the stem, is dropped (qoder 6.3)."""
        reminder, self.reminder = self.reminder, None
        start = reminder.start if reminder else self.base
        mark = reminder.mark if reminder else self.sink.mark(start)
        self.buffer, self.base = "", end
        self._take_block_out(Span(start, end), reminder.deepest if reminder else 1, mark)

    # --- reminder blocks in candidates ------------------------------------------------

    def reminders_in(self, text: str, start: int) -> list[tuple[Span, Any]]:
        """Return the whole reminder blocks of a candidate's text that begins at ``start``."""
        found: list[tuple[Span, Any]] = []
        if self.plan.guard is None or self.guard.refuses:
            return found
        depth = begun = 0
        for tag in _TAG.finditer(text):
            opens = tag[0][1] != "/"
            if opens and not depth:
                begun = start + tag.start()
            depth = depth + 1 if opens else max(depth - 1, 0)
            if not opens and begun and not depth:
                found.append((Span(begun, start + tag.end()), self.sink.mark(begun)))
                begun = 0
        return found

    def find_reminder(self, buffer: str, at: int, stop: int) -> tuple[int, int]:
        """Return where the first reminder opener in ``[at, stop)`` begins, and where it ends.

        An end of 0: none is whole; one may begin at the first, if that is before ``stop``.
        """
        if self.plan.guard is None:
            return stop, 0
        for stem in _STEM.finditer(buffer, at, stop):
            if stem.end() == len(buffer):
                return stem.start(), 0
            if _TAG.match(buffer, stem.start()):
                return stem.start(), stem.end()
        return (head_tail(buffer, at, (STEM,)) if stop == len(buffer) else stop), 0

    def read_opener(self, tag: str, start: int) -> None:
        """Read a reminder opener in a candidate that is shown."""
        end = start + len(tag)
        quoted = self._quoted_marker()
        if quoted:
            self.line(tag)
            self.show(end)
            self.tell_passed(quoted, STEM, start, end)
        else:
            self._open_reminder(tag, start, end)


def _cut_tag(buffer: str, at: int) -> int:
    """Return where the end of the text begins that may become a reminder tag."""
    begin = _cut_marker(buffer[max(at, len(buffer) - LONGEST) :], _HEADS, (STEM,))
    return max(at, len(buffer) - LONGEST) + begin


def _cut_marker(text: str, heads: Sequence[str], stems: Sequence[str]) -> int:
    """Return where the end of the text begins that may become one of the markers.

    ``stems`` are those that are markers only in front of a boundary.
    """
    folded = fold_scaffold(text)
    for stem in stems:
        if folded.endswith(stem):
            return len(text) - len(stem)
    return head_tail(text, 0, heads, fold_scaffold)
