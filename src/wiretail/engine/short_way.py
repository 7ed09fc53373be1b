"""The short way of a channel's text: what is settled as it comes, or only lengthens what is held.

Most text holds no marker, and most of what looks like one is none. Such text is given out at once,
and read by the matcher and the echo stage later, together with what came next to it. What comes out
is the same on both ways, to the last place (law: the same however it is cut).
"""

from wiretail.engine.cut_marker import CutMarker, Part
from wiretail.engine.echo_stage import EchoStage
from wiretail.engine.finder import cut_rule
from wiretail.engine.matcher import Matcher
from wiretail.engine.origins import Source
from wiretail.engine.outlet import Holder, Out, Outlet
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.repair import PairJoiner
from wiretail.engine.strip import Slot, Strip
from wiretail.engine.text.surrogates import SURROGATE
from wiretail.engine.text.whitespace import WS
from wiretail.engine.turn import Turn
from wiretail.model.deltas import ChannelKind
from wiretail.model.events import Event, Reasoning, Text

#: So much text is read together at most, in code points.
_READ_AT = 8192


class ShortWay:
    """Takes the deltas of one channel that need not go the long way (``engine.lane``).

    ``holder`` is asked to let a cut marker stand in the queue when something else comes. Whoever
    goes the long way calls :meth:`read` first.
    """

    __slots__ = (
        "_blank",
        "_cut",
        "_echo",
        "_event",
        "_firsts",
        "_holder",
        "_joiner",
        "_length",
        "_matcher",
        "_outlet",
        "_plan",
        "_strip",
        "_turn",
        "_unread",
        "_unseen",
        "_value",
        "_value_room",
    )

    def __init__(
        self,
        plan: MatcherPlan,
        turn: Turn,
        outlet: Outlet,
        strip: Strip,
        joiner: PairJoiner,
        readers: tuple[Matcher | None, EchoStage | None],
        holder: Holder,
    ) -> None:
        self._plan = plan
        self._turn = turn
        self._outlet = outlet
        self._strip = strip
        self._joiner = joiner
        self._matcher, self._echo = readers
        self._holder = holder
        self._event = Reasoning if strip.channel.kind is ChannelKind.REASONING else Text
        self._firsts = plan.firsts if readers != (None, None) else ()
        self._unread: list[str] = []  # given out, and not read yet
        self._unseen: list[str] = []  # held, read by the matcher, and not by the echo stage yet
        self._value: list[str] = []  # held, more of a value, and not read by anybody yet
        self._value_room = 0  # so much more of it can be held; 0: no value is open
        self._length = 0
        self._blank = True  # the line up to here, while something is unread
        self._cut: CutMarker | None = None

    @property
    def held_chars(self) -> int:
        """How many code points are withheld that the matcher does not know of yet."""
        return len(self._cut.text) if self._cut else sum(map(len, self._value))

    def read(self) -> None:
        """Let the matcher and the echo stage read what went the short way."""
        if self._unread:
            text = "".join(self._unread)
            self._unread.clear()
            self._length = 0
            if self._matcher is not None:
                self._matcher.skip(text)
            if self._echo is not None:
                self._echo.saw(text)
        self._read_value()
        if self._unseen:
            text = "".join(self._unseen)
            self._unseen.clear()
            if self._echo is not None:
                self._echo.saw(text)

    def pass_through(self, text: str, frame: int, path: str) -> Event | None:
        """Take a delta in which nothing begins while nothing waits, and return its event.

        None: it has another way to go, and was not taken.
        """
        outlet = self._outlet
        if outlet.queue or outlet.holder or not text:
            return None
        if not (self._unread or self._may_start()):
            return None
        for first in self._firsts:
            if first in text:
                if self._plan.may_open.search(text) is not None:
                    return None
                break
        if not text.isascii() and SURROGATE.search(text):
            return None
        if (self._blank or "\n" in text) and not self._moves_line(text):
            return None
        self._keep(text)
        if not self._turn.spoken:
            self._turn.spoken = bool(text.strip(WS))
        strip = self._strip
        start = strip.taken
        strip.taken = strip.given = start + len(text)
        return self._event(strip.channel, start, text, frame, path)

    def go_on(self, text: str, source: Source, path: str) -> Out | None:
        """Take a delta that ends in a cut marker, goes on from one, or lengthens what is held.

        Returns what is given out; None: it has to go the long way, and was not taken.
        """
        outlet = self._outlet
        if self._matcher is None or not text:
            return None
        if not text.isascii() and SURROGATE.search(text):
            return None
        if outlet.queue:
            return self._queue(self._matcher, text, source, path)
        if self._cut is None and (outlet.holder or not (self._unread or self._may_start())):
            return None
        return self._hold_cut(self._matcher, text, source, path)

    # --- text that is shown -------------------------------------------------

    def _may_start(self) -> bool:
        """Tell whether nothing waits, so that text may be read later (the queue is empty)."""
        matcher = self._matcher
        self._blank = matcher is not None and self._plan.has_words and matcher.line_is_blank
        return matcher is None or matcher.idle

    def _keep(self, text: str) -> None:
        self._unread.append(text)
        self._length += len(text)
        if self._length > _READ_AT:
            self.read()

    def _moves_line(self, text: str) -> bool:
        """Take text on to its last line, unless a stray word may begin in it."""
        if not self._plan.has_words or self._matcher is None:
            return True
        if self._plan.stray_words.may_stand_in(text, begins_line=self._blank):
            return False
        last = text[text.rfind("\n") + 1 :]
        self._blank = not last.strip(WS)
        return True

    # --- a cut marker ---------------------------------------------------------

    def _hold_cut(self, matcher: Matcher, text: str, source: Source, path: str) -> Out | None:
        cut = self._cut
        whole = cut.text + text if cut else text
        if 4 * len(whole) > self._plan.max_queued or len(whole) > self._plan.max_held:
            return None
        found = self._find_cut(matcher, whole, len(text))
        if found is None:
            return None
        at, rule = found
        strip = self._strip
        part = Part(strip.taken, text, source, path)
        strip.taken += len(text)
        if cut and at == 0:
            cut.text = whole
            cut.parts.append(part)
            return []
        if at:
            self._keep(whole[:at])
        return self._past_cut(cut, part, at - len(whole), rule)

    def _find_cut(self, matcher: Matcher, text: str, fresh: int) -> tuple[int, str] | None:
        """Find a marker that is cut at the text's end; the last ``fresh`` code points are new.

        Returns where that begins and the rule under which it is held (the length of the text and
        nothing: there is none). None: it is not as simple as that.
        """
        found = self._plan.may_open.search(text)
        at = found.start() if found else len(text)
        rule = ""
        if found:
            if found.end() < len(text) or 0 < at < len(text) - fresh:
                return None
            rule = cut_rule(self._plan, text[at:], reasoning=matcher.reasoning)
            if not rule:
                rule = self._echo_rule(text, at)
            if not rule:
                return None
        shown = text[:at]
        if shown and (self._blank or "\n" in shown) and not self._moves_line(shown):
            return None
        return at, rule

    def _echo_rule(self, text: str, at: int) -> str:
        if self._echo is None:
            return ""
        self.read()
        return "echo.block" if self._echo.begins(text, at) else ""

    def _past_cut(self, cut: CutMarker | None, part: Part, behind: int, rule: str) -> Out:
        """Give out text up to the cut marker that the last ``-behind`` code points are, if any."""
        strip = self._strip
        end = strip.taken + behind
        strip.given = end
        out: Out = []
        self._cut = CutMarker(end, part.text[behind:], rule, part) if behind else None
        if cut:
            out.append(cut.let_go(strip.channel, end, part))
        if self._cut:
            out.append(self._cut.told(strip.channel))
        if cut:
            out += cut.texts(strip.channel, self._event)
        if end > part.start:
            text = part.text[:behind] if behind else part.text
            out.append(self._event(strip.channel, part.start, text, part.source.frame, part.path))
            self._turn.spoken = self._turn.spoken or bool(text.strip(WS))
        self._turn.spoken = self._turn.spoken or cut is not None
        self._outlet.holder = self._holder if self._cut else None
        return out

    def give_up_cut(self) -> CutMarker:
        """Something else comes: return the cut marker, which goes the long way from here."""
        cut = self._cut
        assert cut
        self._cut = self._outlet.holder = None
        return cut

    # --- what is held already -------------------------------------------------

    def _queue(self, matcher: Matcher, text: str, source: Source, path: str) -> Out | None:
        """Take a delta that stands in the queue anyway."""
        outlet, echo = self._outlet, self._echo
        if self._joiner.half or outlet.queued_bytes + 4 * len(text) > self._plan.max_queued:
            return None
        if outlet.echoes > (echo is not None) or (echo is not None and echo.held_chars):
            return None  # what queues behind an echo is counted
        lengthens = self._lengthens(matcher, text)
        if not lengthens and self._plan.may_trip:
            return None
        strip = self._strip
        start = strip.taken
        strip.taken = end = start + len(text)
        slot = Slot(strip, start, end, text, source, path)
        strip.add(slot)
        outlet.take(slot)
        if not lengthens:
            self._holder.match(text)
            return outlet.take_out()
        return []

    def _lengthens(self, matcher: Matcher, text: str) -> bool:
        """Take text that only lengthens what is held; more of a value is read later."""
        if len(text) <= self._value_room and "<" not in text:
            self._value_room -= len(text)
            self._value.append(text)
            return True
        self._read_value()
        if not matcher.absorbs(text):
            return False
        self._unseen.append(text)
        self._value_room = matcher.value_room
        return True

    def _read_value(self) -> None:
        self._value_room = 0
        if self._value and self._matcher is not None:
            text = "".join(self._value)
            self._value.clear()
            self._matcher.absorbs(text)
            self._unseen.append(text)
