"""The provider's own calls of one choice, from their start to their whole arguments."""

from dataclasses import dataclass, field
from typing import Any

from wiretail.engine.origins import Source, locate_frames
from wiretail.engine.outlet import Outlet
from wiretail.engine.repair import PairJoiner
from wiretail.engine.rules import Rules
from wiretail.engine.text.json_text import KeyCollision, MalformedJson, load_strict
from wiretail.engine.text.surrogates import join
from wiretail.engine.turn import Turn
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import CallArgumentsDelta, CallEndDelta, CallStartDelta, Channel
from wiretail.model.events import Call, CallArguments, CallStarted, CallWithdrawn
from wiretail.model.span import Place

_NOWHERE = Place(0, "", 0)


@dataclass(slots=True)
class _Open:
    """A call whose arguments still come."""

    id: str
    name: str
    server: bool
    first: Source
    joiner: PairJoiner = field(default_factory=PairJoiner)
    half: Place = _NOWHERE  # of the half that the joiner holds
    parts: list[str] = field(default_factory=list)
    length: int = 0
    waiting: list[CallArguments] = field(default_factory=list)


class NativeCalls:
    """Gives out call events; drops calls that the page drops (vscode-lm 10.3)."""

    __slots__ = ("_numbered", "_open", "_outlet", "_rules", "_turn")

    def __init__(self, rules: Rules, turn: Turn, outlet: Outlet) -> None:
        self._rules = rules
        self._turn = turn
        self._outlet = outlet
        self._open: dict[Channel, _Open] = {}
        self._numbered = 0

    @property
    def _drops(self) -> bool:
        return not self._outlet.propose

    def start(self, delta: CallStartDelta, source: Source) -> None:
        """Begin a call. One whose id or name is no non-empty string is dropped."""
        self._numbered += 1
        if self._is_malformed(delta):
            self._removed(source, source)
            if self._drops:
                return
        call_id = f"native-{self._numbered}" if delta.id is None else join(str(delta.id))[0]
        name = self._turn.toolbox.registry_name(join(str(delta.name or ""))[0])
        call = _Open(call_id, name, delta.server, source)
        self._open[delta.channel] = call
        if not delta.server:
            self._turn.native_calls += 1
        self._outlet.push(
            CallStarted(delta.channel, call_id, name, source.frame, server=delta.server)
        )

    def arguments(self, delta: CallArgumentsDelta, source: Source) -> None:
        """Take a piece of a call's arguments text."""
        call = self._open.get(delta.channel)
        if call:
            repaired = call.joiner.feed(delta.text)
            if repaired.before:
                self._piece(call, delta.channel, repaired.before, call.half)
            here = Place(source.frame, delta.path, repaired.skipped)
            self._piece(call, delta.channel, repaired.text, here)
            if repaired.holds:
                call.half = Place(here.frame, here.path, here.offset + len(repaired.text))

    def end(self, delta: CallEndDelta, source: Source) -> None:
        """A call is whole."""
        call = self._open.pop(delta.channel, None)
        if call is None:
            return
        self._piece(call, delta.channel, call.joiner.flush(), call.half)
        arguments = _read(call, delta.arguments)
        if self._rules.drops_inputs and not isinstance(arguments, dict):
            self._removed(call.first, source)
            if self._drops:
                withdrawn = CallWithdrawn(delta.channel, call.id, source.frame, "malformed_call")
                self._outlet.push(withdrawn)
                return
        for piece in call.waiting:
            self._outlet.push(piece)
        whole = Call(delta.channel, call.id, call.name, arguments, source.frame, server=call.server)
        self._outlet.push(whole)

    def end_all(self, source: Source) -> None:
        """The turn ends well: calls that the dialect left open are whole."""
        for channel in list(self._open):
            self.end(CallEndDelta(channel), source)

    def withdraw_all(self, source: Source) -> None:
        """The turn failed: calls that are not whole do not come."""
        for channel, call in self._open.items():
            self._outlet.push(CallWithdrawn(channel, call.id, source.frame, "turn_failed"))
        self._open.clear()

    @staticmethod
    def _is_malformed(delta: CallStartDelta) -> bool:
        wrong_id = delta.id is not None and not (isinstance(delta.id, str) and delta.id)
        return wrong_id or not (isinstance(delta.name, str) and delta.name)

    def _piece(self, call: _Open, channel: Channel, text: str, where: Place) -> None:
        if not text:
            return
        piece = CallArguments(
            channel, call.id, call.length, text, where.frame, where.path, where.offset
        )
        call.parts.append(text)
        call.length += len(text)
        if self._rules.drops_inputs and self._drops:
            call.waiting.append(piece)
        else:
            self._outlet.push(piece)

    def _removed(self, first: Source, last: Source) -> None:
        decision = Decision(Kind.REMOVED, "call.native", "malformed_call")
        decision.proposed = not self._drops
        self._outlet.push(locate_frames(decision, first, last))


def _read(call: _Open, value: Any) -> dict[str, Any] | str:
    """Return the arguments as a JSON object, or the raw text where they are none."""
    if isinstance(value, dict):
        return value
    text = "".join(call.parts)
    try:
        arguments = load_strict(text)
    except (MalformedJson, KeyCollision):
        return text
    return arguments if isinstance(arguments, dict) else text
