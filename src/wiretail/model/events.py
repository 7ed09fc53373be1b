"""What the engine gives out.

Every event belongs to one choice of one turn. Text events lie in one frame each; ``start`` counts
code points of the channel's repaired text. ``frame`` is the number of the frame that carried what
the event shows (for an end without a frame of its own: of the last frame). Slotted, unfrozen, never
changed after they are given out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from wiretail.model.calls import Origin
from wiretail.model.deltas import Channel, EndKind, StopReason
from wiretail.model.span import Place


@dataclass(slots=True)
class Text:
    """Visible text; on a channel of kind refusal, the provider's own refusal.

    ``offset`` is its place in the frame's string ``path``, in code points. ``tail`` is set for a
    character whose two halves came in two frames: the place behind the second half.
    """

    channel: Channel
    start: int
    text: str
    frame: int
    path: str = ""
    offset: int = 0
    tail: Place | None = None
    type: ClassVar[str] = "text"


@dataclass(slots=True)
class Reasoning:
    """Visible reasoning; fields as in :class:`Text`."""

    channel: Channel
    start: int
    text: str
    frame: int
    path: str = ""
    offset: int = 0
    tail: Place | None = None
    type: ClassVar[str] = "reasoning"


@dataclass(slots=True)
class CallStarted:
    """A call begins here; it is whole when its ``call`` comes."""

    channel: Channel
    id: str
    name: str
    frame: int
    origin: Origin = Origin.NATIVE
    server: bool = False
    type: ClassVar[str] = "call_started"


@dataclass(slots=True)
class CallArguments:
    """A piece of a started call's arguments text; ``start`` counts code points of that text."""

    channel: Channel
    id: str
    start: int
    text: str
    frame: int
    path: str = ""
    offset: int = 0
    type: ClassVar[str] = "call_arguments"


@dataclass(slots=True)
class Call:
    """A whole call.

    ``arguments`` is a JSON object, or the raw text where that is no JSON object. ``channel`` is the
    call's arguments channel (native) or the text channel that it was recovered from. ``supersedes``
    is the id of a recovered call that this native one stands for. ``evidence`` of a recovered call:
    grammar, spans, tool and parameter names; never values.
    """

    channel: Channel
    id: str
    name: str
    arguments: Mapping[str, Any] | str
    frame: int
    origin: Origin = Origin.NATIVE
    server: bool = False
    supersedes: str | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    type: ClassVar[str] = "call"


@dataclass(slots=True)
class CallWithdrawn:
    """A call whose start was given out does not come."""

    channel: Channel
    id: str
    frame: int
    reason: str
    type: ClassVar[str] = "call_withdrawn"


@dataclass(slots=True)
class RetrySuggested:
    """Leaked markup stood for a call; the profile asks for a retry instead of recovering it."""

    channel: Channel
    tool: str
    frame: int
    type: ClassVar[str] = "retry_suggested"


@dataclass(slots=True)
class Usage:
    """What the turn cost, in the provider's own fields."""

    channel: Channel
    usage: Mapping[str, Any]
    frame: int
    type: ClassVar[str] = "usage"


@dataclass(slots=True)
class Error:
    """The provider reported an error, or a frame could not be read (``malformed``).

    ``message`` is the provider's own, repaired; for a malformed frame a sentence of ours that
    quotes nothing.
    """

    channel: Channel
    code: str
    message: str
    frame: int
    fatal: bool = False
    malformed: bool = False
    type: ClassVar[str] = "error"


@dataclass(slots=True)
class Refusal:
    """The turn fails closed, in the place of its end. Never the refused text: a class and numbers.

    ``refusal_class`` is one of ``decisions.REFUSAL_CLASSES``.
    """

    channel: Channel
    refusal_class: str
    message: str
    frame: int
    marker: str = ""
    payload: Mapping[str, Any] = field(default_factory=dict)
    type: ClassVar[str] = "refusal"


@dataclass(slots=True)
class End:
    """The turn is over. ``raw`` is the provider's own stop reason, ``reason`` ours."""

    channel: Channel
    end: EndKind
    frame: int
    reason: StopReason | None = None
    raw: str = ""
    redacted: bool = False
    type: ClassVar[str] = "end"


Event: TypeAlias = (
    Text
    | Reasoning
    | CallStarted
    | CallArguments
    | Call
    | CallWithdrawn
    | RetrySuggested
    | Usage
    | Error
    | Refusal
    | End
)
