import doctest

import pytest

from wiretail.engine.request import budget as module
from wiretail.engine.request.budget import admit, raw_budget, refused, usable_window
from wiretail.engine.request.counters import estimate
from wiretail.engine.request.truncate import Characters, Tokens
from wiretail.profiles import load_profile


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("tokens", [None, 0, -1, float("inf"), float("nan")])
def test_a_window_that_is_none_is_unknown(tokens: float | None) -> None:
    assert usable_window(tokens) is None


def test_the_budget_is_in_whole_characters_or_tokens() -> None:
    assert raw_budget(load_profile("vscode-lm"), 10_001, 10, 5, Characters()) == 24_002 - 15
    assert raw_budget(load_profile("wiretail"), 1005, 10, 5, Tokens(estimate)) == 904 - 15


def test_a_budget_is_met_or_refused_in_a_fixed_sentence() -> None:
    assert admit(5, 5) is None
    refusal = admit(1234, 1000, "tokens")
    assert refusal is not None
    assert (refusal.reason, refusal.code, refusal.status) == (
        "over_window",
        "context_window_exceeded",
        400,
    )
    assert "about 1,234 tokens against a budget of 1,000." in refusal.message
    assert refused(1234, -7, "tokens").evidence["budget"] == 0
