"""Advice is empty until something is found."""

from wiretail.study.advice import Advice


def test_without_findings_there_is_nothing_to_do() -> None:
    assert Advice() == ((), -1, "")
