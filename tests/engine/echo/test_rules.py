import copy

from wiretail.engine.echo.rules import EchoRules, echo_rules
from wiretail.model.settings import SETTINGS


def test_the_settings_of_a_profile_become_rules() -> None:
    assert echo_rules(SETTINGS) == EchoRules()


def test_extended_quoting_has_lines_of_its_own_and_more_inputs() -> None:
    rules = echo_rules({**SETTINGS, "recover.quoting": "extended", "echo.mid_line": True})
    assert rules == EchoRules(
        mid_line=True, spans_cross_lines=False, one_key=True, json_bodies=True
    )


def test_snapshots_share_rules() -> None:
    rules = EchoRules()
    assert copy.deepcopy(rules) is rules
