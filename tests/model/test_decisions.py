from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.model.decisions import (
    ALLOWED,
    ERROR_CODES,
    LOOP_ERROR_CODES,
    NO_REASON,
    PASSED_CALL_REASONS,
    QUOTING_REASONS,
    REFUSAL_CLASSES,
    SCAFFOLD_CLASSES,
    SETTLES_TEXT,
    Decision,
    Kind,
)
from wiretail.model.deltas import Channel
from wiretail.model.span import Place, Span

# Spec reasons, section 2, row by row, with the rows of section 6: kind, rules, reasons.
CALL_RULES = "call.enclosed call.bare"
ROWS = [
    ("repaired", "unicode.bytes", "malformed_utf8"),
    ("repaired", "unicode.surrogate", "lone_surrogate"),
    ("repaired", "unicode.join", "lone_surrogate"),
    ("repaired", "request.text request.value request.id request.name", "lone_surrogate"),
    ("repaired", "request.name", "not_in_alphabet"),
    ("repaired", "request.convert", "unreadable_input"),
    ("repaired", "turn.stop_reason", "stop_corrected stop_without_call"),
    ("held", "unicode.bytes", "incomplete_sequence"),
    ("held", "unicode.join", "split_pair"),
    (
        "held",
        CALL_RULES,
        "marker_prefix wrapper call_body line_rest turn_rest stray_word",
    ),
    ("held", "echo.block", "marker_prefix call_body"),
    ("held", "scaffold.marker", "marker_prefix"),
    ("held", "scaffold.reminder", "reminder containment"),
    # "any rule that holds": those of the rows above
    (
        "released",
        (
            "unicode.bytes unicode.join call.enclosed call.bare echo.block scaffold.marker"
            " scaffold.reminder"
        ),
        "not_a_marker end_of_turn hold_bound joined containment_over",
    ),
    ("passed", "echo.block echo.run", "no_matching_call body_mismatch native_call ambiguous"),
    ("passed", "echo.block echo.run", "incomplete too_long fence inline_code blockquote"),
    ("passed", "echo.block echo.run", "turn_failed"),
    ("passed", "call.native", "unknown_tool"),
    ("passed", "scaffold.marker", "fence inline_code blockquote reminder"),
    (
        "passed",
        "scaffold.marker",
        "unterminated_reminder stray_reminder_close tool_call_markup",
    ),
    ("removed", "call.wrapper", "wrapper"),
    ("removed", "call.stray_word", "stray_word"),
    ("removed", "call.duplicate", "native_duplicate"),
    ("removed", "call.native", "malformed_call"),
    ("removed", "call.batch", "surplus_call repeated_call"),
    ("removed", "reasoning.split", "reasoning_tag"),
    ("removed", "echo.block echo.run", "call_echo"),
    ("removed", "scaffold.reminder", "reminder"),
    (
        "removed",
        "scaffold.trip",
        "unterminated_reminder stray_reminder_close tool_call_markup",
    ),
    ("removed", "request.convert", "not_sendable"),
    (
        "refused",
        "scaffold.trip",
        "unterminated_reminder stray_reminder_close tool_call_markup",
    ),
    ("refused", CALL_RULES, "key_collision bad_parameters"),
    ("refused", "request.value unicode.json", "key_collision"),
    ("refused", "call.native", "undeclared_tool"),
    ("refused", "window.admit", "over_window"),
    ("truncated", "window.fit", "window"),
    ("arguments_repaired", "echo.arguments", "repeated_prefix"),
    ("arguments_repaired", "echo.run", "repeated_input"),
    # Section 6
    ("removed", "reasoning.split", "reasoning_tag reasoning_stripped"),
    ("removed", "leftover.token", "stop_token"),
    ("removed", "leftover.closer", "orphan_closer"),
    ("removed", "scaffold.tool_result", "tool_result_echo"),
    ("passed", "scaffold.tool_result", "tool_result_echo"),
    ("passed", CALL_RULES, "repeat_flood unfinished"),
    ("removed", "call.withdrawn", "withdrawn"),
    ("arguments_repaired", "arguments.json", "json_repaired"),
]

# Spec reasons, section 3
PASSED = """
    unknown_tool no_wrapper fence inline_code blockquote indented_code html_code quoting_cue
    trailing_prose not_line_start text_after nested_block bad_parameters duplicate_parameter
    schema_mismatch ambiguous no_matching_call body_mismatch native_call input_echo no_context
    tools_unknown reasoning no_call incomplete too_long stop_reason turn_failed
"""

# Spec reasons, section 4
CLASSES = """
    unterminated_reminder stray_reminder_close tool_call_markup key_collision bad_parameters
    undeclared_tool over_window
"""

# Spec reasons, section 5
LOOP_CODES = "INVALID_ARGUMENT VALIDATION_FAILED DECODING_ERROR CANCELLED INVALID_STATE"

Triple = tuple[str, str, str]


def triples() -> set[Triple]:
    """Every kind, rule and reason that the page allows; "" where it says that none is needed."""
    rows: list[Triple] = [
        *ROWS,
        ("passed", CALL_RULES, PASSED),
        *(("recovered", rule, "") for rule in ("call.enclosed", "call.bare", "echo.restore")),
    ]
    return {
        (kind, rule, reason)
        for kind, rules, reasons in rows
        for rule in rules.split()
        for reason in reasons.split() or [NO_REASON]
    }


def listed(allowed: Iterable[tuple[Kind, dict[str, frozenset[str]]]]) -> set[Triple]:
    return {
        (str(kind), rule, reason)
        for kind, rules in allowed
        for rule, reasons in rules.items()
        for reason in reasons
    }


ALL = sorted(triples())
CODES = st.sampled_from(sorted({code for triple in ALL for code in triple}))


def test_the_kinds_are_those_of_the_page() -> None:
    assert [str(kind) for kind in Kind] == [
        "repaired",
        "held",
        "released",
        "recovered",
        "passed",
        "removed",
        "refused",
        "truncated",
        "arguments_repaired",
    ]
    assert set(ALLOWED) == set(Kind)


def test_the_closed_list_is_that_of_the_page() -> None:
    assert sorted(listed(ALLOWED.items()) - triples()) == []
    assert sorted(triples() - listed(ALLOWED.items())) == []


def test_the_named_groups_are_those_of_the_page() -> None:
    assert set(PASSED.split()) | {"repeat_flood", "unfinished"} == PASSED_CALL_REASONS
    assert set(CLASSES.split()) == REFUSAL_CLASSES
    assert set(CLASSES.split()[:3]) == SCAFFOLD_CLASSES
    assert set(PASSED.split()[2:7]) == QUOTING_REASONS
    assert {"key_collision", "malformed_json"} == ERROR_CODES
    assert set(LOOP_CODES.split()) == LOOP_ERROR_CODES


def test_three_kinds_say_what_became_of_text() -> None:
    assert {Kind.RECOVERED, Kind.REMOVED, Kind.REFUSED} == SETTLES_TEXT


@pytest.mark.parametrize(("kind", "rule", "reason"), ALL)
def test_a_decision_of_the_list_can_be_made(kind: str, rule: str, reason: str) -> None:
    decision = Decision(Kind(kind), rule, reason)
    assert (str(decision.kind), decision.rule, decision.reason) == (kind, rule, reason)


@given(kind=st.sampled_from(Kind), rule=CODES, reason=CODES)
def test_no_other_decision_can_be_made(kind: Kind, rule: str, reason: str) -> None:
    if (str(kind), rule, reason) in triples():
        return
    with pytest.raises(ValueError, match=f"^no such decision: {kind} {rule} {reason or '-'}$"):
        Decision(kind, rule, reason)


def test_a_decision_lies_in_no_channel_unless_said_otherwise() -> None:
    decision = Decision(Kind.RECOVERED, "call.bare")
    assert decision.reason == NO_REASON
    places = ("channel", "span", "frames", "bytes", "start", "end")
    assert [getattr(decision, place) for place in places] == [None] * 6
    assert (decision.evidence, decision.proposed) == ({}, False)
    assert decision.evidence is not Decision(Kind.RECOVERED, "call.bare").evidence


def test_a_decision_keeps_where_it_lies() -> None:
    decision = Decision(
        Kind.PASSED,
        "call.enclosed",
        "fence",
        channel=Channel(),
        span=Span(3, 9),
        frames=(1, 2),
        bytes=Span(40, 120),
        start=Place(1, "delta", 3),
        end=Place(2, "delta", 1),
        evidence={"tool": "look_up"},
        proposed=True,
    )
    assert (decision.channel, decision.span, decision.bytes) == (
        Channel(),
        Span(3, 9),
        Span(40, 120),
    )
    assert decision.proposed
    assert not hasattr(decision, "__dict__")
