"""Keys can be chosen, and none ever means two things."""

from wiretail.gui.controllers.key_choices import KeyChoices
from wiretail.gui.keymap import clashes, command
from wiretail.gui.settings import Settings


def keys_of(choices: KeyChoices, name: str) -> tuple[str, ...]:
    return next(entry.keys for entry in choices.commands() if entry.name == name)


def test_a_command_gets_other_keys_none_and_its_usual_ones_back() -> None:
    settings = Settings()
    choices = KeyChoices(settings)
    assert choices.choose("open", ["Ctrl+Y"]) == ""
    assert keys_of(choices, "open") == ("Ctrl+Y",)
    assert choices.choose("open", []) == ""
    assert settings.keys == {"open": []}
    assert choices.choose("open", None) == ""
    assert keys_of(choices, "open") == command("open").keys
    assert settings.keys == {}


def test_a_key_that_means_something_is_not_taken() -> None:
    choices = KeyChoices(Settings())
    said = choices.choose("open", ["ctrl+q"])
    assert said == "ctrl+q already means Quit: give that another key first."
    assert keys_of(choices, "open") == ("Ctrl+O",)
    assert choices.choose("quit", []) == ""
    assert choices.choose("open", ["Ctrl+Q"]) == ""
    assert choices.choose("quit", None) != ""
    assert clashes(choices.commands()) == []


def test_a_file_that_makes_keys_clash_is_followed_as_far_as_it_goes() -> None:
    settings = Settings(keys={"open": ["Ctrl+Q"], "gone": ["X"], "find": ["Ctrl+Y"]})
    choices = KeyChoices(settings)
    assert settings.keys == {"find": ["Ctrl+Y"]}
    assert clashes(choices.commands()) == []
