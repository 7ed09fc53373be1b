import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from cli.terminal import Terminal
from wiretail.__main__ import main
from wiretail.assets import assets_folder
from wiretail.cli import main as cli
from wiretail.cli.main import COMMANDS

LEAKED = str(assets_folder() / "captures" / "split-marker.wtail")


def test_help_names_every_command(wiretail: Terminal) -> None:
    answer = wiretail("--help")
    assert answer.code == 0
    for name, (_, summary) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(summary)}$", answer.out, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str, wiretail: Terminal) -> None:
    answer = wiretail(name, "--help")
    assert answer.code == 0
    assert re.search(rf"Examples?:\n.*wiretail {name}", answer.out, re.DOTALL)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_names_a_command_of_its_module(name: str) -> None:
    command = import_module(f"wiretail.cli.{COMMANDS[name][0]}").command
    assert isinstance(command, click.Command)
    assert command.name == name


def test_help_imports_no_command_and_no_engine() -> None:
    script = (
        "import sys\n"
        "from wiretail.cli.main import run\n"
        "run(['--help'])\n"
        "print([name for name in sys.modules if name.startswith('wiretail.')], file=sys.stderr)"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    loaded = set(re.findall(r"'(wiretail\.[\w.]+)'", answer.stderr.decode()))
    assert loaded == {
        "wiretail.cli",
        "wiretail.cli.main",
        "wiretail.cli.streams",
        "wiretail.errors",
    }


def test_the_version_is_told(wiretail: Terminal) -> None:
    answer = wiretail("--version")
    assert (answer.code, bool(re.fullmatch(r"wiretail [0-9.]+\S*\n", answer.out))) == (0, True)


@pytest.mark.parametrize(
    "words",
    [
        ("fly",),
        ("inspect",),
        ("inspect", "--mood", "good", LEAKED),
        ("inspect", "--format", "poem", LEAKED),
        ("conform", "--recut", "-1", "x"),
        ("convert", "one"),
        (),
    ],
)
def test_wrong_usage_exits_2_and_says_so_on_standard_error(
    words: tuple[str, ...], wiretail: Terminal
) -> None:
    answer = wiretail(*words)
    assert (answer.code, answer.out) == (2, "")
    assert "Usage: wiretail" in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, click.exceptions.Abort])
def test_an_interrupted_command_exits_130(
    interruption: type[BaseException], wiretail: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise interruption

    monkeypatch.setattr("wiretail.cli.profiles.profile_summaries", interrupted)
    answer = wiretail("profiles")
    assert answer.code == 130
    assert "Traceback" not in answer.err


def test_an_interruption_outside_of_click_exits_130_as_well(
    wiretail: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.group, "main", interrupted)
    assert wiretail("profiles").code == 130


def test_what_cannot_be_written_is_one_sentence(
    wiretail: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wiretail.cli.profiles.profile_summaries", full)
    answer = wiretail("profiles")
    assert (answer.code, answer.err) == (2, "wiretail: No space left on device\n")


def program(*words: str) -> list[str]:
    return [sys.executable, "-m", "wiretail", *words]


def test_a_reader_that_goes_away_is_met_with_silence() -> None:
    process = subprocess.Popen(
        program("inspect", "--format", "json", LEAKED),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), errors) == (141, b"")


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_output_is_utf8_whatever_the_locale_says(locale: str, tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    environment.pop("PYTHONIOENCODING", None)
    answer = subprocess.run(
        program("inspect", LEAKED), env=environment, cwd=tmp_path, capture_output=True, check=True
    )
    assert "src/caf\u00e9.py" in answer.stdout.decode("utf-8")


def test_no_input_at_all_breaks_it(tmp_path: Path) -> None:
    answer = subprocess.run(
        program("inspect", "-"), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert (answer.returncode, answer.stdout) == (2, b"")
    assert answer.stderr.startswith(b"wiretail: standard input is empty")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        (("inspect", LEAKED), ">&-", 2),
        (("inspect", "-"), "<&-", 2),
        (("conform", "-"), "<&-", 2),
        (("--help",), ">&-", 2),
        (("inspect", LEAKED), "2>&-", 0),
        (("inspect", "no.file"), "2>&-", 2),
        (("fly",), ">&- 2>&-", 2),
    ],
)
def test_a_closed_stream_is_met_without_a_crash(
    words: tuple[str, ...], closed: str, code: int
) -> None:
    command = f"{shlex.join(program(*words))} {closed}"
    answer = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
    assert answer.returncode == code
    assert b"Traceback" not in answer.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("word", ["fly", "inspect"])
def test_a_message_that_is_lost_changes_no_exit_code(word: str) -> None:
    command = f"{shlex.join(program(word, 'no.file'))} 2>/dev/full"
    assert subprocess.run(["/bin/sh", "-c", command], check=False).returncode == 2


def test_words_of_the_command_line_move_no_cursor(wiretail: Terminal) -> None:
    answer = wiretail("inspect", "a", "b\x9b\u202e\udcff")
    assert answer.code == 2
    assert "Error: Got unexpected extra argument (b[U+009B][RLO]\\udcff)\n" in answer.err


def test_an_interruption_while_the_program_is_loaded_exits_130(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", interrupted)
    assert main() == 130
