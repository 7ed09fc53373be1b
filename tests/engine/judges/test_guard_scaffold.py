"""Cases: the table of spec recommended 9: what was found, and what a policy makes of it."""

import copy

import pytest

from engine.driving import profile_of
from wiretail.engine.judges.guard_scaffold import Fate, Found, GuardScaffold, guard_of


def judge(policy: str, profile: str = "wiretail") -> GuardScaffold:
    return guard_of(profile_of(profile, {"scaffold.policy": policy}).settings)


TABLE = [
    (Found.REMINDER, Fate.REMOVED, Fate.REMOVED),
    (Found.UNTERMINATED, Fate.REFUSED, Fate.PASSED),
    (Found.STRAY_CLOSE, Fate.REFUSED, Fate.PASSED),
    (Found.CONTAINED_CLOSE, Fate.REFUSED, Fate.REMOVED),
    (Found.MARKUP, Fate.REFUSED, Fate.REMOVED),
    (Found.LONE_OPENER, Fate.REFUSED, Fate.PASSED),
]


@pytest.mark.parametrize(("found", "refuse", "redact"), TABLE)
def test_each_policy_has_its_fate(found: Found, refuse: Fate, redact: Fate) -> None:
    assert judge("refuse").judge(found) is refuse
    assert judge("redact").judge(found) is redact
    assert judge("flag").judge(found) is Fate.PASSED


def test_the_table_is_complete() -> None:
    assert {found for found, _, _ in TABLE} == set(Found)


@pytest.mark.parametrize(
    ("policy", "refuses"), [("refuse", True), ("redact", False), ("flag", False)]
)
def test_only_one_policy_refuses(policy: str, refuses: bool) -> None:
    assert judge(policy).refuses is refuses


def test_settings_are_read_once() -> None:
    here, there = judge("redact"), judge("refuse", "qoder")
    assert (here.skips_quoted, here.max_block, here.containment) == (True, 65536, 2048)
    assert (there.skips_quoted, there.max_block, there.containment) == (False, 65536, 0)


def test_snapshots_share_the_judge() -> None:
    found = judge("refuse")
    assert copy.deepcopy(found) is found
