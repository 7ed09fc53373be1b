"""Text with one fate behind a removed block or a leaked opener, and what refuses a turn.

Spec: qoder 5, recommended 9.

What stands behind a removed reminder block may be the vendor's narration: it waits, as far as a
limit goes, for a close that takes it along. What stands behind leaked markup waits for its end.
"""

from typing import Any

from wiretail.engine.held import Piece, PieceKind
from wiretail.engine.judges.guard_scaffold import Fate as Said
from wiretail.engine.judges.guard_scaffold import Found, GuardScaffold
from wiretail.engine.markup.scaffold import LONGEST, STEM, Marker
from wiretail.engine.stretch import Fate, Stretch, Trip, evidence
from wiretail.engine.turn import Redacted
from wiretail.engine.waits import Waits
from wiretail.model.decisions import Decision
from wiretail.model.decisions import Kind as Done
from wiretail.model.span import Span


class Containment(Waits):
    """Keeps stretches. A trip makes the channel dead: nothing of it is given out any more."""

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

    def line(self, text: str) -> None:
        """Let text move lines; its end is remembered where a marker may go on from it."""
        super().line(text)
        if self.plan.guard:
            self.visible = (self.visible + text)[-LONGEST:]

    def overflow(self) -> None:
        """The bound is passed: what waits is text."""
        self.end_stretch()
        super().overflow()

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
            opener = stretch.opener
            self.tell_passed("tool_call_markup", stretch.marker, opener.start, opener.end)

    def begin_stretch(self, start: int) -> Stretch:
        """Return a stretch that begins here, with what the channel goes back to if it goes."""
        return Stretch(start, self.markdown.fork(), self.visible)

    def open_markup(self, marker: Marker, tag: str, start: int, end: int) -> None:
        """Let leaked markup wait for its end; contained text in front of it goes along."""
        stretch = self.stretch
        if stretch is None or stretch.opener:
            self.end_stretch()
            self.stretch = stretch = self.begin_stretch(start)
        stretch.opener, stretch.marker = Span(start, end), marker.text
        self._lines(tag)
        self.show(end)

    def close_alone(self, marker: Marker, tag: str, start: int, end: int) -> None:
        """Read a close without an opener: it takes contained text along, or is shown."""
        stretch = self.stretch
        said = self.guard.judge(Found.CONTAINED_CLOSE)
        if stretch and not stretch.opener and said is Said.REMOVED:
            stretch.marker = marker.text
            self.settle_stretch(tag, said, marker.refusal_class, start, end)
            return
        self.end_stretch()
        self.plain(tag, end)
        self.tell_passed(marker.refusal_class, marker.text, start, end)

    def settle_stretch(self, tag: str, said: Said, reason: str, offset: int, end: int) -> None:
        """The stretch ends in a marker that takes it along, or is shown with it.

        Its own marker stands at ``offset``: the opener, or the close that took it along.
        """
        stretch, self.stretch = self.stretch, None
        assert stretch
        if said is Said.PASSED:
            stretch.fate = Fate.SHOWN
            self._lines(tag)
            self.show(end)
            self.tell_passed(reason, stretch.marker, stretch.start, end, offset)
            return
        stretch.fate = Fate.GONE
        if self.wrapper and self.wrapper.start >= stretch.start:
            self.wrapper = None  # its opener is gone, and holds nothing together any more
        self.markdown, self.visible = stretch.markdown, stretch.visible
        span = Span(stretch.start, end)
        found = evidence(stretch.marker, offset, span)
        decision = Decision(
            Done.REMOVED, "scaffold.trip", reason, self.channel, span, evidence=found
        )
        self.take_out(decision, self.sink.mark(stretch.start), end)
        self.turn.redacted = self.turn.redacted or Redacted(reason, self.channel, found)

    def _lines(self, text: str) -> None:
        """A marker that is shown counts for lines, and as text behind blocks."""
        self.stop_group()
        self.fail_bare("text")
        self.line(text)

    def tell_passed(
        self, reason: str, marker: str, start: int, end: int, offset: int | None = None
    ) -> None:
        """Say why scaffolding is shown; its marker stands at ``offset``, or where it begins."""
        span = Span(start, end)
        found = evidence(marker, start if offset is None else offset, span)
        decision = Decision(
            Done.PASSED, "scaffold.marker", reason, self.channel, span, evidence=found
        )
        self.held.note(decision, self.sink.mark(start), self.stretch)

    # --- trips ---------------------------------------------------------------------

    def trip(self, marker: Marker, start: int, end: int, *, withholds: bool) -> None:
        """The turn is refused, by a marker at ``[start, end)``.

        ``withholds``: what stands in front of the marker in this delta, behind what was taken out
        of it, is the body of a lost block and not given out.
        """
        start, reached = max(start, self.noted), end + marker.bounded
        withheld = min(max(self.delta_start, self.removed_end), start) if withholds else start
        mark = self.sink.mark(start)
        self._die(Trip(marker.refusal_class, marker.text, withheld, start, mark, reached))

    def trip_reminder(self, reached: int) -> None:
        """The open block, or the stem at the end, has no end: the turn is refused."""
        reminder = self.reminder
        start = reminder.start if reminder else max(self.base, self.noted)
        mark = reminder.mark if reminder else self.sink.mark(start)
        self._die(Trip("unterminated_reminder", STEM, start, start, mark, reached))

    def _die(self, trip: Trip) -> None:
        self.dead = True
        self.reminder = self.stretch = None
        self.held.flush()  # what was decided in front of the marker stands
        self.fail()
        self.held.flush()
        self.sink.trip(trip)

    def take_out(self, decision: Decision, mark: Any, end: int) -> None:
        """Text up to ``end`` is not given out, and nothing joins across it (recommended 1)."""
        self.add(Piece(PieceKind.SCAFFOLD, 0, 0, decision=decision, mark=mark), end)
        if self.plan.markers:
            self.markdown.cut()  # for calls; for markers of scaffolding it leaves nothing
        self.removed_end = end
        self.line_is_blank = False
