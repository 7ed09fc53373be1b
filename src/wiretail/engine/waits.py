"""What waits in a channel, and for what: the end of a line, of a wrapper's group, of the turn.

Rules: spec vscode-lm 5.4, 8 and 9, recommended 3 and 12.
"""

from wiretail.engine.candidate import Passed, Settled
from wiretail.engine.held import (
    BareGroup,
    Block,
    HeldText,
    Phase,
    Piece,
    PieceKind,
    Sink,
    Wrapper,
)
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.stretch import Fate, Reminder, Stretch
from wiretail.engine.text.markdown import Markdown
from wiretail.engine.text.whitespace import WS
from wiretail.engine.trail import Trail
from wiretail.engine.turn import Turn
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind
from wiretail.model.span import Span


class Waits:
    """The state of one channel, and the verdicts that its text brings about.

    ``base`` is the code point where ``buffer`` begins, the text that is not read yet; up to
    ``noted`` text is given out or stands in ``held``; ``end`` is where the text ends so far.
    """

    __slots__ = (
        "bare",
        "base",
        "block",
        "buffer",
        "carry",
        "channel",
        "dead",
        "delta_start",
        "end",
        "held",
        "hold_rule",
        "hold_settled",
        "hold_start",
        "idle",
        "line_goes_on",
        "line_is_blank",
        "markdown",
        "natives_ahead",
        "noted",
        "parts",
        "plan",
        "reasoning",
        "reminder",
        "removed_end",
        "seen_reminder",
        "sink",
        "stretch",
        "trail",
        "turn",
        "visible",
        "waits",
        "wrapper",
    )

    def __init__(self, plan: MatcherPlan, channel: Channel, turn: Turn, sink: Sink) -> None:
        self.plan = plan
        self.channel = channel
        self.turn = turn
        self.sink = sink
        self.reasoning = channel.kind is ChannelKind.REASONING
        self.held = HeldText(channel, sink)
        self.markdown = Markdown(extended=plan.rules.extended_quoting, cue_chars=plan.cue_chars)
        self.trail: Trail[Block] = Trail()
        self.wrapper: Wrapper | None = None
        self.bare: BareGroup | None = None
        self.block: Block | None = None
        self.parts: list[str] = []  # the text of the open block that lines have not counted yet
        self.buffer = ""
        self.visible = self.carry = ""  # the end of what is visible, in front of a removed block
        self.base = self.noted = self.end = 0
        self.line_goes_on = 0  # no line ends up to here, as far as it was looked through
        self.line_is_blank = True
        self.waits = False
        self.idle = plan.scans
        self.natives_ahead = 0  # native calls that began behind text that is not read yet
        self.reminder: Reminder | None = None
        self.stretch: Stretch | None = None
        self.seen_reminder = False
        self.dead = False
        self.delta_start = self.removed_end = 0
        self.hold_start = -1
        self.hold_rule = ""
        self.hold_settled = 0

    @property
    def held_chars(self) -> int:
        """How many code points are withheld; what a trip withholds is not held, but gone."""
        return 0 if self.dead else self.end - self.settled_end

    @property
    def settled_end(self) -> int:
        """Up to where everything is given out or gone."""
        return self.held.first.start if self.held else self.noted

    @property
    def looks_back(self) -> int:
        """Up to where no text is held, nor read again: a marker may grow out of shown text."""
        return min(self.settled_end, self.base)

    # --- text outside candidates ------------------------------------------

    def plain(self, text: str, end: int) -> None:
        """Read text that belongs to no markup; ``end`` is where it ends in the channel."""
        if not text:
            return
        self.follow(text)
        self.line(text)
        self.show(end)

    def follow(self, text: str) -> None:
        """Let text stand behind what waits: blocks of its line, a wrapper's group, bare blocks."""
        if self.trail:
            self.read_trail(text)
        rest = text.lstrip(WS)
        self.count_behind(len(text) - len(rest))
        if rest:
            self.stop_group()
            self.fail_bare("text")

    def line(self, text: str) -> None:
        """Let text move lines and fences."""
        self.markdown.feed(text)
        if self.line_is_blank or "\n" in text:
            last = text[text.rfind("\n") + 1 :]
            self.line_is_blank = not last.strip(WS) and (self.line_is_blank or "\n" in text)

    def show(self, end: int) -> None:
        """Give out the text up to ``end``, in its turn."""
        if end > self.noted:
            self.held.text(self.noted, end, self.stretch)
            self.noted = end

    def show_cut(self, buffer: str, at: int) -> None:
        """Give out a cut marker that is text either way, up to where another may begin in it.

        A name may hold anything: once the marker is none, what stands in its name counts.
        """
        inner = self.plan.may_open.search(buffer, at + 1)
        end = inner.start() if inner else len(buffer)
        if self.plan.has_words:
            newline = buffer.find("\n", at + 1, end)
            end = newline if newline >= 0 else end
        self.show(self.base + end)

    def add(self, piece: Piece, end: int) -> None:
        """Let a piece wait from where the text was noted to ``end``."""
        piece.start, piece.end, piece.stretch = self.noted, end, self.stretch
        self.held.add(piece)
        self.noted = end

    # --- the wrapper's group -----------------------------------------------

    def enclosing(self) -> Wrapper | None:
        """Return the wrapper that counts here, if one is open."""
        wrapper = self.wrapper
        if wrapper and (self.plan.rules.shown_wrapper_arms or wrapper.counts):
            return wrapper
        return None

    def stop_group(self) -> None:
        """The group behind the wrapper's opener is over; its fate hangs on verdicts only."""
        if self.wrapper and self.wrapper.fate is Fate.WAITING:
            self.wrapper.settling = True
            self.wrapper.update()

    # --- verdicts -------------------------------------------------------------

    def judge(self, block: Block) -> None:
        """Ask the judges about a block that has no verdict, and settle it if they have one."""
        verdict = self.plan.judge(block.candidate, self.turn)
        if verdict is not None:
            self.decide(block, verdict)

    def decide(self, block: Block, verdict: Settled) -> None:
        """Settle a block, and what its wrapper waits for."""
        block.verdict = verdict
        if block.wrapper:
            block.wrapper.decided(block, passed=isinstance(verdict, Passed))

    def read_trail(self, text: str) -> None:
        """Read text behind the blocks of its line."""
        line, newline, _ = text.partition("\n")
        self._prose_behind(self.trail.read(line), found=True)
        if newline:
            self.end_line()

    def end_line(self) -> None:
        """Settle the blocks that wait for the end of their line."""
        clean, prose = self.trail.end_line()
        self._prose_behind(prose, found=True)
        self._prose_behind(clean, found=False)

    def stop_trail(self) -> None:
        """A wrapper closes: for blocks whose own one began its line, the line ends here."""
        clean, prose = self.trail.stop(_ends_with_its_wrapper)
        self._prose_behind(prose, found=True)
        self._prose_behind(clean, found=False)

    def _prose_behind(self, blocks: list[Block], *, found: bool) -> None:
        for block in blocks:
            block.candidate.prose = found
            self.judge(block)

    # --- bare blocks: they wait for the end of the turn -----------------------

    def wait_for_turn(self, block: Block) -> None:
        """Let a complete bare block wait for what follows it."""
        self.bare = self.bare or BareGroup()
        self.bare.blocks.append(block)

    def count_behind(self, length: int) -> None:
        """Count white space and residue behind bare blocks; too much of it passes them."""
        if self.bare:
            self.bare.behind += length
            if self.bare.behind > self.plan.max_behind:
                self._pass_all(self.bare.blocks, "too_long")
                self._end_bare()

    def fail_bare(self, followed: str) -> None:
        """Text (``text``) or a native call (``native``) stands behind the bare blocks."""
        if self.bare:
            for block in self.bare.blocks:
                block.candidate.followed = followed
                self.judge(block)
            self._end_bare()

    def _end_bare(self) -> None:
        assert self.bare
        self.bare.over = True
        self.bare = None

    def judge_again(self) -> None:
        """A native call is whole: blocks that waited for that have their verdict."""
        for piece in self.held:
            block = piece.block if piece.kind is PieceKind.BLOCK else None
            if block and block.verdict is None:
                self.judge(block)
        self.held.flush()
        self.announce()

    def _pass_all(self, blocks: list[Block], reason: str) -> None:
        for block in blocks:
            if block.verdict is None:
                self.decide(block, Passed(reason, {}))

    # --- ends --------------------------------------------------------------------

    def end_waits(self, end_kind: EndKind | None) -> None:
        """Settle all that waits: the line ends, the turn ends or (None) a native call comes."""
        if self.trail:
            self.end_line()
        if self.bare:
            for block in self.bare.blocks:
                block.candidate.end_kind = end_kind
            self.fail_bare("native" if end_kind is None else "")
        self.stop_group()
        self.held.flush()
        # A candidate may wait for the arguments of the native call that comes here.
        assert end_kind is None or not self.held

    def overflow(self) -> None:
        """The bound is passed: what has no verdict is text; a cut marker at the end stays held."""
        if self.block and self.block.phase is Phase.HELD:
            self.decide(self.block, Passed("too_long", {}))
            self.block.phase = Phase.TEXT
            self.block.unread = True
            self.parts = []
            self.show(self.base)
        self._drop_waits("too_long")
        self.held.flush()

    def fail(self) -> None:
        """The turn failed: nothing that is still held becomes a call, and all of it is shown."""
        for piece in self.held:
            block = piece.block
            if piece.kind is PieceKind.SCAFFOLD or piece.taken_along:
                continue
            if piece.kind is PieceKind.BLOCK and block and not isinstance(block.verdict, Passed):
                block.verdict = Passed("turn_failed", block.verdict.gates if block.verdict else {})
            piece.forced = Fate.SHOWN
        self.trail = Trail()
        self.bare = None

    def _drop_waits(self, reason: str) -> None:
        _, prose = self.trail.end_line()
        waiting = [
            piece.block for piece in self.held if piece.kind is PieceKind.BLOCK and piece.block
        ]
        self._pass_all([*prose, *waiting], reason)
        if self.bare:
            self._end_bare()
        self.stop_group()

    # --- what is held, for the record ---------------------------------------------

    def announce(self, let_go: str = "not_a_marker") -> None:
        """Say that something is held, once, and that it was let go without a verdict, and why."""
        if self.dead:
            return
        begun = self._held_from()
        if 0 <= self.hold_start < self.settled_end and not 0 <= begun <= self.hold_start:
            if self.held.settled == self.hold_settled:
                self._say(Kind.RELEASED, let_go)
            self.hold_start = -1
        if self.hold_start < 0 <= begun:
            self.hold_start, self.hold_settled = begun, self.held.settled
            self.hold_rule, why = self._why_held()
            self._say(Kind.HELD, why)

    def waits_for_scaffold(self) -> bool:
        """Tell whether what is not read may become scaffolding, and no marker of a grammar."""
        return not self.block and self.plan.waits_for_scaffold(self.buffer)

    def _held_from(self) -> int:
        """Return where what is held begins, the body of a reminder included; -1: nothing is."""
        if self.reminder:
            return min(self.reminder.start, self.settled_end)
        return self.settled_end if self.held_chars else -1

    def _say(self, kind: Kind, reason: str) -> None:
        span = Span(self.hold_start, self.end if kind is Kind.HELD else self.settled_end)
        self.sink.now(Decision(kind, self.hold_rule, reason, self.channel, span))

    def _why_held(self) -> tuple[str, str]:
        piece = self.held.first if self.held else None
        if piece is None:
            return self._why_unread()
        if piece.kind is PieceKind.BLOCK and piece.block:
            return piece.block.rule, "line_rest" if piece.block.candidate.enclosed else "turn_rest"
        if piece.stretch and piece.kind is PieceKind.TEXT:
            contained = piece.start < piece.stretch.opener.start if piece.stretch.opener else True
            if contained:
                return "scaffold.reminder", "containment"
            return "scaffold.marker", "marker_prefix"
        reason = {PieceKind.STRAY_WORD: "stray_word", PieceKind.RESIDUE: "turn_rest"}
        return "call.enclosed", reason.get(piece.kind, "wrapper")

    def _why_unread(self) -> tuple[str, str]:
        if self.reminder:
            return "scaffold.reminder", "reminder"
        if self.block and self.block.phase is Phase.HELD:
            return self.block.rule, "call_body"
        if self.waits_for_scaffold():
            return "scaffold.marker", "marker_prefix"
        first = self.buffer.startswith("<")
        return "call.enclosed", "marker_prefix" if first else "stray_word"


def _ends_with_its_wrapper(block: Block) -> bool:
    return block.wrapper is not None and block.wrapper.begins_line
