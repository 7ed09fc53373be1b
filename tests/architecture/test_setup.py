"""``.ci/setup`` installs what is missing, once, and says plainly what it cannot do.

It runs here in a copy of the checkout whose path has spaces, with programs that only write down
how they were called in front of the real ones.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from architecture.checkout import ROOT, pyproject

PYTHON = """#!/usr/bin/env bash
case "$*" in
    *"-m venv"*)
        mkdir -p .venv/bin
        cp "$0" .venv/bin/python
        pwd -P | sed 's|$|/.venv|' >.venv/bin/activate ;;
    *"version_info <"*) exit "${OLD_PYTHON:-0}" ;;
    *"import ensurepip"*) exit "${NO_ENSUREPIP:-0}" ;;
    *'print("python%d.%d-venv"'*) echo python3.11-venv ;;
esac
printf 'python %s\\n' "$*" >>"$LOG"
"""
APT = '#!/usr/bin/env bash\nprintf "apt-get %s\\n" "$*" >>"$LOG"\nexit "${APT_FAILS:-0}"\n'
#: Answers for the packages named in INSTALLED; asked with -W, the format, the name and name + t64.
DPKG = """#!/usr/bin/env bash
for name in "$3" "$4"; do
    [[ " $INSTALLED " != *" $name "* ]] || echo 'install ok installed'
done
"""
SUDO = '#!/usr/bin/env bash\n[[ -z ${NO_SUDO:-} ]] || exit 1\nshift\nexec "$@"\n'
NOBODY = 65534


class Place:
    """A copy of what the setup reads, and what came of running it there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "a clone"
        self.log = folder / "log"
        self.programs = folder / "bin"
        self.said = ""
        self.programs.mkdir()
        (self.folder / ".ci").mkdir(parents=True)
        shutil.copy(ROOT / ".ci" / "setup", self.folder / ".ci" / "setup")
        shutil.copy(ROOT / "pyproject.toml", self.folder)
        programs = {"python3": PYTHON, "apt-get": APT, "dpkg-query": DPKG, "sudo": SUDO}
        for name, text in programs.items():
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)

    def setup(self, *extras: str, user: int | None = None, **environment: str) -> int:
        """Run the setup and return its exit code."""
        answer = subprocess.run(
            [self.folder / ".ci" / "setup", *extras],
            env={
                "PATH": f"{self.programs}:/usr/bin:/bin",
                "LOG": str(self.log),
                "INSTALLED": "",
                "WIRETAIL_CERTIFICATES": str(self.log.parent),
                **environment,
            },
            user=user,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        self.said = answer.stderr
        return answer.returncode

    def called(self, word: str) -> list[str]:
        """Return the calls that hold a word."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if word in line]

    def forget(self) -> None:
        """Forget the calls so far."""
        self.log.unlink()


@pytest.fixture
def place() -> Iterator[Place]:
    """A place that another user may enter too: the folders of tmp_path are for one alone."""
    with tempfile.TemporaryDirectory(prefix="setup with spaces ") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield Place(folder)


def test_the_first_run_makes_the_environment_and_installs_the_program(place: Place) -> None:
    assert place.setup() == 0
    assert place.called("-m venv") == ["python -m venv --clear .venv"]
    [install] = place.called("pip install")
    assert install.endswith("--editable .")


def test_without_extras_nothing_is_asked_of_the_system(place: Place) -> None:
    place.setup()
    assert place.called("apt-get") == []


def test_extras_are_installed_together(place: Place) -> None:
    place.setup("gui", "test")
    [install] = place.called("pip install")
    assert install.endswith("--editable .[gui,test]")


def test_a_second_run_with_nothing_to_do_does_nothing(place: Place) -> None:
    place.setup("test")
    place.forget()
    assert place.setup("test") == 0
    assert place.setup() == 0
    assert place.called("-m venv") == place.called("pip install") == []


def test_another_extra_is_added(place: Place) -> None:
    place.setup()
    place.setup("gui")
    assert place.called("pip install")[-1].endswith("--editable .[gui]")


def test_a_change_of_what_is_needed_is_installed(place: Place) -> None:
    place.setup()
    place.forget()
    with (place.folder / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    place.setup()
    assert len(place.called("pip install")) == 1


def test_a_clone_that_was_moved_gets_a_new_environment(place: Place) -> None:
    place.setup()
    place.forget()
    place.folder = place.folder.rename(place.folder.parent / "a moved clone")
    place.setup()
    assert len(place.called("-m venv")) == 1
    assert len(place.called("pip install")) == 1


@pytest.mark.parametrize("extra", ["test", "gui"])
def test_missing_packages_of_the_system_are_installed_in_one_call(place: Place, extra: str) -> None:
    place.setup(extra)
    [update, install] = place.called("apt-get")
    assert update.endswith(" update -qq")
    assert "install -y -qq --no-install-recommends" in install
    assert {"libegl1", "libxcb-cursor0", "xvfb", "fonts-unifont"} <= set(install.split())


def test_what_is_installed_is_not_installed_again(place: Place) -> None:
    place.setup("test")
    wanted = place.called("apt-get")[-1].split("--no-install-recommends ")[1]
    place.forget()
    place.setup("test", INSTALLED=wanted)
    assert place.called("apt-get") == []


def test_a_library_under_its_newer_name_is_there(place: Place) -> None:
    place.setup("test", INSTALLED="libglib2.0-0t64")
    assert "libglib2.0-0" not in place.called("apt-get")[-1]


def test_what_python_and_its_downloads_need_comes_first(place: Place) -> None:
    missing = str(place.folder / "no certificates")
    place.setup(NO_ENSUREPIP="1", WIRETAIL_CERTIFICATES=missing)
    assert place.called("apt-get")[-1].endswith(" python3.11-venv ca-certificates")


def test_when_packages_cannot_be_had_it_says_so_and_goes_on(place: Place) -> None:
    assert place.setup("test", APT_FAILS="1") == 0
    assert "apt-get failed" in place.said
    assert len(place.called("pip install")) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_who_may_not_install_is_told_the_line_and_it_goes_on(place: Place) -> None:
    for path in [place.log.parent, *place.log.parent.rglob("*")]:
        os.chown(path, NOBODY, NOBODY)
    assert place.setup("test", user=NOBODY, NO_SUDO="1") == 0
    assert "    sudo apt-get install --no-install-recommends libglib2.0-0 " in place.said
    assert place.called("apt-get") == []
    assert len(place.called("pip install")) == 1


def test_the_python_asked_for_is_the_one_of_pyproject() -> None:
    setup = (ROOT / ".ci" / "setup").read_text(encoding="utf-8")
    [(major, minor)] = re.findall(r"version_info < \((\d+), (\d+)\)", setup)
    assert pyproject()["project"]["requires-python"] == f">={major}.{minor}"


def test_an_old_python_is_refused_with_what_to_do(place: Place) -> None:
    assert place.setup(PYTHON="python3", OLD_PYTHON="1") == 1
    assert "needs Python 3.11 or newer" in place.said
    assert "apt-get install python3" in place.said


@pytest.mark.parametrize("extra", ["nothing", "t.st", "dependencies", "--help"])
def test_an_extra_that_does_not_exist_is_refused(place: Place, extra: str) -> None:
    assert place.setup(extra) == 2
    assert f"no extra '{extra}'" in place.said
    assert place.called("") == []
