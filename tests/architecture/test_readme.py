"""What README.md tells a newcomer to type is what works, and what the check runs."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.checkout import ROOT, pyproject

README = (ROOT / "README.md").read_text(encoding="utf-8")
CHECK = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
PROGRAM = ".venv/bin/wiretail"
SETUP = ".ci/setup"


def commands() -> list[str]:
    """Return every line of the shell blocks that is a command."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def of_setup() -> list[list[str]]:
    """Return the commands that begin with the setup, in their parts."""
    return [line.split(" && ") for line in commands() if line.startswith(SETUP)]


def of_program() -> list[str]:
    """Return the commands that start the program, without a setup in front."""
    parts = [part for line in commands() for part in line.split(" && ")]
    return [part for part in parts if part.startswith(f"{PROGRAM} ")]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with the files that the commands name, where they may write."""
    for name in ("assets", "fixtures"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the program as a person without a display would."""
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-m", "wiretail", *shlex.split(command)[1:]],
        cwd=folder,
        env=environment | {"PYTHONWARNINGS": "error"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_two_commands_set_up_one_for_the_demo_and_one_for_the_tests() -> None:
    assert of_setup() == [
        [".ci/setup gui", ".venv/bin/wiretail demo"],
        [".ci/setup test", ".venv/bin/python -m pytest -n auto"],
    ]


def test_the_check_runs_the_command_that_readme_gives_for_the_tests() -> None:
    assert " && ".join(of_setup()[1]) in CHECK


def test_setup_knows_every_extra_that_readme_asks_for() -> None:
    extras = pyproject()["project"]["optional-dependencies"]
    asked = {extra for parts in of_setup() for extra in parts[0].split()[1:]}
    assert asked <= set(extras)


def test_every_command_is_run_by_a_test() -> None:
    known = {" && ".join(parts) for parts in of_setup()} | set(of_program())
    assert set(commands()) - known == set()


def test_the_main_commands_are_shown() -> None:
    shown = {shlex.split(command)[1] for command in of_program()}
    assert shown >= {"demo", "inspect", "profiles", "formats", "convert", "conform", "fit"}


@pytest.mark.parametrize("command", of_program())
def test_a_command_does_what_it_says(command: str, copy: Path) -> None:
    answer = run(command, copy)
    assert (answer.returncode, answer.stderr) == (0, answer.stderr)
    assert "Traceback" not in answer.stderr
    if shlex.split(command)[1] == "convert":
        assert (copy / shlex.split(command)[-1]).stat().st_size
    else:
        assert answer.stdout


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)]+)\)", README))
def test_what_is_linked_is_there(target: str) -> None:
    assert (ROOT / target).exists()


def test_every_picture_says_what_it_shows() -> None:
    pictures = re.findall(r"!\[([^\]]*)\]", README)
    assert pictures
    assert all(len(words.split()) > 5 for words in pictures)


def test_the_example_for_a_gateway_runs() -> None:
    [example] = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    exec(compile(example, "README.md", "exec"), {})
