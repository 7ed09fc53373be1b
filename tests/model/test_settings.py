import copy

import pytest

from wiretail.model.settings import JUDGES, SETTINGS, Profile

# Spec: the settings tables of the pages vscode-lm, qoder, tool-call-echo, runanywhere, recommended
PAGES = {
    "request.tool_names": "lone",
    "recover.wrapped": True,
    "recover.bare": False,
    "recover.grammars": ("anthropic",),
    "recover.tools": "offered",
    "recover.max_held_chars": 1048576,
    "recover.max_tag_chars": 64,
    "recover.max_name_chars": 256,
    "recover.cue_chars": 1024,
    "window.tokens": None,
    "window.chars_per_token": 3,
    "window.share": (4, 5),
    "window.result_floor": 2000,
    "window.image_chars": 64,
    "scaffold.policy": "refuse",
    "scaffold.markers": "basic",
    "scaffold.max_block_chars": 65536,
    "scaffold.containment_chars": 0,
    "queue.max_bytes": 4194304,
    "echo.max_held_bytes": 4194304,
    "echo.max_prose_chars": 8192,
    "echo.max_header_chars": 1024,
    "echo.mid_line": False,
    "echo.policy": "hide",
    "repair.bytes": "maximal-subpart",
    "parse.format": "auto",
    "parse.max_tail_chars": 8192,
    "recover.stray_words": (),
    "recover.values": "trim",
    "recover.unions": "text",
    "recover.validate": "declared",
    "recover.quoting": "markdown",
    "recover.provenance": False,
    "recover.require_context": False,
    "recover.action": "recover",
    "recover.on_reject": "pass",
    "native.undeclared": "pass",
    "scaffold.quoted": "count",
    "window.strategy": "largest-first",
    "window.counter": "chars",
    "limits.frame_bytes": 67108864,
    "limits.json_depth": 256,
}


@pytest.mark.parametrize("name", PAGES)
def test_a_setting_has_the_default_of_its_page(name: str) -> None:
    assert SETTINGS[name] == PAGES[name]
    assert type(SETTINGS[name]) is type(PAGES[name])


def test_every_setting_stands_in_a_table_of_profile_files() -> None:
    assert all(name.count(".") == 1 for name in SETTINGS)


def test_the_judges_stand_in_the_order_of_the_default_profile() -> None:
    assert JUDGES == ("reconcile_echoes", "drop_duplicates", "recover_calls", "guard_scaffold")


def test_a_profile_starts_from_the_defaults_and_has_its_own_copy() -> None:
    profile = Profile("mine")
    assert profile.settings == SETTINGS
    assert profile.settings is not SETTINGS
    assert (profile.page, profile.summary, profile.judges, profile.propose) == ("", "", (), False)
    assert profile["recover.bare"] is False


def test_a_setting_that_is_none_cannot_be_asked_for() -> None:
    with pytest.raises(KeyError, match=r"recover\.everything"):
        Profile("mine")["recover.everything"]


def test_changed_settings_leave_the_profile_as_it_was() -> None:
    profile = Profile("mine", "page", "summary", ("recover_calls",), propose=True)
    changed = profile.with_settings({"recover.bare": True})
    assert changed["recover.bare"] is True
    assert profile["recover.bare"] is False
    assert changed.with_settings({"recover.bare": False}) == profile


def test_only_settings_can_be_changed() -> None:
    with pytest.raises(KeyError, match=r"recover\.everything"):
        Profile("mine").with_settings({"recover.everything": True})


def test_snapshots_share_a_profile() -> None:
    profile = Profile("mine")
    assert copy.deepcopy({"profile": profile})["profile"] is profile
