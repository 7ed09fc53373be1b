"""Why the engine did what it did: decisions and their closed lists.

A decision says what was done (kind), by which rule, for which reason, to which span. The codes are
stable, lower case and never translated; texts for people are made from them (``study.findings``).
A code outside these lists is an error of the engine: :class:`Decision` refuses it.

Every code point of every channel is in an event, or in the span of exactly one decision of a kind
in :data:`SETTLES_TEXT`. The other kinds describe time or change, not fate.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from wiretail.model.deltas import Channel
from wiretail.model.span import Place, Span


class Kind(StrEnum):
    """What was done."""

    REPAIRED = "repaired"
    HELD = "held"
    RELEASED = "released"
    RECOVERED = "recovered"
    PASSED = "passed"
    REMOVED = "removed"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    ARGUMENTS_REPAIRED = "arguments_repaired"


#: The kinds whose spans say what became of text that no event shows.
SETTLES_TEXT = frozenset({Kind.RECOVERED, Kind.REMOVED, Kind.REFUSED})

#: Why a candidate is shown as text.
QUOTING_REASONS = frozenset({"fence", "inline_code", "blockquote", "indented_code", "html_code"})
SCAFFOLD_CLASSES = frozenset({"unterminated_reminder", "stray_reminder_close", "tool_call_markup"})
REFUSAL_CLASSES = SCAFFOLD_CLASSES | {
    "key_collision",
    "bad_parameters",
    "undeclared_tool",
    "over_window",
}
PASSED_CALL_REASONS = QUOTING_REASONS | {
    "unknown_tool",
    "no_wrapper",
    "quoting_cue",
    "trailing_prose",
    "not_line_start",
    "text_after",
    "nested_block",
    "bad_parameters",
    "duplicate_parameter",
    "schema_mismatch",
    "ambiguous",
    "no_matching_call",
    "body_mismatch",
    "native_call",
    "input_echo",
    "no_context",
    "tools_unknown",
    "reasoning",
    "no_call",
    "incomplete",
    "too_long",
    "stop_reason",
    "turn_failed",
    "repeat_flood",
    "unfinished",
}

#: The one reason of a decision that needs none.
NO_REASON = ""

_CALL_RULES = ("call.enclosed", "call.bare")
_ECHO_RULES = ("echo.block", "echo.run")
_REQUEST_RULES = ("request.text", "request.value", "request.id", "request.name")
_HOLDING_RULES = (
    "unicode.bytes",
    "unicode.join",
    *_CALL_RULES,
    "echo.block",
    "scaffold.marker",
    "scaffold.reminder",
)
_HELD_CALL = {"marker_prefix", "wrapper", "call_body", "line_rest", "turn_rest", "stray_word"}
_RELEASED = {"not_a_marker", "end_of_turn", "hold_bound", "joined", "containment_over"}
_PASSED_ECHO = {
    "no_matching_call",
    "body_mismatch",
    "native_call",
    "ambiguous",
    "incomplete",
    "too_long",
    "fence",
    "inline_code",
    "blockquote",
    "turn_failed",
}

#: kind -> rule -> the reasons that may stand with both (spec: reasons, sections 2, 3 and 6).
ALLOWED: dict[Kind, dict[str, frozenset[str]]] = {
    Kind.REPAIRED: {
        "unicode.bytes": frozenset({"malformed_utf8"}),
        "unicode.surrogate": frozenset({"lone_surrogate"}),
        "unicode.join": frozenset({"lone_surrogate"}),
        **dict.fromkeys(_REQUEST_RULES, frozenset({"lone_surrogate"})),
        "request.name": frozenset({"lone_surrogate", "not_in_alphabet"}),
        "request.convert": frozenset({"unreadable_input"}),
        "turn.stop_reason": frozenset({"stop_corrected", "stop_without_call"}),
    },
    Kind.HELD: {
        "unicode.bytes": frozenset({"incomplete_sequence"}),
        "unicode.join": frozenset({"split_pair"}),
        **dict.fromkeys(_CALL_RULES, frozenset(_HELD_CALL)),
        "echo.block": frozenset({"marker_prefix", "call_body"}),
        "scaffold.marker": frozenset({"marker_prefix"}),
        "scaffold.reminder": frozenset({"reminder", "containment"}),
    },
    Kind.RELEASED: dict.fromkeys(_HOLDING_RULES, frozenset(_RELEASED)),
    Kind.RECOVERED: {rule: frozenset({NO_REASON}) for rule in (*_CALL_RULES, "echo.restore")},
    Kind.PASSED: {
        **dict.fromkeys(_CALL_RULES, PASSED_CALL_REASONS),
        **dict.fromkeys(_ECHO_RULES, frozenset(_PASSED_ECHO)),
        "call.native": frozenset({"unknown_tool"}),
        "scaffold.marker": frozenset({"fence", "inline_code", "blockquote", "reminder"})
        | SCAFFOLD_CLASSES,
        "scaffold.tool_result": frozenset({"tool_result_echo"}),
    },
    Kind.REMOVED: {
        "call.wrapper": frozenset({"wrapper"}),
        "call.stray_word": frozenset({"stray_word"}),
        "call.duplicate": frozenset({"native_duplicate"}),
        "call.native": frozenset({"malformed_call"}),
        "call.batch": frozenset({"surplus_call", "repeated_call"}),
        "call.withdrawn": frozenset({"withdrawn"}),
        "reasoning.split": frozenset({"reasoning_tag", "reasoning_stripped"}),
        **dict.fromkeys(_ECHO_RULES, frozenset({"call_echo"})),
        "scaffold.reminder": frozenset({"reminder"}),
        "scaffold.trip": SCAFFOLD_CLASSES,
        "scaffold.tool_result": frozenset({"tool_result_echo"}),
        "leftover.token": frozenset({"stop_token"}),
        "leftover.closer": frozenset({"orphan_closer"}),
        "request.convert": frozenset({"not_sendable"}),
    },
    Kind.REFUSED: {
        "scaffold.trip": SCAFFOLD_CLASSES,
        **dict.fromkeys(_CALL_RULES, frozenset({"key_collision", "bad_parameters"})),
        "request.value": frozenset({"key_collision"}),
        "unicode.json": frozenset({"key_collision"}),
        "call.native": frozenset({"undeclared_tool"}),
        "window.admit": frozenset({"over_window"}),
    },
    Kind.TRUNCATED: {"window.fit": frozenset({"window"})},
    Kind.ARGUMENTS_REPAIRED: {
        "echo.arguments": frozenset({"repeated_prefix"}),
        "echo.run": frozenset({"repeated_input"}),
        "arguments.json": frozenset({"json_repaired"}),
    },
}

#: Codes of errors that operations report (spec: reasons, section 5).
ERROR_CODES = frozenset({"key_collision", "malformed_json"})
LOOP_ERROR_CODES = frozenset(
    {"INVALID_ARGUMENT", "VALIDATION_FAILED", "DECODING_ERROR", "CANCELLED", "INVALID_STATE"}
)


@dataclass(slots=True)
class Decision:
    """What was done to a span, by which rule, and why.

    ``span`` counts code points of the channel's repaired text; ``channel`` and ``span`` are None
    for what lies in no channel. ``start`` and ``end`` are the same span as places in frames;
    ``frames`` the first and last frame number, ``bytes`` the capture's byte range of those frames
    (None for a delta that was fed directly). ``evidence`` holds numbers, codes, names of tools and
    parameters, pointers and spans; never stream text, never argument values. ``proposed``: a
    profile that changes nothing only says what it would do.

    Raises ``ValueError`` for a kind, rule and reason outside :data:`ALLOWED`.
    """

    kind: Kind
    rule: str
    reason: str = NO_REASON
    channel: Channel | None = None
    span: Span | None = None
    frames: tuple[int, int] | None = None
    bytes: Span | None = None
    start: Place | None = None
    end: Place | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    proposed: bool = False

    def __post_init__(self) -> None:
        if self.reason not in ALLOWED[self.kind].get(self.rule, ()):
            raise ValueError(f"no such decision: {self.kind} {self.rule} {self.reason or '-'}")
