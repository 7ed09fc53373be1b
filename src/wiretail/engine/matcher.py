"""The one scanner of a text channel: it finds markers, holds what may be one, and keeps the bounds.

Text goes through in one pass. Outside candidates the scanner looks for markers (here); inside one
the block reads on (``engine.blocks``). What is read is either shown, or noted as a piece whose fate
waits for a judge (``engine.held``). Every decision hangs on the text alone, never on how it was cut
into deltas: where the end of the text does not tell, the scanner waits, and it never guesses.
"""

from typing import Any

from wiretail.engine.blocks import Blocks
from wiretail.engine.finder import Next, cut_rule, find_next, pure_cut
from wiretail.engine.held import Phase, Piece, PieceKind, Sink, Wrapper
from wiretail.engine.markup.grammar import Role
from wiretail.engine.markup.scaffold import LONGEST
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.stray_words import StrayWord
from wiretail.engine.turn import Turn
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, EndKind
from wiretail.model.span import Span


class Matcher(Blocks):
    """Reads one channel. Settled text, calls and decisions go to the sink as they are known."""

    __slots__ = ()

    def __init__(self, plan: MatcherPlan, channel: Channel, turn: Turn, sink: Sink) -> None:
        super().__init__(plan, channel, turn, sink)

    def feed(self, text: str) -> None:
        """Take the next text of the channel, repaired, and say what is held now."""
        self.read(text)
        self.announce()

    def read(self, text: str, then: str = "") -> None:
        """Take the next text of the channel, repaired; ``then`` begins what will follow it.

        It is read in pieces that end where the bound would be passed, so that the bound is counted
        over the text and not over deltas.
        """
        at = 0
        self.delta_start = self.base
        while at < len(text) and not self.dead:
            room = max(1, self.plan.max_held + 1 - self.held_chars)
            piece = text[at : at + room] if at or room < len(text) else text
            at += len(piece)
            self._read(piece)
            if self.held_chars > self.plan.max_held:
                self.overflow()
        if then:
            self._look_ahead(then)

    def skip(self, text: str) -> None:
        """Take text that was given out while nothing waited, and in which nothing begins."""
        self.visible = (self.visible + text[-LONGEST:])[-LONGEST:]
        self.line(text)
        self.end = self.base = self.noted = self.end + len(text)

    @property
    def in_data(self) -> bool:
        """Tell whether text here is the body of a possible call, or of a reminder."""
        held = self.block is not None and self.block.phase is Phase.HELD
        return held or self.reminder is not None

    def announce_cut(self, text: str, start: int, end: int) -> None:
        """Say that a cut marker is held that this matcher has not read."""
        self._look_ahead(text)
        self.announce()
        if self.hold_start < 0:
            rule = cut_rule(self.plan, text) or "echo.block"
            self.hold_start, self.hold_rule, self.hold_settled = start, rule, self.held.settled
            span = Span(start, end)
            self.sink.now(Decision(Kind.HELD, rule, "marker_prefix", self.channel, span))

    def _look_ahead(self, text: str) -> None:
        """What comes next begins so, and is not read yet: a marker it cannot belong to is none."""
        if not self.buffer or self.block or self.reminder:
            return
        whole = self.buffer + text
        following = find_next(self.plan, whole, 0, begins_line=self.visible[-1:] in {"", "\n"})
        if following.start >= len(self.buffer) and self._word(whole, 0, following) is None:
            rest, self.buffer = self.buffer, ""
            self.base = self.end
            self.plain(rest, self.end)
            self.held.flush()
            self._rest()

    def cut_out(self, decision: Decision, mark: Any, end: int) -> None:
        """Text up to ``end``, which was not read here, is taken out."""
        rest, self.buffer = self.buffer, ""
        self.base = self.end
        if rest and self.block:
            self.line(rest)
            self.show(self.end)
        else:
            self.plain(rest, self.end)
        self.end_stretch()
        self.take_out(decision, mark, end)
        self.base = self.end = end
        self.held.flush()
        self._rest()

    def note(self, decision: Decision, mark: Any) -> None:
        """Give out a decision on text that was read here."""
        self.held.note(decision, mark, self.stretch)

    def hold(self, rule: str) -> None:
        """What comes next is said to be held already."""
        self.hold_start, self.hold_rule, self.hold_settled = self.end, rule, self.held.settled

    def absorbs(self, text: str) -> bool:
        """Take text if it only lengthens what is held, within the bound: a value, or a cut tag."""
        if self.end - self.hold_start + len(text) > self.plan.max_held:
            return False
        block = self.block
        if block is None:
            return self._lengthens_marker(text)
        if block.phase is not Phase.HELD:
            return False
        whole = self.buffer + text if self.buffer else text
        read = -1 if self.trail else block.reader.absorbs(whole)
        if read < 0:
            return False
        if read:
            self.parts.append(whole[:read])
            self.base += read
        self.buffer = whole[read:]
        self.end += len(text)
        return True

    def read_in_block(self, text: str) -> int:
        """Read text up to where a held block ends, or all of it; return how much that was.

        0: no block is held, or it is not as simple as that.
        """
        block = self.block
        if block is None or block.phase is not Phase.HELD or self.plan.may_trip:
            return 0
        if self.end - self.hold_start + len(text) > self.plan.max_held:
            return 0
        unread, buffer = len(self.buffer), self.buffer + text
        reached = self._read_held(block, buffer, 0)
        over = self.block is not block or block.phase is not Phase.HELD
        took = max(reached - unread, 0) if over else len(text)
        self.buffer = buffer[reached : unread + took]
        self.base += reached
        self.end += took
        if over:
            self.held.flush()
            self._rest()
        return took

    @property
    def value_room(self) -> int:
        """How many code points without a ``<`` :meth:`absorbs` is sure to take: more of a value."""
        block = self.block
        if block is None or block.phase is not Phase.HELD or self.buffer or self.trail:
            return 0
        return self.plan.max_held + self.hold_start - self.end if block.reader.in_value else 0

    def _lengthens_marker(self, text: str) -> bool:
        """Take text if it goes on in a marker that is cut, wherever that may lead."""
        stretch = self.stretch
        if not self.buffer or self.reminder or "<" in text or (stretch and stretch.opener):
            return False
        whole, begins_line = self.buffer + text, self.visible[-1:] in {"", "\n"}
        found = pure_cut(self.plan, whole, reasoning=self.reasoning, begins_line=begins_line)
        if found is None or not (found.guarded or (not found.lined and self._holds(found.opens))):
            return False
        self.buffer = whole
        self.end += len(text)
        return True

    def release(self) -> None:
        """The queue is full: what is held here is text, a cut marker included (qoder 7.7).

        The scanner keeps its state: a marker that the shown text grows into still counts.
        """
        self.release_scaffold()
        self.overflow()
        self.show(self.end)
        self.held.flush()
        self.announce("hold_bound")

    def settle(self, end_kind: EndKind | None) -> None:
        """Settle everything that is held: the turn ends, or (None) a native call comes."""
        if self.dead:
            return
        failed = end_kind in {EndKind.ERROR, EndKind.CANCELLED}
        if failed:
            self.fail()
        self.finish_scaffold(failed=failed, turn_over=end_kind is not None)
        if self.dead:
            return
        if end_kind is not None or not self.goes_on():
            self.finish_text(turn_over=end_kind is not None)
        self.end_stretch()
        self.end_waits(end_kind)
        self.announce("end_of_turn")

    # --- scanning -------------------------------------------------------------

    def _read(self, text: str) -> None:
        buffer = self.buffer + text if self.buffer else text
        self.end += len(text)
        at = 0
        self.waits = False
        while at < len(buffer) and not self.waits:
            if self.reminder:
                at = self.read_reminder(buffer, at)
                if self.reminder is None and self.carry:
                    buffer, at = self._carry_on(buffer, at), 0
            elif self.block:
                at = self.read_block(buffer, at)
            else:
                at = self._outside(buffer, at)
        self.buffer = buffer[at:]
        self.base += at
        self.held.flush()
        self._rest()

    def _rest(self) -> None:
        open_ = self.block or self.reminder or self.stretch
        self.idle = not (open_ or self.buffer or self.held or self.trail or self.bare)

    def _carry_on(self, buffer: str, at: int) -> str:
        """Read the text behind a removed block as going on with what is visible in front of it."""
        carry, self.carry = self.carry, ""
        self.base += at - len(carry)
        return carry + buffer[at:]

    def _outside(self, buffer: str, at: int) -> int:
        """Read text up to the next marker, and the marker; return where reading goes on."""
        waits = self.stretch is not None and self.stretch.opener is not None
        following = find_next(
            self.plan,
            buffer,
            at,
            reasoning=self.reasoning,
            markup_waits=waits,
            begins_line=self.visible[-1:] in {"", "\n"},
        )
        if following.ends_markup:
            return self.end_markup(buffer, at, following.start, following.end)
        if following.scaffold:
            return self._scaffold(buffer, at, following)
        word = self._word(buffer, at, following)
        stop = word.start if word else following.start
        if following.start == len(buffer):
            stop = self._word_begins(buffer, at)
        self.plain(buffer[at:stop], self.base + stop)
        if following.marker:
            return self._marker(buffer, stop, word, following)
        if stop < len(buffer):
            self.waits = True
            word_waits = following.start == len(buffer)
            guarded = following.guarded or (following.lined and not self.markdown.in_fence())
            if not (guarded or self._holds(following.opens or word_waits)):
                self.show_cut(buffer, stop)
        return stop

    def _scaffold(self, buffer: str, at: int, following: Next) -> int:
        """Read a marker of scaffolding; one that must begin a line is text in a fence."""
        assert following.scaffold
        start, end = following.start, following.end
        if following.scaffold.begins_line:
            self.plain(buffer[at:start], self.base + start)
            if self.markdown.in_fence():
                self.plain(buffer[start], self.base + start + 1)
                return start + 1
            at = start
        return self.read_marker(buffer, at, following.scaffold, start, end)

    def _word(self, buffer: str, at: int, following: Next) -> StrayWord | None:
        """Return the stray word that stands before an opener, or before what may become one."""
        if self.reasoning or not following.opens:
            return None
        words = self.plan.stray_words
        return words.before(buffer, at, following.start, begins_line=self.line_is_blank)

    def _word_begins(self, buffer: str, at: int) -> int:
        """Return where the end of the text begins that may become a stray word."""
        if self.reasoning:
            return len(buffer)
        return self.plan.stray_words.may_begin(buffer, at, begins_line=self.line_is_blank)

    def _holds(self, opens: bool) -> bool:
        """Tell whether a cut marker is held: an opener always, a closer where it may be removed."""
        if self.reasoning:
            return False
        return opens or self.bare is not None or (self.wrapper is not None and self.wrapper.counts)

    # --- markers ----------------------------------------------------------------

    def _marker(self, buffer: str, at: int, word: StrayWord | None, following: Next) -> int:
        """Read a whole marker, and the text since ``at`` in front of it; return its end."""
        assert following.marker
        start, end = following.start, following.end
        match following.marker.role:
            case Role.BLOCK_OPEN:
                self._open(buffer, at, word, following)
            case Role.WRAPPER_OPEN if self._arms():
                if word:
                    self.line(buffer[word.start : start])
                wrapper = self._arm(self.base + start, self.base + end)
                self._stray(word, start, Piece(PieceKind.STRAY_WORD, 0, 0, wrapper=wrapper))
                self._tag(buffer[start:end], end, Piece(PieceKind.OPENER, 0, 0, wrapper=wrapper))
            case Role.WRAPPER_CLOSE if self._closes():
                self.plain(buffer[at:start], self.base + start)
                self._close(buffer[start:end], end)
            case Role.WRAPPER_CLOSE if self.trail and not self.markdown.in_inline_code():
                self.stop_trail()  # the opener is shown, and still began its line
                self.plain(buffer[at:end], self.base + end)
            case _:
                self.plain(buffer[at:end], self.base + end)
        return end

    def _open(self, buffer: str, at: int, word: StrayWord | None, following: Next) -> None:
        assert following.marker
        start, end = following.start, following.end
        if word:
            self.stop_group()  # for a wrapper in front, the word is prose
            if self.enclosing():
                self.plain(buffer[at:start], self.base + start)
                word = None
        grammar, name = following.marker.grammar, following.name
        if word:
            self.line(buffer[word.start : start])
        block = self.begin(grammar, name, self.base + start, behind_word=word is not None)
        self._stray(word, start, Piece(PieceKind.STRAY_WORD, 0, 0, block))
        self.open(block, buffer[start:end], self.base + end)

    def _stray(self, word: StrayWord | None, end: int, piece: Piece) -> None:
        """Let a stray word wait with what it stands before; blanks behind it are text."""
        if word:
            if self.base + word.end > self.noted:  # not shown already
                self.add(piece, self.base + word.end)
            self.show(self.base + end)
            self.count_behind(end - word.start)

    def _arms(self) -> bool:
        markdown = self.markdown
        quoted = markdown.in_inline_code() or markdown.in_fence() or markdown.on_fence_line()
        return not quoted and not self.reasoning

    def _arm(self, start: int, end: int) -> Wrapper:
        self.stop_group()
        markdown = self.markdown
        begins_line = markdown.begins_line() and not markdown.has_block()
        self.wrapper = Wrapper(start, end, begins_line, markdown.indent(), residue_of=self.bare)
        return self.wrapper

    def _closes(self) -> bool:
        """Tell whether a wrapper closer here does anything."""
        if self.reasoning or self.markdown.in_inline_code():
            return False
        return self.enclosing() is not None or self.bare is not None

    def _closing(self) -> Wrapper | None:
        """Return the wrapper that a closer here belongs to (None: it is an orphan)."""
        wrapper = self.wrapper
        if wrapper and self.bare and wrapper.residue_of is self.bare:
            return wrapper  # it stands behind bare blocks, and so do its shown tags
        return self.enclosing()

    def _close(self, tag: str, end: int) -> None:
        wrapper = self._closing()
        self.stop_trail()
        if wrapper is None:
            self._tag(tag, end, Piece(PieceKind.RESIDUE, 0, 0, group=self.bare))
            return
        self.wrapper = None
        wrapper.settling = True
        wrapper.update()
        self._tag(tag, end, Piece(PieceKind.CLOSER, 0, 0, wrapper=wrapper))

    def _tag(self, tag: str, end: int, piece: Piece) -> None:
        """Let a wrapper tag wait; for lines, and for what stands behind blocks, it is text."""
        self.add(piece, self.base + end)
        if self.trail:
            self.read_trail(tag)
        self.count_behind(len(tag))
        self.line(tag)
