"""Every rule says what it does, and names its page and the settings that govern it."""

import pytest

from wiretail.model.decisions import ALLOWED
from wiretail.model.settings import SETTINGS
from wiretail.profiles import load_profile, profile_names
from wiretail.study.rules import RULES, profile_text


def test_every_rule_of_a_decision_is_told() -> None:
    known = {rule for rules in ALLOWED.values() for rule in rules}
    assert set(RULES) == known


def test_every_rule_is_a_sentence_with_a_page_and_settings_that_exist() -> None:
    for rule in RULES.values():
        assert rule.sentence.endswith(".")
        assert rule.page
        assert set(rule.settings) <= set(SETTINGS)


@pytest.mark.parametrize("name", profile_names())
def test_a_profile_is_shown_whole_what_governs_a_rule_first(name: str) -> None:
    profile = load_profile(name)
    text = profile_text(profile, ("recover.bare",))
    lines = text.splitlines()
    assert lines[1] == f'name = "{name}"'
    assert all(any(setting in line for line in lines) for setting in SETTINGS)
    assert text.index("recover.bare") < text.index("# all other settings")
    assert ("propose = true" in text) == profile.propose
