"""The cases of fixtures/vectors, one test each, each cut anew a few times."""

import pytest

from shared import FIXTURES
from wiretail.study.conform.cases import Case, read_cases
from wiretail.study.conform.ops import OPS
from wiretail.study.conform.runner import run_cases

FILES = sorted((FIXTURES / "vectors").glob("*.jsonl"))
CASES = [case for path in FILES for case in read_cases(path.read_text("utf-8"), path.name)]


def test_every_op_is_known() -> None:
    assert {case.op for case in CASES} <= set(OPS)


def test_no_id_occurs_twice() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_comes_out_as_wanted_however_it_is_cut(case: Case) -> None:
    [result] = run_cases([case], recut=4)
    assert result.failures == [], f"recut {result.recut}"
