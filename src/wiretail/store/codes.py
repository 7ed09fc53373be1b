"""Numbers for the types of events and the kinds of decisions, as columns hold them."""

from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import (
    Call,
    CallArguments,
    CallStarted,
    CallWithdrawn,
    End,
    Error,
    Event,
    Reasoning,
    Refusal,
    RetrySuggested,
    Text,
    Usage,
)

_EVENTS: tuple[type[Event], ...] = (
    Text,
    Reasoning,
    CallArguments,
    CallStarted,
    Call,
    CallWithdrawn,
    RetrySuggested,
    Usage,
    Error,
    Refusal,
    End,
)
#: The code of each class of events.
CODES: dict[type[Event], int] = {event: code for code, event in enumerate(_EVENTS)}
#: Codes from here on are decisions.
DECISION = 16
KIND_CODES = {kind: code for code, kind in enumerate(Kind, start=DECISION)}

TEXT, REASONING, ARGUMENTS = CODES[Text], CODES[Reasoning], CODES[CallArguments]

#: What tells that text was withheld, and that it was given out.
HOLDS = frozenset({KIND_CODES[Kind.HELD], KIND_CODES[Kind.RELEASED]})

_NAMES = {code: event.type for event, code in CODES.items()} | {
    code: str(kind) for kind, code in KIND_CODES.items()
}


def code_of(item: Event | Decision) -> int:
    """Return the code of an event or a decision."""
    return KIND_CODES[item.kind] if isinstance(item, Decision) else CODES[type(item)]


def name_of(code: int) -> str:
    """Return the type of an event, or the kind of a decision."""
    return _NAMES[code]


def type_of(code: int) -> str:
    """Return the type as a line of JSON gives it: ``decision`` for every kind of decision."""
    return "decision" if code >= DECISION else _NAMES[code]
