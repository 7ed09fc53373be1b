import pytest

from engine.driving import profile_of
from wiretail.engine.rules import Rules, rules_of


@pytest.mark.parametrize(
    ("profile", "rules"),
    [
        (
            "vscode-lm",  # 4.2, 8.2, 10.3
            Rules(
                extended_quoting=False,
                mentions=False,
                shown_wrapper_arms=True,
                drops_inputs=True,
                judges_natives=False,
            ),
        ),
        (
            "wiretail",  # recommended 2, 6, 8.3
            Rules(
                extended_quoting=True,
                mentions=True,
                shown_wrapper_arms=False,
                drops_inputs=False,
                judges_natives=True,
            ),
        ),
    ],
)
def test_a_profile_brings_its_rules_along(profile: str, rules: Rules) -> None:
    assert rules_of(profile_of(profile).settings) == rules


def test_a_profile_that_recovers_no_calls_drops_none() -> None:  # qoder 2: they are not read
    settings = profile_of("qoder").settings
    assert rules_of(settings).drops_inputs
    assert not rules_of(settings, recovers=False).drops_inputs
