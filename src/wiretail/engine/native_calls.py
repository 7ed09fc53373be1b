"""The provider's own calls of one choice, from their start to their whole arguments."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.fate import Rewritten
from wiretail.engine.origins import Mark, Source, locate, locate_frames
from wiretail.engine.outlet import Outlet
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.repair import PairJoiner
from wiretail.engine.text.json_text import (
    KeyCollision,
    MalformedJson,
    dump,
    join_value,
    load_strict,
)
from wiretail.engine.text.surrogates import join
from wiretail.engine.turn import NativeCall, Turn, call_key
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import CallArgumentsDelta, CallEndDelta, CallStartDelta, Channel
from wiretail.model.events import Call, CallArguments, CallStarted, CallWithdrawn, Event
from wiretail.model.span import Place, Span

_NOWHERE = Mark(Place(0, "", 0), Source(0))


@dataclass(slots=True)
class _Open:
    """A call whose arguments still come."""

    id: str
    name: str
    sent: str  # its name as it came
    server: bool
    first: Source
    joiner: PairJoiner = field(default_factory=PairJoiner)
    half: Mark = _NOWHERE  # of the half that the joiner holds
    parts: list[str] = field(default_factory=list)
    length: int = 0
    waiting: list[CallArguments] = field(default_factory=list)
    native: NativeCall | None = None  # as judges know it; None for a call of the provider's own


class NativeCalls:
    """Gives out call events; drops calls that the page drops (vscode-lm 10.3)."""

    __slots__ = (
        "_calls",
        "_kept",
        "_last",
        "_numbered",
        "_open",
        "_outlet",
        "_refuses",
        "_rules",
        "_turn",
        "echoed",
    )

    def __init__(self, plan: MatcherPlan, turn: Turn, outlet: Outlet) -> None:
        self._rules = plan.rules
        self._refuses = plan.refuses_undeclared
        self._turn = turn
        self._outlet = outlet
        self._open: dict[Channel, _Open] = {}
        self._numbered = 0
        # A page that hides echoes alone gives out calls behind all text (echo 2).
        self._last = plan.echo is not None and not plan.rules.judges_natives
        self._kept: list[Event | Decision] = []
        self.echoed: list[EchoCall] | None = None if plan.echo is None else []
        self._calls: list[Call] = []  # the events of the echoed ones

    def is_open(self, channel: Channel) -> bool:
        """Tell whether a call of this channel still goes on."""
        return channel in self._open

    def begin(self, delta: CallStartDelta, source: Source) -> None:
        """Take a call that begins: judges know of it, nothing is given out yet.

        One whose id or name is no non-empty string is dropped.
        """
        self._numbered += 1
        if self._is_malformed(delta):
            return
        call_id = f"native-{self._numbered}" if delta.id is None else join(str(delta.id))[0]
        sent = join(str(delta.name or ""))[0]
        name = self._turn.toolbox.registry_name(sent)
        call = _Open(call_id, name, sent, delta.server, source)
        self._open[delta.channel] = call
        if not delta.server:
            call.native = NativeCall(call_id, name)
            self._turn.natives.append(call.native)

    def start(self, delta: CallStartDelta, source: Source) -> str:
        """Give out that a call begins; return the class of a refusal, or nothing."""
        if self._is_malformed(delta):
            part = "id" if isinstance(delta.name, str) and delta.name else "name"
            said = {"part": part, "tool": join(delta.name)[0]} if part == "id" else {"part": part}
            self._note(Kind.REMOVED, "call.native", "malformed_call", source, source, said)
            return ""
        call = self._open[delta.channel]
        if self._is_undeclared(call):
            if self._refuses:
                return "undeclared_tool"
            said = {"tool": call.name}
            self._note(Kind.PASSED, "call.native", "unknown_tool", source, source, said)
        started = CallStarted(delta.channel, call.id, call.name, source.frame, server=call.server)
        self._give(started)
        return ""

    def arguments(self, delta: CallArgumentsDelta, source: Source) -> None:
        """Take a piece of a call's arguments text."""
        call = self._open.get(delta.channel)
        if call is None:
            return
        repaired = call.joiner.feed(delta.text)
        if repaired.before:
            self._character(call, delta.channel, repaired.before, joined=repaired.skipped > 0)
        begun, here = call.length, Place(source.frame, delta.path, repaired.skipped)
        self._piece(call, delta.channel, repaired.text, here)
        for at in repaired.lone:
            place = Place(here.frame, here.path, here.offset + at)
            self._repaired(delta.channel, begun + at, Mark(place, source))
        if repaired.holds:
            place = Place(here.frame, here.path, here.offset + len(repaired.text))
            call.half = Mark(place, source)

    def end(self, delta: CallEndDelta, source: Source) -> None:
        """A call is whole."""
        call = self._open.pop(delta.channel, None)
        if call is None:
            return
        self._flush(call, delta.channel)
        arguments = _read(call, delta.arguments)
        if self._rules.drops_inputs and not isinstance(arguments, dict):
            said = {"part": "arguments", "tool": call.name}
            self._note(Kind.REMOVED, "call.native", "malformed_call", call.first, source, said)
            self._give(CallWithdrawn(delta.channel, call.id, source.frame, "malformed_call"))
            return
        for piece in call.waiting:
            self._give(piece)
        whole = Call(delta.channel, call.id, call.name, arguments, source.frame, server=call.server)
        whole.supersedes = self._supersede(call, arguments, source)
        self._remember(call, whole, arguments)
        self._give(whole)

    def _supersede(
        self, call: _Open, arguments: Mapping[str, Any] | str, source: Source
    ) -> str | None:
        """Return the id of the equal recovered call that this one stands for (recommended 8.2)."""
        if call.native is None:
            return None
        call.native.key = call_key(call.name, arguments)
        if not self._rules.judges_natives:
            return None
        recovered = self._turn.supersede(call.native)
        if recovered is None:
            return None
        evidence = {"tool": call.name, "recovered": recovered, "native": call.id}
        self._note(Kind.REMOVED, "call.duplicate", "native_duplicate", call.first, source, evidence)
        return recovered

    def end_all(self, source: Source) -> None:
        """The turn ends well: calls that the dialect left open are whole."""
        for channel in list(self._open):
            self.end(CallEndDelta(channel), source)

    def give_out(self) -> None:
        """The text is over: calls that come last come now."""
        kept, self._kept, self._last = self._kept, [], False
        for item in kept:
            self._outlet.push(item)

    def rewrite(self, change: Rewritten, source: Source) -> None:
        """Give a call other arguments (echo 8, 10), unless it was given out already."""
        call = self._calls[change.call]
        evidence = {**change.evidence, "tool": call.name}
        decision = Decision(Kind.ARGUMENTS_REPAIRED, change.rule, change.reason, evidence=evidence)
        locate_frames(decision, Source(call.frame), source)
        if self._last:
            at = next(at for at, item in enumerate(self._kept) if item is call)
            self._kept.insert(at, decision)
        elif not self._outlet.put_before(call, decision):
            return
        call.arguments = _read_text(change.arguments)

    def withdraw_all(self, source: Source) -> None:
        """The turn failed: calls that are not whole, or were to come last, do not come."""
        for item in self._kept:
            if isinstance(item, Call):
                gone = CallWithdrawn(item.channel, item.id, source.frame, "turn_failed")
                self._outlet.push(gone)
            else:
                self._outlet.push(item)
        self._kept, self._last = [], False
        for channel, call in self._open.items():
            self._flush(call, channel)
            self._give(CallWithdrawn(channel, call.id, source.frame, "turn_failed"))
        self._open.clear()

    def _is_malformed(self, delta: CallStartDelta) -> bool:
        if not self._rules.drops_nameless:
            return False
        wrong_id = delta.id is not None and not (isinstance(delta.id, str) and delta.id)
        return wrong_id or not (isinstance(delta.name, str) and delta.name)

    def _give(self, item: Event | Decision) -> None:
        if self._last:
            self._kept.append(item)
        else:
            self._outlet.push(item)

    def _remember(self, call: _Open, whole: Call, arguments: Mapping[str, Any] | str) -> None:
        """Remember a call that text may repeat."""
        if self.echoed is None or call.server:
            return
        tool = self._turn.toolbox.find(call.name)
        names = dict.fromkeys((call.sent, call.name, *(tool.aliases if tool else ())))
        text = arguments if isinstance(arguments, str) else "".join(call.parts) or dump(arguments)
        freeform = tool.freeform if tool else False
        self.echoed.append(EchoCall(tuple(names), text, freeform))
        self._calls.append(whole)

    def _flush(self, call: _Open, channel: Channel) -> None:
        """No text follows: a half that is held stays alone."""
        mark = call.joiner.flush()
        if mark:
            self._character(call, channel, mark, joined=False)

    def _character(self, call: _Open, channel: Channel, text: str, *, joined: bool) -> None:
        """Give out the character that a held half has become."""
        at = call.length
        self._piece(call, channel, text, call.half.place)
        if not joined:
            self._repaired(channel, at, call.half)

    def _repaired(self, channel: Channel, at: int, begin: Mark) -> None:
        """Say that a mark stands for a lone half (unicode 6), as in a channel of text."""
        evidence, span = {"marks": 1}, Span(at, at + 1)
        decision = Decision(
            Kind.REPAIRED, "unicode.join", "lone_surrogate", channel, span, evidence=evidence
        )
        place = Place(begin.place.frame, begin.place.path, begin.place.offset + 1)
        self._outlet.out.append(locate(decision, begin, Mark(place, begin.source)))

    def _piece(self, call: _Open, channel: Channel, text: str, where: Place) -> None:
        if not text:
            return
        piece = CallArguments(
            channel, call.id, call.length, text, where.frame, where.path, where.offset
        )
        call.parts.append(text)
        call.length += len(text)
        if self._rules.drops_inputs:
            call.waiting.append(piece)
        else:
            self._give(piece)

    def _is_undeclared(self, call: _Open) -> bool:
        toolbox = self._turn.toolbox
        asked = self._rules.judges_natives and toolbox.known and not call.server
        return asked and toolbox.find(call.name) is None

    def _note(
        self,
        kind: Kind,
        rule: str,
        reason: str,
        first: Source,
        last: Source,
        evidence: Mapping[str, Any] | None = None,
    ) -> None:
        decision = Decision(kind, rule, reason, evidence=evidence or {})
        self._give(locate_frames(decision, first, last))


def _read(call: _Open, value: Any) -> dict[str, Any] | str:
    """Return the arguments as a JSON object, or the raw text where they are none.

    A value that came instead of text, and is no object, is given as its JSON text.
    """
    if value is not None:
        return _read_value(value)
    return _read_text("".join(call.parts))


def _read_text(text: str) -> dict[str, Any] | str:
    try:
        arguments = load_strict(text)
    except (MalformedJson, KeyCollision):
        return text
    return arguments if isinstance(arguments, dict) else text


def _read_value(value: Any) -> dict[str, Any] | str:
    if isinstance(value, dict):
        try:
            return dict(join_value(value).value)
        except KeyCollision:
            pass
    # Halves stand as they are in this text, so that all of it is repaired at once.
    return join(json.dumps(value, ensure_ascii=False, separators=(",", ":")))[0]
