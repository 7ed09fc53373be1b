"""One exchange through one profile: all that a face needs of the engine.

    stream = Stream(profile, framing="sse", dialect="openai-chat", tools=tools)
    for data in reads:
        for item in stream.feed(data):
            ...
    rest = stream.close()

The stream does no I/O, reads no clock and starts no thread: it is fed, and it answers.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, TypeAlias, TypeVar

from wiretail.engine.choice import Choice
from wiretail.engine.dialects import DIALECTS
from wiretail.engine.framing import FRAMINGS
from wiretail.engine.origins import Source, locate_frames
from wiretail.engine.outlet import Out
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.proposing import ProposingChoice
from wiretail.engine.provenance import InputCandidates
from wiretail.engine.stream_state import AnyChoice, StreamState
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import Request
from wiretail.model.calls import Tool
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    Delta,
    EndDelta,
    EndKind,
    ErrorDelta,
    FinishDelta,
    RefuseDelta,
    RepairDelta,
    TextDelta,
    UnknownDelta,
    UsageDelta,
)
from wiretail.model.events import Error, Usage
from wiretail.model.frames import Frame
from wiretail.model.settings import Profile
from wiretail.model.transcript import Message

_CallDelta: TypeAlias = CallStartDelta | CallArgumentsDelta | CallEndDelta
_Said = TypeVar("_Said", bound=TextDelta | CallStartDelta | CallArgumentsDelta | CallEndDelta)


class Stream:
    """Takes an exchange piece by piece and gives out what is settled.

    ``tools``: None where the offered tools are not known, empty where none are offered. ``start``
    is the byte offset of the body in its capture. A stream is fed either bytes (:meth:`feed`) or
    deltas (:meth:`feed_delta`). ``heartbeat``: the last call gave out nothing because something is
    held. ``unknown`` counts records that the dialect does not know, by type.

    Every choice of a turn ends once. Text and calls that come for one that has ended open a turn of
    the next number that is free, and are given out there; what comes for that number itself later
    moves up in the same way. Usage of a turn that is over is given out at once, under its number; a
    stop reason or an end that comes late changes nothing.

    Raises ``ValueError`` for an unknown framing or dialect, and for a stream that is fed after it
    was closed, or in both ways.
    """

    def __init__(
        self,
        profile: Profile,
        *,
        framing: str = "sse",
        dialect: str = "openai-chat",
        tools: Sequence[Tool] | None = None,
        messages: Sequence[Message] | None = None,
        start: int = 0,
    ) -> None:
        if framing not in FRAMINGS:
            raise ValueError(f"unknown framing: {framing}")
        if dialect not in DIALECTS:
            raise ValueError(f"unknown dialect: {dialect}")
        toolbox = Toolbox(tools, profile.settings)
        plan = MatcherPlan(profile, recovers=toolbox.offers_any)
        candidates = None
        if messages is not None and plan.checks_provenance:
            candidates = InputCandidates(messages, plan.grammars, toolbox)
        self._plan, self._request = plan, Request(toolbox, candidates)
        self._unjudged = None
        if profile.propose:
            self._unjudged = MatcherPlan(replace(profile, judges=()), recovers=False)
        self._state = StreamState(profile, framing, dialect, start)
        self.heartbeat = False

    @property
    def held_chars(self) -> int:
        """How many code points are withheld, over all channels."""
        return sum(choice.held_chars for choice in self._state.choices.values())

    @property
    def frames(self) -> int:
        """How many frames there were; a delta that was fed directly is one."""
        return self._state.frames

    @property
    def malformed_frames(self) -> int:
        """How many frames could not be read."""
        return self._state.malformed

    @property
    def unknown(self) -> dict[str, int]:
        """Records that the dialect does not know: how many of each type."""
        return dict(self._state.unknown)

    def feed(self, data: bytes) -> Out:
        """Take the bytes of one read; return what is settled now, in order."""
        self._begin(fed="bytes")
        before = self._state.incomplete
        out = self._answer(self._state.framing.feed(data))
        return self._note_bytes(before, out) if self._state.reads_pieces else out

    def feed_delta(self, delta: Delta) -> Out:
        """Take a delta behind framing and dialect; return what is settled now, in order."""
        state = self._state
        if state.fed != "deltas" or state.closed:
            self._begin(fed="deltas")
        number = state.frames
        state.frames = number + 1
        if type(delta) is TextDelta and (lane := state.lanes.get(delta.channel)):
            event = lane.short.pass_through(delta.text, number, delta.path)
            if event:
                self.heartbeat = False
                return [event]
            short = lane.short.go_on(delta.text, Source(number), delta.path)
            if short is not None:
                self.heartbeat = not short and (lane.queues or self._waits())
                return short
        out: Out = []
        self._take(delta, Source(number), out)
        self._beat(out)
        return out

    def close(self, end: EndKind | str | None = None) -> Out:
        """There is no more input: settle all that is held and end what is open.

        ``end`` names how open turns end; without it they end as far as the dialect knows, or
        ``incomplete`` (for plain text ``done``). A stream that was fed deltas and had none ends a
        first turn.
        """
        self._begin(fed=self._state.fed)
        state = self._state
        if state.fed == "deltas":
            state.source = Source(max(state.frames - 1, 0))
        out = self._answer(state.framing.close())
        if end is None and state.fed != "deltas":
            self._take_all(state.dialect.close(), state.source, out)
        if state.fed == "deltas" and state.turns.newest < 0:
            self._choice(0, 0)
        kind = EndKind(end) if end is not None else EndKind.INCOMPLETE
        for choice in list(state.choices.values()):
            choice.end(kind, state.source)
            out += choice.take_out()
        state.choices.clear()
        state.lanes.clear()
        state.closed = True
        self.heartbeat = False
        return out

    def snapshot(self) -> object:
        """Return the state, at a cost of what is held and not of what came before."""
        return self._copy(self._state)

    def restore(self, snapshot: object) -> None:
        """Go back to a state of this stream. The snapshot may be used again.

        Raises ``ValueError`` for what is no snapshot.
        """
        if not isinstance(snapshot, StreamState):
            raise ValueError("not a snapshot of a stream")  # noqa: TRY004 - a value, as documented
        self._state = self._copy(snapshot)
        self.heartbeat = False

    def _copy(self, state: StreamState) -> StreamState:
        # What never changes (plan, tools, tags) says so itself, and is shared.
        return copy.deepcopy(state)

    # --- frames and deltas --------------------------------------------------

    def _begin(self, fed: str) -> None:
        state = self._state
        if state.closed:
            raise ValueError("the stream is closed")
        if state.fed and fed != state.fed:
            raise ValueError("a stream is fed bytes or deltas, not both")
        state.fed = fed

    def _answer(self, frames: list[Frame]) -> Out:
        out: Out = []
        state = self._state
        for frame in frames:
            state.frames += 1
            state.source = Source(frame.number, frame.start, frame.end)
            self._take_all(state.dialect.read(frame), state.source, out)
        self._beat(out)
        return out

    def _note_bytes(self, before: Source | None, out: Out) -> Out:
        """Say that bytes of a cut sequence are held, and that they found the rest (unicode 3.2)."""
        state = self._state
        start, end = state.framing.incomplete
        if before and start > before.start:
            out.insert(0, _about_bytes(Kind.RELEASED, "joined", before))
            before = None
        state.incomplete = Source(state.frames, start, end) if end > start else None
        if state.incomplete and before is None:
            out.append(_about_bytes(Kind.HELD, "incomplete_sequence", state.incomplete))
        self.heartbeat |= not out and state.incomplete is not None
        return out

    def _take_all(self, deltas: list[Delta], source: Source, out: Out) -> None:
        lanes = self._state.lanes
        for delta in deltas:
            if type(delta) is TextDelta and (lane := lanes.get(delta.channel)):
                event = lane.short.pass_through(delta.text, source.frame, delta.path)
                if event:
                    out.append(event)
                    continue
                short = lane.short.go_on(delta.text, source, delta.path)
                if short is not None:
                    out += short
                    continue
            self._take(delta, source, out)

    def _beat(self, out: Out) -> None:
        self.heartbeat = not out and self._waits()

    def _waits(self) -> bool:
        return any(choice.waits for choice in self._state.choices.values())

    def _take(self, delta: Delta, source: Source, out: Out) -> None:
        self._state.source = source
        self._TAKES[type(delta)](self, delta, source, out)

    def _choice(self, turn: int, choice: int) -> AnyChoice:
        key = (turn, choice)
        found = self._state.choices.get(key)
        if found is None:
            found = self._begin_choice(self._state.turns.begin(turn, choice), choice)
            self._state.choices[key] = found
        return found

    def _begin_choice(self, turn: int, choice: int) -> AnyChoice:
        plan, unjudged, request = self._plan, self._unjudged, self._request
        if unjudged is None:
            return Choice(plan, request, turn=turn, choice=choice)
        return ProposingChoice(plan, unjudged, request, turn=turn, choice=choice)

    def _choice_of(self, delta: _Said) -> tuple[AnyChoice, _Said]:
        """Return the choice that a delta is for, and the delta as of that choice's turn."""
        channel = delta.channel
        choice = self._choice(channel.turn, channel.choice)
        turn = choice.channel.turn
        if turn != channel.turn:
            delta = replace(delta, channel=channel._replace(turn=turn))
        return choice, delta

    def _give(self, choice: AnyChoice, out: Out) -> None:
        """Give out what is settled; no text of a refused choice passes through any more."""
        out += choice.take_out()
        if choice.refused:
            self._forget(choice)

    def _forget(self, choice: AnyChoice) -> None:
        for channel in choice.lanes:
            self._state.lanes.pop(channel, None)

    def _first_open(self, turn: int | None = None) -> AnyChoice:
        """Return an open choice (of a turn) for what belongs to no choice; make one if none is.

        Without a turn it is of the next one: a turn that has ended does not end again.
        """
        for (number, _), choice in self._state.choices.items():
            if turn is None or turn == number:
                return choice
        return self._choice(self._state.turns.newest + 1 if turn is None else turn, 0)

    def _text(self, delta: TextDelta, source: Source, out: Out) -> None:
        choice, mine = self._choice_of(delta)
        lane = choice.text(mine, source)
        if lane and mine is delta:
            self._state.lanes[delta.channel] = lane
        self._give(choice, out)

    def _call(self, delta: _CallDelta, source: Source, out: Out) -> None:
        choice, mine = self._choice_of(delta)
        match mine:
            case CallStartDelta():
                choice.start_call(mine, source)
            case CallArgumentsDelta():
                choice.call_arguments(mine, source)
            case _:
                choice.end_call(mine, source)
        self._give(choice, out)

    def _usage(self, delta: UsageDelta, source: Source, out: Out) -> None:
        state = self._state
        number = state.turns.number(delta.turn)
        if number is not None and all(turn != delta.turn for turn, _ in state.choices):
            out.append(Usage(Channel(turn=number), delta.usage, source.frame))
            return
        choice = self._first_open(delta.turn)
        choice.push(Usage(choice.channel, delta.usage, source.frame))
        out += choice.take_out()

    def _finish(self, delta: FinishDelta, source: Source, _: Out) -> None:
        state = self._state
        key = (delta.turn, delta.choice)
        if key in state.choices or not state.turns.has_begun(*key):
            self._choice(*key).finish(delta, source)

    def _error(self, delta: ErrorDelta, source: Source, out: Out) -> None:
        state = self._state
        malformed = not delta.fatal
        state.malformed += malformed
        if not state.choices and malformed:
            channel = Channel(turn=state.last_turn)
            out.append(Error(channel, delta.code, delta.message, source.frame, malformed=True))
            return
        choice = self._first_open()
        error = Error(
            choice.channel, delta.code, delta.message, source.frame, delta.fatal, malformed
        )
        choice.push(error)
        out += choice.take_out()
        if delta.fatal:
            self._end_all(EndKind.ERROR, source, out)

    def _refuse(self, delta: RefuseDelta, source: Source, out: Out) -> None:
        self._first_open()
        self._state.lanes.clear()
        for choice in self._state.choices.values():
            choice.refuse(delta, source)
            out += choice.take_out()

    def _repair(self, delta: RepairDelta, source: Source, out: Out) -> None:
        decision = Decision(Kind.REPAIRED, delta.rule, delta.reason, evidence=delta.evidence)
        out.append(locate_frames(decision, source, source))

    def _unknown(self, delta: UnknownDelta, _: Source, __: Out) -> None:
        unknown = self._state.unknown
        unknown[delta.type] = unknown.get(delta.type, 0) + 1

    def _end(self, delta: EndDelta, source: Source, out: Out) -> None:
        state = self._state
        # A turn without anything ends, too; but bytes of which nothing was read are no success.
        if delta.turn > state.turns.newest and (
            state.fed == "deltas" or delta.end is not EndKind.DONE
        ):
            self._choice(delta.turn, delta.choice or 0)
        for turn, number in list(state.choices):
            if turn == delta.turn and delta.choice in {None, number}:
                self._end_choice((turn, number), delta.end, source, out)

    def _end_all(self, kind: EndKind, source: Source, out: Out) -> None:
        for key in list(self._state.choices):
            self._end_choice(key, kind, source, out)

    def _end_choice(self, key: tuple[int, int], kind: EndKind, source: Source, out: Out) -> None:
        choice = self._state.choices.pop(key)
        self._forget(choice)
        choice.end(kind, source)
        out += choice.take_out()
        self._state.turns.end(key[0])
        self._state.last_turn = choice.channel.turn

    _TAKES: ClassVar[dict[type, Callable[..., None]]] = {
        TextDelta: _text,
        CallStartDelta: _call,
        CallArgumentsDelta: _call,
        CallEndDelta: _call,
        UsageDelta: _usage,
        FinishDelta: _finish,
        ErrorDelta: _error,
        RefuseDelta: _refuse,
        RepairDelta: _repair,
        UnknownDelta: _unknown,
        EndDelta: _end,
    }


def _about_bytes(kind: Kind, reason: str, where: Source) -> Decision:
    return locate_frames(Decision(kind, "unicode.bytes", reason), where, where)
