import pytest

from engine.driving import profile_of
from wiretail.engine.rules import Rules, rules_of


@pytest.mark.parametrize(
    ("profile", "rules"),
    [
        (
            "vscode-lm",  # 4.2, 8.2, 10.3
            Rules(
                extended_quoting=False, mentions=False, shown_wrapper_arms=True, drops_inputs=True
            ),
        ),
        (
            "wiretail",  # recommended 2, 6, 8.3
            Rules(
                extended_quoting=True, mentions=True, shown_wrapper_arms=False, drops_inputs=False
            ),
        ),
    ],
)
def test_a_profile_brings_its_rules_along(profile: str, rules: Rules) -> None:
    assert rules_of(profile_of(profile).settings) == rules
