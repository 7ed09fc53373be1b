from itertools import product

import pytest

from wiretail.model.decisions import ALLOWED, REFUSAL_CLASSES, SCAFFOLD_CLASSES, Decision, Kind
from wiretail.model.deltas import Channel, EndKind
from wiretail.model.events import End, Error
from wiretail.model.span import Span
from wiretail.study.findings import (
    FINDINGS,
    REFUSAL_CLAUSES,
    Severity,
    finding,
    is_finding,
    row_of,
    say,
)

PAIRS = sorted({(kind, reason) for kind in Kind for r in ALLOWED[kind].values() for reason in r})
TINTS = {
    "surrogate",
    "held",
    "leaked",
    "recovered",
    "duplicate",
    "truncated",
    "refused",
    "malformed",
}


def test_the_table_has_a_row_for_every_finding_and_no_other() -> None:
    assert set(FINDINGS) == {pair for pair in PAIRS if is_finding(*pair)}


def test_every_refusal_class_has_its_sentence() -> None:
    assert set(REFUSAL_CLAUSES) == REFUSAL_CLASSES


@pytest.mark.parametrize(("pair", "row"), sorted(FINDINGS.items()))
def test_every_row_can_be_shown(pair: tuple[Kind, str], row: object) -> None:
    shown = FINDINGS[pair]
    assert shown is row
    assert len(shown.flag) == 1
    assert shown.flag.isupper()
    assert shown.tint in TINTS
    for many, proposed in product((False, True), (False, True)):
        sentence = say(shown.sentence, proposed=proposed, count=1 + many)
        assert sentence[0].isupper() or (many and sentence.startswith("2 "))
        assert sentence.endswith(".")
        assert not set("{}[]|") & set(sentence + say(shown.clause, count=1 + many))


@pytest.mark.parametrize(
    ("kind", "reason", "expected"),
    [
        (Kind.HELD, "marker_prefix", False),
        (Kind.RELEASED, "not_a_marker", False),
        (Kind.RELEASED, "hold_bound", True),
        (Kind.PASSED, "fence", False),
        (Kind.PASSED, "html_code", False),
        (Kind.PASSED, "quoting_cue", True),
        (Kind.REPAIRED, "lone_surrogate", True),
    ],
)
def test_quoting_and_holding_are_no_findings(kind: Kind, reason: str, expected: bool) -> None:
    assert is_finding(kind, reason) is expected


SEVERITIES = {
    **{(Kind.REFUSED, reason): Severity.ERROR for reason in REFUSAL_CLASSES},
    (Kind.PASSED, "turn_failed"): Severity.ERROR,
    (Kind.RECOVERED, ""): Severity.WARNING,
    (Kind.PASSED, "tools_unknown"): Severity.WARNING,
    **{(Kind.PASSED, reason): Severity.WARNING for reason in SCAFFOLD_CLASSES},
    (Kind.RELEASED, "hold_bound"): Severity.WARNING,
    (Kind.TRUNCATED, "window"): Severity.WARNING,
}


@pytest.mark.parametrize("pair", sorted(FINDINGS))
def test_severities_are_those_of_the_page(pair: tuple[Kind, str]) -> None:
    rest = Severity.WARNING if pair[0] is Kind.REMOVED else Severity.NOTE
    assert FINDINGS[pair].severity is SEVERITIES.get(pair, rest)


def test_a_proposed_decision_says_what_would_be() -> None:
    done = finding(Decision(Kind.RECOVERED, "call.bare"))
    proposed = finding(Decision(Kind.RECOVERED, "call.bare", proposed=True))
    passed = finding(Decision(Kind.PASSED, "call.bare", "unknown_tool", proposed=True))
    assert done is not None
    assert proposed is not None
    assert passed is not None
    assert done.sentence == "A leaked tool call was recovered."
    assert proposed.sentence == "A leaked tool call would be recovered."
    assert passed.sentence == "A leaked tool call would stay text: the tool was not offered."


def test_many_things_were_done() -> None:
    assert say("{was} {stays} [it|them] {n}", count=1200) == "were stay them 1,200"
    assert say("{was} {stays} [it|them]") == "was stays it"


def test_a_decision_without_a_reason_is_named_by_its_kind() -> None:
    found = finding(Decision(Kind.RECOVERED, "call.bare"))
    assert found is not None
    assert found.reason == "recovered"


def test_a_malformed_frame_is_an_error_and_a_reported_one_is_no_finding() -> None:
    found = finding(Error(Channel(), "malformed_json", "", 3, malformed=True))
    assert found is not None
    assert (found.reason, found.row.severity) == ("malformed_frame", Severity.ERROR)
    assert found.sentence == "A frame cannot be read."
    assert finding(Error(Channel(), "overloaded", "busy", 3)) is None
    assert finding(End(Channel(), EndKind.DONE, 3)) is None
    assert finding(Decision(Kind.PASSED, "call.bare", "fence")) is None


def test_a_native_call_and_an_echo_are_not_called_leaked_calls() -> None:
    native = Decision(Kind.PASSED, "call.native", "unknown_tool")
    assert row_of(native).sentence != FINDINGS[Kind.PASSED, "unknown_tool"].sentence
    for rule in ("echo.block", "echo.run"):
        for reason in ALLOWED[Kind.PASSED][rule]:
            found = finding(Decision(Kind.PASSED, rule, reason))
            if found is not None:
                assert found.sentence.startswith("A seeming echo stays text: ")
                assert found.row.severity is FINDINGS[Kind.PASSED, reason].severity


def test_a_duplicate_is_text_or_a_call_that_was_given_out() -> None:
    text = Decision(Kind.REMOVED, "call.duplicate", "native_duplicate", Channel(), Span(0, 9))
    call = Decision(Kind.REMOVED, "call.duplicate", "native_duplicate")
    assert say(row_of(text).sentence) == "A leaked copy of a native call was removed."
    assert say(row_of(call).sentence) == "A recovered call was superseded by its native twin."
    assert say(row_of(call).sentence, count=2) == (
        "2 recovered calls were superseded by their native twins."
    )


def test_severities_have_letters_in_order() -> None:
    assert [severity.letter for severity in sorted(Severity)] == ["N", "W", "E"]
