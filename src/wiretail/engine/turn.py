"""What judges may know of a turn: the request, native and recovered calls, how it ends."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wiretail.engine.provenance import InputCandidates
from wiretail.engine.text.json_equal import digest
from wiretail.engine.toolbox import Toolbox
from wiretail.model.deltas import Channel, StopReason

#: So many of the last calls are remembered to be compared; memory does not grow with the turn.
_REMEMBERED = 512


@dataclass(frozen=True, slots=True)
class Request:
    """What the request says. ``input``: None where its messages are not known or not asked for."""

    toolbox: Toolbox
    input: InputCandidates | None = None

    def __deepcopy__(self, memo: object) -> "Request":
        """A request never changes, so snapshots share it."""
        return self


@dataclass(slots=True)
class NativeCall:
    """A call that the provider made: ``key`` is empty until its arguments are whole."""

    id: str
    name: str
    key: bytes = b""


@dataclass(slots=True)
class RecoveredCall:
    """A call that was recovered; ``superseded`` by an equal native one that came later."""

    id: str
    name: str
    key: bytes
    superseded: bool = False


def call_key(name: str, arguments: Mapping[str, Any] | str) -> bytes:
    """Return what is equal for calls of one name with arguments that are equal as JSON."""
    return digest([name, arguments])


class Redacted(NamedTuple):
    """Markup that was taken out: its class, its channel, and what may be said of it."""

    refusal_class: str
    channel: Channel
    evidence: Mapping[str, Any]


@dataclass(slots=True)
class Turn:
    """One choice of one turn, as far as it has come.

    ``input`` is None where the messages of the request are not known, or nobody asks for them.
    ``stop_reason`` is None until the provider gives one. ``natives`` and ``recovered``: the last
    calls; ``recovered_count`` and ``standing`` count all recovered ones, and those of them for
    which no native call stands.
    """

    toolbox: Toolbox
    input: InputCandidates | None = None
    natives: deque[NativeCall] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    recovered: deque[RecoveredCall] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    recovered_count: int = 0
    standing: int = 0
    stop_reason: StopReason | None = None
    redacted: Redacted | None = None  # the first markup that was taken out
    spoken: bool = False  # something but white space was given out

    def natives_named(self, name: str) -> list[NativeCall]:
        """Return the provider's calls of one tool so far."""
        return [native for native in self.natives if native.name == name]

    def recover(self, name: str, arguments: Mapping[str, Any] | str) -> str:
        """Remember a recovered call; return its id."""
        self.recovered_count += 1
        self.standing += 1
        call_id = f"recovered-{self.recovered_count}"
        self.recovered.append(RecoveredCall(call_id, name, call_key(name, arguments)))
        return call_id

    def supersede(self, native: NativeCall) -> str | None:
        """Let a native call stand for the first equal recovered one; return the latter's id."""
        for call in self.recovered:
            if not call.superseded and call.key == native.key:
                call.superseded = True
                self.standing -= 1
                return call.id
        return None
