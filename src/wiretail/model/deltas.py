"""What a dialect reads out of frames: provider-neutral, still unrepaired.

Deltas are made once and never changed; they are slotted and unfrozen for speed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias


class ChannelKind(StrEnum):
    """What kind of text a channel carries."""

    TEXT = "text"
    REASONING = "reasoning"
    ARGUMENTS = "arguments"
    REFUSAL = "refusal"  # the provider's own refusal field: a text of its own, never the answer's


class Channel(NamedTuple):
    """An independent text in a turn: its kind, and the choice and block that it belongs to.

    For arguments ``block`` is the number of the call in its choice, from 0 in order of appearance.
    """

    kind: ChannelKind = ChannelKind.TEXT
    choice: int = 0
    block: int = 0
    turn: int = 0

    def __deepcopy__(self, memo: object) -> "Channel":
        """A channel never changes: snapshots share it, and it stays the same object."""
        return self


class EndKind(StrEnum):
    """How a turn ended."""

    DONE = "done"
    INCOMPLETE = "incomplete"
    ERROR = "error"
    CANCELLED = "cancelled"


class StopReason(StrEnum):
    """Why the model stopped, in our words; the provider's own word is kept beside it."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    ERROR = "error"
    OTHER = "other"


@dataclass(slots=True)
class TextDelta:
    """Some text or reasoning, as the provider sent it (it may hold surrogate halves).

    ``path`` leads to the string inside its frame, empty where the frame is the text.
    """

    channel: Channel
    text: str
    path: str = ""


@dataclass(slots=True)
class CallStartDelta:
    """A native call begins. ``channel`` (kind arguments) is its key.

    ``server`` marks a call that the provider runs itself: shown, never run, and no native call for
    gates and judges.
    """

    channel: Channel
    id: Any
    name: Any
    server: bool = False


@dataclass(slots=True)
class CallArgumentsDelta:
    """A piece of a native call's arguments text."""

    channel: Channel
    text: str
    path: str = ""


@dataclass(slots=True)
class CallEndDelta:
    """A native call is whole.

    ``arguments`` is set where the dialect carried a JSON value instead of text; it then replaces
    what the pieces gave.
    """

    channel: Channel
    arguments: Any = None


@dataclass(slots=True)
class UsageDelta:
    """What the turn cost, in the provider's own fields. The last one wins."""

    usage: Mapping[str, Any]
    turn: int = 0


@dataclass(slots=True)
class FinishDelta:
    """The provider says why a choice stopped; the choice goes on until its end."""

    reason: StopReason
    raw: str = ""
    choice: int = 0
    turn: int = 0


@dataclass(slots=True)
class ErrorDelta:
    """The provider, or the reading of a frame, reports an error.

    ``code`` is a stable word; ``message`` is the provider's (empty for faults of ours, which never
    quote content). A fatal error ends every open turn with ``error``.
    """

    code: str
    message: str = ""
    fatal: bool = False


@dataclass(slots=True)
class RefuseDelta:
    """The frame cannot be read in one way only: every open turn is refused.

    ``refusal_class`` and ``rule`` are codes of the closed lists in ``model.decisions``.
    """

    refusal_class: str
    rule: str


@dataclass(slots=True)
class UnknownDelta:
    """A record that the dialect does not know: skipped, counted, shown. ``type`` names it."""

    type: str


@dataclass(slots=True)
class EndDelta:
    """A turn ends: all its open choices, or one (``choice``)."""

    end: EndKind = EndKind.DONE
    turn: int = 0
    choice: int | None = None


@dataclass(slots=True)
class RepairDelta:
    """What a repair replaced in the frame, outside the text of a channel or before it was text.

    ``rule`` and ``reason`` are those of a ``repaired`` decision; ``evidence`` holds numbers and
    codes only (``marks``: how many U+FFFD were put in; ``bytes``: their range in the frame's data).
    """

    rule: str
    reason: str
    evidence: Mapping[str, Any] = field(default_factory=dict)


Delta: TypeAlias = (
    TextDelta
    | CallStartDelta
    | CallArgumentsDelta
    | CallEndDelta
    | UsageDelta
    | FinishDelta
    | ErrorDelta
    | RefuseDelta
    | RepairDelta
    | UnknownDelta
    | EndDelta
)
