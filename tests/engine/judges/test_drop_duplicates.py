"""Cases: spec recommended 8.1, with the ids of their vectors."""

import copy
from collections import deque
from typing import Any

import pytest

from engine.driving import TOOLS, profile_of
from wiretail.engine.candidate import Candidate, Removed, Undecided, Verdict
from wiretail.engine.judges.drop_duplicates import DropDuplicates
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import NativeCall, Turn, call_key

SETTINGS = profile_of("wiretail").settings
JUDGE = DropDuplicates(SETTINGS)


def native(number: int, arguments: Any = None, name: str = "Read") -> NativeCall:
    key = b"" if arguments is None else call_key(name, arguments)
    return NativeCall(f"n{number}", name, key)


def ask(natives: list[NativeCall], **facts: Any) -> Verdict:
    good: dict[str, Any] = {"closed": True, "arguments": {"path": "a.md"}}
    candidate = Candidate("anthropic", "Read", 0, TOOLS[0], enclosed=True, **{**good, **facts})
    return JUDGE.judge(candidate, Turn(Toolbox(TOOLS, SETTINGS), natives=deque(natives)))


def test_what_equals_a_native_call_is_removed_and_names_it() -> None:
    verdict = ask([native(1, {"path": "b"}), native(2, {"path": "a.md"})])
    assert isinstance(verdict, Removed)
    assert (verdict.rule, verdict.reason) == ("call.duplicate", "native_duplicate")
    assert verdict.evidence == {"native": "n2"}


@pytest.mark.parametrize("facts", [{"reasoning": True}, {"quoted": "fence"}, {"objection": "x"}])
def test_what_is_quoted_or_not_well_formed_is_none_of_its_business(facts: dict[str, Any]) -> None:
    assert ask([native(1, {"path": "a.md"})], **facts) is Undecided.DECLINES


@pytest.mark.parametrize(
    ("natives", "facts", "verdict"),
    [
        ([], {}, Undecided.DECLINES),
        ([native(1, {"path": "a.md"}, "Write")], {}, Undecided.DECLINES),
        ([native(1, {"path": "A.md"})], {}, Undecided.DECLINES),  # N06
        ([native(1, "not json")], {}, Undecided.DECLINES),
        ([native(1)], {}, Undecided.WAITS),  # its arguments still come
        ([native(1, {"path": "b"}), native(2)], {}, Undecided.WAITS),
        ([native(1, {"path": "a.md"})], {"closed": False}, Undecided.WAITS),
    ],
)
def test_otherwise_it_waits_or_declines(
    natives: list[NativeCall], facts: dict[str, Any], verdict: Verdict
) -> None:
    assert ask(natives, **facts) is verdict


def test_snapshots_share_the_judge() -> None:
    assert copy.deepcopy(JUDGE) is JUDGE
