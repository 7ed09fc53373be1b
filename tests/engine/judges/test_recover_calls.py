"""Cases: spec vscode-lm 5.1 and recommended 3: gates in the order of the text."""

import copy
from collections.abc import Sequence
from typing import Any

import pytest

from engine.driving import TOOLS, profile_of
from wiretail.engine.candidate import Candidate, Passed, Recovered, Verdict
from wiretail.engine.judges.recover_calls import EXTENDED_GATES, MARKDOWN_GATES, RecoverCalls
from wiretail.engine.markup.values import Mismatch
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import Turn
from wiretail.model.calls import Tool
from wiretail.model.deltas import EndKind, StopReason


def judge(
    profile: str,
    facts: dict[str, Any],
    *,
    tools: Sequence[Tool] | None = TOOLS,
    stop: StopReason | None = None,
    **settings: object,
) -> Verdict:
    """Ask about a candidate for which all facts speak, but those that are given."""
    chosen = profile_of(profile, {key.replace("__", "."): value for key, value in settings.items()})
    good = {
        "tool": TOOLS[0] if tools else None,
        "enclosed": True,
        "closed": True,
        "prose": False,
        "followed": "",
        "end_kind": EndKind.DONE,
    }
    candidate = Candidate("anthropic", "Read", 0, **{**good, **facts})
    return RecoverCalls(chosen.settings).judge(
        candidate, Turn(Toolbox(tools, chosen.settings), stop_reason=stop)
    )


def reason(verdict: Verdict) -> str:
    match verdict:
        case Recovered():
            return "recovered"
        case Passed():
            return verdict.reason
    return "wait"


BARE = {"enclosed": False}

#: (facts, reason), in the order of the gates: with all facts from one on, the first is the reason.
MARKDOWN_ROWS: list[tuple[dict[str, Any], str]] = [
    ({"tool": None}, "unknown_tool"),
    ({"enclosed": False}, "no_wrapper"),
    ({"quoted": "fence"}, "fence"),
    ({"cue": True}, "quoting_cue"),
    ({"objection": "nested_block"}, "nested_block"),
    ({"prose": True}, "trailing_prose"),
]
ENCLOSED_ROWS: list[tuple[dict[str, Any], str]] = [
    ({"reasoning": True}, "reasoning"),
    ({"tool": None}, "unknown_tool"),
    ({"after_native": True}, "native_call"),
    ({"quoted": "blockquote"}, "blockquote"),
    ({"cue": True}, "quoting_cue"),
    ({"objection": "incomplete"}, "incomplete"),
    ({"doubt": "ambiguous"}, "ambiguous"),
    ({"mismatch": Mismatch("/p", "required")}, "schema_mismatch"),
    ({"prose": True}, "trailing_prose"),
]
BARE_ROWS: list[tuple[dict[str, Any], str]] = [
    ({"cue": True, **BARE}, "quoting_cue"),
    ({"begins_line": False, **BARE}, "not_line_start"),
    ({"objection": "bad_parameters", **BARE}, "bad_parameters"),
    ({"doubt": "schema_mismatch", **BARE}, "schema_mismatch"),
    ({"followed": "text", **BARE}, "text_after"),
    ({"end_kind": EndKind.INCOMPLETE, **BARE}, "stop_reason"),
]
TABLES = [
    ("vscode-lm", MARKDOWN_ROWS),
    ("wiretail", ENCLOSED_ROWS),
    ("wiretail", BARE_ROWS),
]


@pytest.mark.parametrize(
    ("profile", "facts", "expected"),
    [(profile, *row) for profile, rows in TABLES for row in rows],
)
def test_each_gate_has_its_reason(profile: str, facts: dict[str, Any], expected: str) -> None:
    verdict = judge(profile, facts)
    assert reason(verdict) == expected
    assert isinstance(verdict, Passed)
    assert [answer for answer in verdict.gates.values() if answer == "fail"] == ["fail"]


@pytest.mark.parametrize(("profile", "rows"), TABLES)
def test_the_first_gate_that_fails_gives_the_reason(
    profile: str, rows: list[tuple[dict[str, Any], str]]
) -> None:
    for at, (_, expected) in enumerate(rows):
        facts: dict[str, Any] = {}
        for later, _ in reversed(rows[at:]):
            facts |= later
        assert reason(judge(profile, facts)) == expected


@pytest.mark.parametrize(
    ("profile", "facts", "expected"),
    [
        ("vscode-lm", {}, "recovered"),
        ("wiretail", {}, "recovered"),
        ("wiretail", BARE, "recovered"),
        # What a profile has no gate for changes nothing.
        ("vscode-lm", {"reasoning": True, "after_native": True, "begins_line": False}, "recovered"),
        ("vscode-lm", {"mismatch": Mismatch("", "required")}, "recovered"),
        ("wiretail", {"begins_line": False, "followed": "text"}, "recovered"),
        ("wiretail", {**BARE, "prose": True}, "recovered"),
        ("wiretail", {**BARE, "followed": "native"}, "native_call"),
        # Facts that the text has not told yet are waited for.
        ("vscode-lm", {"closed": False}, "wait"),
        ("vscode-lm", {"prose": None}, "wait"),
        ("wiretail", {"closed": False}, "wait"),
        ("wiretail", {"prose": None}, "wait"),
        ("wiretail", {**BARE, "followed": None}, "wait"),
        ("vscode-lm", {"closed": False, "prose": True}, "wait"),
        # A reason is known as early as it can be.
        ("vscode-lm", {"closed": False, "objection": "bad_parameters"}, "bad_parameters"),
    ],
)
def test_a_candidate_waits_fails_or_is_a_call(
    profile: str, facts: dict[str, Any], expected: str
) -> None:
    assert reason(judge(profile, facts)) == expected


@pytest.mark.parametrize(
    ("stop", "expected"),
    [
        (None, "recovered"),
        (StopReason.STOP, "recovered"),
        (StopReason.TOOL_CALLS, "recovered"),
        (StopReason.OTHER, "recovered"),
        (StopReason.LENGTH, "stop_reason"),
        (StopReason.CONTENT_FILTER, "stop_reason"),
        (StopReason.REFUSAL, "stop_reason"),
        (StopReason.ERROR, "stop_reason"),
    ],
)
def test_a_bare_candidate_minds_why_the_model_stopped(
    stop: StopReason | None, expected: str
) -> None:
    assert reason(judge("wiretail", BARE, stop=stop)) == expected
    assert reason(judge("wiretail", {}, stop=stop)) == "recovered"


@pytest.mark.parametrize("profile", ["vscode-lm", "wiretail"])
@pytest.mark.parametrize(
    ("tools", "policy", "expected"),
    [
        (None, "offered", "tools_unknown"),
        (None, "any", "recovered"),
        (TOOLS, "any", "recovered"),  # the setting changes nothing where tools are known
        ((), "any", "unknown_tool"),
        ((), "offered", "unknown_tool"),
    ],
)
def test_tools_unknown_is_tested_last(
    profile: str, tools: tuple[Tool, ...] | None, policy: str, expected: str
) -> None:
    assert reason(judge(profile, {}, tools=tools, recover__tools=policy)) == expected
    if tools is None:
        assert reason(judge(profile, {"prose": True}, tools=None)) == "trailing_prose"


def test_without_a_tool_the_gates_that_need_one_are_not_reached() -> None:
    verdict = judge("wiretail", {"doubt": "ambiguous"}, tools=None)
    assert isinstance(verdict, Passed)
    assert verdict.gates["declared_tool"] == "not_reached"
    assert verdict.gates["whole_input"] == "not_reached"
    assert verdict.gates["tools_known"] == "fail"


def test_all_gates_are_told() -> None:
    for profile, gates, missing in (
        ("vscode-lm", MARKDOWN_GATES, set[str]()),
        ("wiretail", EXTENDED_GATES, set[str]()),
    ):
        verdict = judge(profile, {"quoted": "fence"})
        assert isinstance(verdict, Passed)
        assert set(verdict.gates) == set(gates) - missing
        assert verdict.gates["not_quoted"] == "fail"
        assert verdict.gates["body"] == "not_reached"


def test_the_whole_input_is_asked_about_only_where_the_profile_validates() -> None:
    facts = {"mismatch": Mismatch("", "required")}
    assert reason(judge("wiretail", facts, recover__validate="declared")) == "recovered"


def test_a_mismatch_is_told_by_pointer_and_keyword() -> None:
    verdict = judge("wiretail", {"mismatch": Mismatch("/limit", "type")})
    assert isinstance(verdict, Passed)
    assert verdict.evidence == {"pointer": "/limit", "keyword": "type"}
    doubt = judge("wiretail", {"doubt": "schema_mismatch"})
    assert isinstance(doubt, Passed)
    assert doubt.evidence == {}


@pytest.mark.parametrize(
    ("facts", "wrapped", "bare", "expected"),
    [
        ({}, False, True, "no_wrapper"),
        ({}, True, False, "recovered"),
        (BARE, True, False, "no_wrapper"),
        (BARE, False, True, "recovered"),
    ],
)
def test_a_profile_says_whether_wrapped_and_bare_blocks_are_recovered(
    facts: dict[str, Any], wrapped: bool, bare: bool, expected: str
) -> None:
    verdict = judge("wiretail", facts, recover__wrapped=wrapped, recover__bare=bare)
    assert reason(verdict) == expected


def test_without_context_a_profile_that_requires_it_passes() -> None:
    assert reason(judge("wiretail", {}, recover__require_context=True)) == "no_context"


def test_snapshots_share_the_judge() -> None:
    found = RecoverCalls(profile_of("wiretail").settings)
    assert copy.deepcopy(found) is found
