import copy
import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from wiretail.errors import ProfileError
from wiretail.model.settings import JUDGES, SETTINGS
from wiretail.profiles import apply_settings, load_profile, profile_names, profile_summaries
from wiretail.profiles.check import check_together, schema
from wiretail.profiles.loader import FOLDER

SHIPPED = sorted(FOLDER.glob("*.toml"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that relative paths count from."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sentence(name_or_path: str) -> str:
    with pytest.raises(ProfileError) as caught:
        load_profile(name_or_path)
    return str(caught.value)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_profile_is_valid_and_named_as_its_file(path: Path) -> None:
    document = tomllib.loads(path.read_text("utf-8"))
    Draft202012Validator(schema()).validate(document)
    assert document["name"] == path.stem
    assert document["page"]
    profile = load_profile(path.stem)
    check_together(profile.settings)
    assert list(profile.settings) == list(SETTINGS)
    assert profile.name == path.stem


def test_the_profiles_are_known_by_name_and_summary() -> None:
    assert profile_names() == [path.stem for path in SHIPPED]
    assert {"wiretail", "observe", "vscode-lm", "runanywhere"} <= set(profile_names())
    summaries = profile_summaries()
    assert list(summaries) == profile_names()
    assert all(summaries.values())


def changed(name: str) -> dict[str, Any]:
    """Return the settings in which a profile differs from the defaults of the pages."""
    settings = load_profile(name).settings
    return {key: value for key, value in settings.items() if value != SETTINGS[key]}


# Spec recommended, sections 1 and 9
DEFAULT_PROFILE = {
    "request.tool_names": "strict",
    "recover.bare": True,
    "recover.stray_words": ("call", "count", "course", "court"),
    "recover.grammars": "all",
    "recover.values": "keep",
    "recover.unions": "schema",
    "recover.validate": "schema",
    "recover.quoting": "extended",
    "recover.provenance": True,
    "echo.mid_line": True,
    "scaffold.policy": "redact",
    "scaffold.quoted": "skip",
    "scaffold.containment_chars": 2048,
    "reasoning.policy": "move",
    "reasoning.calls": "flag",
    "window.share": (9, 10),
    "window.strategy": "level",
    "window.counter": "estimate",
}


def test_the_default_profile_changes_what_its_page_says() -> None:
    assert changed("wiretail") == DEFAULT_PROFILE
    assert load_profile("wiretail").judges == JUDGES
    assert load_profile("wiretail").propose is False


def test_observe_is_the_default_profile_that_only_proposes() -> None:
    observe, wiretail = load_profile("observe"), load_profile("wiretail")
    assert observe.settings == wiretail.settings
    assert observe.judges == wiretail.judges
    assert observe.propose is True
    assert observe.summary != wiretail.summary


def test_vscode_lm_keeps_every_default_of_its_page() -> None:
    assert changed("vscode-lm") == {}
    assert load_profile("vscode-lm").judges == ("recover_calls",)


def test_runanywhere_changes_what_its_page_says() -> None:
    assert changed("runanywhere") == {
        "recover.grammars": ("hermes", "lfm2", "pythonic"),
        "recover.on_reject": "refuse",
        "reasoning.policy": "move",
        "reasoning.calls": "flag",
    }


def test_a_profile_survives_pickling_and_is_shared_by_copies() -> None:
    profile = load_profile("wiretail")
    assert pickle.loads(pickle.dumps(profile)) == profile
    assert copy.deepcopy(profile) is profile


def test_a_file_fills_up_from_the_defaults(folder: Path) -> None:
    (folder / "mine.toml").write_text('name = "mine"\n[recover]\nbare = true\n[echo]\n')
    profile = load_profile("mine.toml")
    assert (profile.name, profile.page, profile.summary) == ("mine", "", "")
    assert (profile.judges, profile.propose) == ((), False)
    assert profile.settings == SETTINGS | {"recover.bare": True}


def test_a_file_extends_a_shipped_profile(folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'name = "mine"\nextends = "observe"\n[recover]\ngrammars = ["hermes"]\n'
    )
    profile, observe = load_profile(str(folder / "mine.toml")), load_profile("observe")
    assert profile.settings == {**observe.settings, "recover.grammars": ("hermes",)}
    assert (profile.name, profile.judges) == ("mine", observe.judges)
    assert profile.propose is True


def test_what_a_file_extends_by_path_counts_from_its_own_folder(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "base.toml").write_text('name = "base"\nsummary = "Base."\njudges = []\n')
    (folder / "sub" / "mine.toml").write_text(
        '\ufeffname = "mine"\nextends = "../base.toml"\npropose = true\n', "utf-8"
    )
    profile = load_profile("sub/mine.toml")
    assert (profile.name, profile.summary, profile.propose) == ("mine", "Base.", True)


# (text of x.toml, sentence behind "x.toml: ")
WRONG = [
    ('[recover]\ntools = "any"\n', 'the key name is missing, write name = "..."'),
    (
        'name = "x"\n[recover]\ntools = "sometimes"\n',
        'recover.tools is "sometimes", allowed: "offered", "any"',
    ),
    (
        'name = "x"\n[recover]\ntool = "any"\n',
        "unknown key recover.tool, did you mean recover.tools?",
    ),
    ('name = "x"\n[recovery]\n', "unknown key recovery"),
    ('name = "x"\n[recover.tools]\nx = 1\n', "unknown key recover.tools.x"),
    ('name = "x"\nrecover = 5\n', "recover is 5, allowed: a table of settings"),
    ('name = "x"\n[recover]\nbare = {}\n', "recover.bare is {}, allowed: true, false"),
    (
        'name = "x"\n[recover]\nmax_held_chars = 100\n',
        (
            "recover.max_held_chars is 100, allowed: at least 320"
            " (recover.max_tag_chars + recover.max_name_chars)"
        ),
    ),
    ('name = "x"\nextends = "x.toml"\n', "extends comes back to x.toml"),
    ('name = "x"\nextends = "a\\u0000.toml"\n', None),
    ("name = \n", "is not valid TOML, Invalid value (at line 1, column 8)"),
    ('name = "x"\nname = "y"\n', "is not valid TOML, Cannot overwrite a value"),
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_a_wrong_file_is_refused_with_one_sentence(
    folder: Path, text: str, expected: str | None
) -> None:
    (folder / "x.toml").write_text(text)
    said = sentence("x.toml")
    assert said.isprintable()
    if expected is None:
        assert said == "a\\x00.toml: is no path of a file"
    else:
        assert said.startswith(f"x.toml: {expected}")


def test_a_circle_over_several_files_is_found(folder: Path) -> None:
    (folder / "d").mkdir()
    (folder / "a.toml").write_text('name = "a"\nextends = "d/b.toml"\n')
    (folder / "d" / "b.toml").write_text('name = "b"\nextends = "../a.toml"\n')
    assert sentence("a.toml") == "a.toml: extends comes back to d/../a.toml"


def test_a_wrong_value_in_an_extended_file_names_that_file(folder: Path) -> None:
    (folder / "a.toml").write_text('name = "a"\nextends = "b.toml"\n')
    (folder / "b.toml").write_text('name = "b"\n[recover]\nbare = 5\n')
    assert sentence("a.toml") == "b.toml: recover.bare is 5, allowed: true, false"


def test_an_unknown_name_lists_the_known_ones(folder: Path) -> None:
    known = ", ".join(profile_names())
    assert sentence("wiretale") == f'no profile is named "wiretale", known: {known}'
    (folder / "a.toml").write_text('name = "a"\nextends = "wiretale"\n')
    assert sentence("a.toml") == f'a.toml: extends: no profile is named "wiretale", known: {known}'


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", ["gone.toml", "gone/profile", "gone\\profile"])
def test_a_file_that_is_not_there_cannot_be_read(path: str) -> None:
    assert sentence(path).endswith(": cannot be read, No such file or directory")


def test_a_file_that_is_no_text_cannot_be_read(folder: Path) -> None:
    (folder / "x.toml").write_bytes(b'name = "\xff"')
    assert sentence("x.toml") == "x.toml: is not UTF-8 text"


@pytest.mark.parametrize("deep", [f"x = {'[' * 100_000}", f"{'a.' * 20_000}b = 1"])
def test_a_file_nested_beyond_the_stack_cannot_be_read(folder: Path, deep: str) -> None:
    (folder / "x.toml").write_text(f'name = "x"\n{deep}')
    assert sentence("x.toml") == "x.toml: is nested too deeply"


def test_an_unprintable_path_is_shown_escaped() -> None:
    assert sentence("\x1b[31m.toml").startswith("\\x1b[31m.toml: cannot be read")


def test_settings_are_applied_by_dotted_name() -> None:
    base = load_profile("wiretail")
    profile = apply_settings(
        base, {"recover.grammars": ["hermes"], "recover.max_held_chars": 400, "window.tokens": 9}
    )
    assert profile["recover.grammars"] == ("hermes",)
    assert (profile["recover.max_held_chars"], profile["window.tokens"]) == (400, 9)
    assert (profile.name, profile.judges) == (base.name, base.judges)
    assert base["recover.grammars"] == "all"
    assert apply_settings(base, {}) == base


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"recover.tools": "x"}, 'recover.tools is "x", allowed: "offered", "any"'),
        ({"recover.tol": "x"}, "unknown key recover.tol, did you mean recover.tools?"),
        ({"propose": True}, "propose is no setting, allowed: a name such as recover.tools"),
        (
            {"recover.max_held_chars": 50},
            (
                "recover.max_held_chars is 50, allowed: at least 320"
                " (recover.max_tag_chars + recover.max_name_chars)"
            ),
        ),
    ],
)
def test_settings_that_are_wrong_are_not_applied(changes: dict[str, Any], expected: str) -> None:
    with pytest.raises(ProfileError) as caught:
        apply_settings(load_profile("wiretail"), changes)
    assert str(caught.value) == expected


def test_a_file_that_is_too_long_is_no_profile(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wiretail.profiles.loader.MAX_FILE", 10)
    (folder / "x.toml").write_bytes(b"#" * 11)
    assert sentence("x.toml") == "x.toml: is no profile, it has over 10 bytes"
