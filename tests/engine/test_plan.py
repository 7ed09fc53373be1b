import copy

import pytest

from engine.driving import NS, TOOLS, profile_of
from wiretail.engine.candidate import Candidate, Passed
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import Turn


def plan(name: str = "wiretail", *, recovers: bool = True, **settings: object) -> MatcherPlan:
    changes = {key.replace("__", "."): value for key, value in settings.items()}
    return MatcherPlan(profile_of(name, changes), recovers=recovers)


def candidate() -> Candidate:
    return Candidate("anthropic", "Write", 0, None, enclosed=True)


def test_heads_begin_every_marker_and_openers_are_no_closers() -> None:
    found = plan("vscode-lm")
    for head in ("<invoke", f"<{NS}INVOKE", "<function_calls", f"</{NS}function_calls"):
        assert found.heads.match(head)
    assert not found.heads.search("</invoke <parameter <b>")
    assert "</function_calls" in found.head_words
    assert "</function_calls" not in found.opening_words
    assert "<function_calls" in found.opening_words


@pytest.mark.parametrize(
    ("found", "scans"),
    [
        (plan(), True),
        (plan("vscode-lm"), True),
        (plan(recover__grammars=()), True),  # scaffolding is looked for
        (plan("vscode-lm", recover__grammars=()), False),
        (plan("vscode-lm", recovers=False), False),
        (plan("qoder"), True),
        (plan("runanywhere", recover__grammars=("hermes",)), False),
    ],
)
def test_without_a_marker_there_is_nothing_to_scan_for(found: MatcherPlan, scans: bool) -> None:
    assert found.scans is scans


def test_without_a_marker_no_text_has_one() -> None:
    found = plan("vscode-lm", recover__grammars=())
    assert not found.heads.search("<invoke <function_calls>")
    assert not found.head_words


def test_settings_of_the_profile_are_read_once() -> None:
    found = plan(recover__max_held_chars=400, recover__stray_words=(), reasoning__calls="ignore")
    assert (found.max_held, found.has_words, found.reads_reasoning) == (400, False, False)
    assert (found.bare, found.checks_inputs, plan().has_words) == (True, True, True)
    other = plan("vscode-lm")
    assert (other.bare, other.checks_inputs, other.cue_chars) == (False, False, 1024)


def test_the_first_judge_that_has_a_verdict_gives_it() -> None:
    turn = Turn(Toolbox(TOOLS, profile_of("wiretail").settings))
    verdict = plan().judge(candidate(), turn)
    assert isinstance(verdict, Passed)
    assert verdict.reason == "unknown_tool"


def test_without_a_judge_there_is_no_verdict() -> None:
    found = plan("vscode-lm")
    found.judges = ()
    turn = Turn(Toolbox(TOOLS, profile_of("wiretail").settings))
    assert found.judge(candidate(), turn) is None
    assert not found.scans


def test_snapshots_share_the_plan() -> None:
    found = plan()
    assert copy.deepcopy(found) is found
    assert copy.deepcopy(found.stray_words) is found.stray_words


def test_the_invoke_markers_are_scaffolding_where_no_call_can_be_recovered() -> None:
    assert "</invoke>" not in plan().scaffold_words
    for found in (plan(recovers=False), plan("qoder"), plan(recover__grammars=("hermes",))):
        assert "</invoke>" in found.scaffold_words
        assert found.stems == ("<system-reminder",)
    assert plan("qoder", scaffold__markers="extended").stems == ("<system-reminder", "<invoke")
    assert plan("vscode-lm").guard is None


@pytest.mark.parametrize(
    ("text", "may"),
    [("a < b", False), ("a <", True), ("a [x]", False), ("[tool call]", True), ("plain", False)],
)
def test_a_marker_may_begin_with_either_bracket(text: str, may: bool) -> None:
    assert plan("qoder", scaffold__markers="extended").may_mark(text) is may
    assert plan("qoder").may_mark(text) is (may and "<" in text)
