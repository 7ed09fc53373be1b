"""One candidate block, from its open to its close.

Spec: vscode-lm 4.2, 5, 6 and 9, recommended 6.
"""

import re

from wiretail.engine.candidate import Candidate, Passed
from wiretail.engine.guard import Guard
from wiretail.engine.held import Block, Phase, Piece, PieceKind
from wiretail.engine.markup.grammar import Grammar, Role
from wiretail.engine.markup.invoke import State
from wiretail.engine.markup.tags import BLANK, head_tail
from wiretail.engine.text.cues import announces_example

_BLANKS = re.compile(f"[{BLANK}]*")
#: Ways of quoting in which a close must come in the same fence or line (recommended 6).
_BOUNDED_QUOTES = frozenset({"fence", "inline_code"})


class Blocks(Guard):
    """Reads candidate blocks. At most one is open in a channel."""

    __slots__ = ()

    def begin(self, grammar: Grammar, name: str, start: int, *, behind_word: bool) -> Block:
        """Return a block whose open stands at ``start``, with all that is known there."""
        toolbox = self.turn.toolbox
        tool = toolbox.find(name)
        wrapper = self.enclosing()
        candidate = Candidate(
            grammar.id,
            tool.name if tool else name,
            start,
            tool,
            wrapper is not None,
            self.reasoning,
        )
        candidate.after_native = len(self.turn.natives) > self.natives_ahead
        candidate.quoted = self._quoted()
        if not candidate.quoted and not (toolbox.known and tool is None):
            candidate.cue = announces_example(self.markdown.line_tail())
        candidate.begins_line = behind_word or self.markdown.begins_line()
        reader = grammar.reader(toolbox.reader(tool), mentions=self.plan.rules.mentions)
        # Where bare blocks are not asked for, a block without a wrapper is a bad enclosed one.
        rule = "call.bare" if wrapper is None and self.plan.bare else "call.enclosed"
        return Block(candidate, grammar, reader, self.sink.mark(start), rule, wrapper)

    def open(self, block: Block, tag: str, end: int) -> None:
        """Read the open: the block is held, or it fails here and its text flows."""
        self.block = block
        self.parts = [tag]
        self.trail.open_sibling()
        self.trail.read_sibling(tag)
        self.line_is_blank = False
        block.verdict = self.plan.judge(block.candidate, self.turn)
        if block.verdict is None:
            self.end_stretch()
            if block.wrapper:
                block.wrapper.enter(block)
            return
        block.grouped = block.wrapper is not None and not block.wrapper.settling
        self.line(tag)
        self.show(end)
        if self.plan.rules.mentions:
            block.phase = Phase.PROBING
        else:
            self._flow()

    def read_block(self, buffer: str, at: int) -> int:
        """Read on in the open block; return where reading goes on."""
        assert self.block
        match self.block.phase:
            case Phase.HELD:
                return self._read_held(self.block, buffer, at)
            case Phase.PROBING:
                return self._probe(self.block, buffer, at)
            case Phase.QUOTED:
                return self._skip_quoted(self.block, buffer, at)
        return self._skip(self.block, buffer, at)

    def _quoted(self) -> str:
        markdown = self.markdown
        if markdown.fenced():
            return "fence"
        if markdown.in_inline_code():
            return "inline_code"
        if not self.plan.rules.extended_quoting:
            return ""
        if markdown.in_quote():
            return "blockquote"
        wrapper = self.enclosing()
        if (wrapper.indent if wrapper else markdown.indent()) >= 4:
            return "indented_code"
        return "html_code" if markdown.in_element() else ""

    # --- a block that may still be a call -----------------------------------

    def _read_held(self, block: Block, buffer: str, at: int) -> int:
        reached = block.reader.feed(buffer, at)
        if reached > at:
            text = buffer[at:reached]
            self.parts.append(text)
            self.trail.read_sibling(text)
        match block.reader.state:
            case State.CLOSED:
                self._close_held(block, self.base + reached)
            case State.OBJECTED:
                self._object(block, block.reader.objection, self.base + reached)
            case State.MENTION:
                self._mention(self.base + reached)
            case _:
                self.waits = reached < len(buffer)
        return reached

    def _close_held(self, block: Block, end: int) -> None:
        candidate, reader = block.candidate, block.reader
        candidate.closed, candidate.end = True, end
        candidate.arguments, candidate.doubt = reader.arguments, reader.doubt
        if self.plan.checks_inputs and candidate.tool and not candidate.doubt:
            validator = self.turn.toolbox.validator(candidate.tool)
            candidate.mismatch = validator.check(candidate.arguments)
        if self.turn.input:
            written = "".join(self.parts)
            candidate.repeats_input = self.turn.input.hold(
                written, candidate.name, reader.arguments
            )
        self.block = None
        self.trail.close_sibling()
        self.judge(block)
        block.reminders = self.reminders_in("".join(self.parts), candidate.start)
        self.add(Piece(PieceKind.BLOCK, 0, 0, block), end)
        text, self.parts = self.parts, []
        if isinstance(block.verdict, Passed):
            self.line("".join(text))
            return
        self.markdown.cut()
        if block.verdict is not None:
            return
        if candidate.enclosed:
            self.trail.wait(block)
        else:
            self.wait_for_turn(block)

    def _object(self, block: Block, reason: str, end: int) -> None:
        """The block is text from here on: what was held of it flows, and counts for lines."""
        block.candidate.objection = reason
        self.judge(block)
        assert isinstance(block.verdict, Passed)
        block.reminders = self.reminders_in("".join(self.parts), block.candidate.start)
        block.phase = Phase.TEXT
        self.show(end)
        self._count_parts()

    def _count_parts(self) -> None:
        parts, self.parts = self.parts, []
        self.line("".join(parts))

    def _mention(self, end: int) -> None:
        """There is no block: the open, and the white space behind it, are text like any other."""
        block, self.block = self.block, None
        assert block
        block.mention = True
        if block.wrapper and block.phase is Phase.HELD:
            block.wrapper.leave(block)
        self.trail.close_sibling()
        text, self.parts = "".join(self.parts), []
        self.follow(text)
        if block.phase is Phase.HELD:
            self.line(text)
        self.show(end)

    # --- a block that failed: its text flows ------------------------------------

    def _flow(self) -> None:
        """The block failed at its open: its text is read for its close, and its wrapper fails."""
        block = self.block
        assert block
        self.parts = []
        if self.plan.rules.mentions and block.candidate.quoted in _BOUNDED_QUOTES:
            block.phase = Phase.QUOTED
        else:
            block.phase = Phase.TEXT
            self._fail_wrapper(block)

    def _fail_wrapper(self, block: Block) -> None:
        if block.wrapper:
            block.wrapper.fail(block)

    def _probe(self, block: Block, buffer: str, at: int) -> int:
        blanks = _BLANKS.match(buffer, at)
        assert blanks
        if blanks.end() > at:
            return self._probe_blanks(block, buffer, at, blanks.end())
        begins = block.reader.begins_block(buffer, at)
        if begins is None:
            self.waits = True
            if not self._may_mark(buffer, at):
                self.show_cut(buffer, at)
        elif begins:
            self._flow()
        else:
            self._mention(self.base + at)
        return at

    def _probe_blanks(self, block: Block, buffer: str, at: int, end: int) -> int:
        """Read white space behind the open: of it, only a line's end matters to what waits."""
        newline = buffer.find("\n", at, end)
        over = newline >= 0 and block.candidate.quoted == "inline_code"
        if over:  # the close does not come in the open's line
            end = newline + 1
        if newline >= 0 and len(self.parts) == 1:
            self.parts.append("\n")
        self._flowing(block, buffer[at:end])
        self.show(self.base + end)
        if over:
            self._mention(self.base + end)
        return end

    def _may_mark(self, buffer: str, at: int) -> bool:
        """Tell whether a cut tag may, behind a mention, become one that is not shown yet."""
        if self.plan.cuts_scaffold(buffer[at:]):
            return True
        if self.reasoning:
            return False
        closes = self.wrapper is not None and self.wrapper.counts
        roles = {Role.WRAPPER_OPEN, Role.WRAPPER_CLOSE} if closes else {Role.WRAPPER_OPEN}
        return any(
            marker.role in roles and marker.tag.may_grow(buffer, at) for marker in self.plan.markers
        )

    def _skip(self, block: Block, buffer: str, at: int) -> int:
        """Read up to the close."""
        _, start, end = self._find_tag(block, buffer, at, len(buffer), opens=False)
        begins, ends = self.find_reminder(buffer, at, start if end else len(buffer))
        if ends or begins < (start if end else len(buffer)):
            self._flowing(block, buffer[at:begins])
            self.show(self.base + begins)
            if ends:
                self.read_opener(buffer[begins:ends], self.base + begins)
            self.waits = not ends
            return ends or begins
        if end:
            self._flowing(block, buffer[at:end])
            return self._close_shown(block, end)
        self._flowing(block, buffer[at:start])
        return self._await(buffer, start)

    def _flowing(self, block: Block, text: str) -> None:
        self.trail.read_sibling(text)
        if not block.unread:
            self.line(text)

    def _await(self, buffer: str, at: int) -> int:
        """Show all text, and read again from ``at`` when there is more."""
        self.waits = at < len(buffer)
        self.show(self.base + len(buffer))
        return at

    def _find_tag(
        self, block: Block, buffer: str, at: int, stop: int, *, opens: bool
    ) -> tuple[str, int, int]:
        """Return name (empty for a close), start and end of the first tag that begins before stop.

        Looks for the block's close and, with ``opens``, for other opens. An end of 0: no whole tag;
        one may begin at ``start``, if that is before ``stop``.
        """
        grammar = block.grammar
        for head in grammar.block_heads.finditer(buffer, at, stop):
            start = head.start()
            closed = grammar.block_close.match(buffer, start)
            opened = grammar.block_open.match(buffer, start) if opens else None
            found = closed or opened
            if found:
                return found.name, start, found.end
            grows = grammar.block_close.may_grow(buffer, start)
            if grows or (opens and grammar.block_open.may_grow(buffer, start)):
                return "", start, 0
        if stop < len(buffer):
            return "", stop, 0
        heads = grammar.block_close.heads + (grammar.block_open.heads if opens else ())
        return "", head_tail(buffer, at, heads), 0

    def _close_shown(self, block: Block, end: int) -> int:
        """The block ends: it is a candidate that was shown. ``end`` is a place in the buffer."""
        self.block = None
        self.show(self.base + end)
        self.trail.close_sibling()
        self._fail_wrapper(block)
        if self.stretch and self.stretch.opener:
            self.end_stretch()  # its close belongs to a candidate
        self.line_is_blank = False
        if block.unread:
            self.markdown.cut()
        if not block.cut:
            self.held.passed(block, self.base + end, self.stretch, complete=True)
        return end

    # --- a quoted block: its close must come in the same fence or line ------------

    def _skip_quoted(self, block: Block, buffer: str, at: int) -> int:
        newline = self._line_end(buffer, at)
        stop = newline if newline >= 0 else len(buffer)
        in_line = block.candidate.quoted == "inline_code"
        opens = in_line and block.successor is None
        name, start, end = self._find_tag(block, buffer, at, stop, opens=opens)
        if end and name:
            self._flowing(block, buffer[at:start])
            self._note_successor(block, name, self.base + start)
            self._flowing(block, buffer[start:end])
            self.show(self.base + end)
            return end
        if end:
            self._flowing(block, buffer[at:end])
            return self._close_shown(block, end)
        if start < stop or newline < 0:
            self._flowing(block, buffer[at:start])
            return self._await(buffer, start)
        self._flowing(block, buffer[at : newline + 1])
        self.show(self.base + newline + 1)
        if in_line or not self.markdown.in_fence():
            self._replace(block)
        return newline + 1

    def _line_end(self, buffer: str, at: int) -> int:
        """Return where the line ends, -1: not here. A line of many tags is looked through once."""
        found = buffer.find("\n", max(at, self.line_goes_on - self.base))
        self.line_goes_on = self.base + (found if found >= 0 else len(buffer))
        return found

    def _note_successor(self, block: Block, name: str, start: int) -> None:
        """Another open on the line, outside the code: it counts if this one is a mention."""
        if self.markdown.in_inline_code():
            return
        successor = self.begin(block.grammar, name, start, behind_word=False)
        verdict = self.plan.judge(successor.candidate, self.turn)
        # Nothing of a quoted line is held, so a call that begins on it is none.
        successor.verdict = verdict if isinstance(verdict, Passed) else Passed("inline_code", {})
        successor.phase = Phase.TEXT
        block.successor = successor

    def _replace(self, block: Block) -> None:
        """The quoted open was a mention; text goes on outside, or in the open behind it."""
        if self.trail:
            self.end_line()
        self.trail.close_sibling()
        self.block = block.successor
        if self.block:
            self._fail_wrapper(self.block)

    # --- the text is over ----------------------------------------------------------

    def finish_text(self, *, turn_over: bool) -> None:
        """No text follows what is there (a native call comes, or the end): cut tags are text."""
        rest, self.buffer = self.buffer, ""
        end = self.base = self.end
        block = self.block
        if block is None:
            self.plain(rest, end)
            return
        if self._is_mention(block):
            self.parts.append(rest)
            if block.phase is not Phase.HELD:
                self.line(rest)
            self._mention(end)
            return
        if block.phase is Phase.HELD:
            self.parts.append(rest)
            self.trail.read_sibling(rest)
            self._object(block, "incomplete", end)
        else:
            self._flowing(block, rest)
            self.show(end)
        self._cut(block, end, turn_over=turn_over)

    def _is_mention(self, block: Block) -> bool:
        if not self.plan.rules.mentions or block.cut:
            return False
        begun = block.phase is Phase.HELD and not block.reader.empty
        return not begun and block.phase is not Phase.TEXT

    def _cut(self, block: Block, end: int, *, turn_over: bool) -> None:
        """The block has no close, or none that it may be joined to: it stays a body, unread."""
        if turn_over:
            self.block = None
        self._fail_wrapper(block)
        self.fail_bare("text")
        if not block.cut:
            block.cut = True
            self.held.passed(block, end, complete=False)
