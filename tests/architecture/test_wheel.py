"""A wheel holds all that the program needs, and works where there is no checkout."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from architecture.checkout import ROOT, files
from wiretail.assets import assets_folder

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def call(*command: str, folder: Path, path: Path | None = None) -> str:
    """Run a command that must succeed; ``path`` is where it imports from first."""
    environment = os.environ | ({} if path is None else {"PYTHONPATH": str(path)})
    answer = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder)]
    call(*PIP, "wheel", *options, str(ROOT), folder=folder)
    [built] = folder.glob("wiretail-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed, in front of the checkout."""
    folder = tmp_path_factory.mktemp("installed")
    call(
        *PIP,
        "install",
        "--no-deps",
        "--no-index",
        "--target",
        str(folder),
        str(wheel),
        folder=folder,
    )
    return folder


def test_a_wheel_holds_every_file_of_the_package_and_every_asset(wheel: Path) -> None:
    package = {name.removeprefix("src/") for name in files() if name.startswith("src/")}
    assets = {f"wiretail/{name}" for name in files() if name.startswith("assets/")}
    inside = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert assets
    assert inside == package | assets


def test_a_wheel_holds_the_license(wheel: Path) -> None:
    assert any(name.endswith("/licenses/LICENSE") for name in ZipFile(wheel).namelist())


def test_profiles_travel_as_data(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert [name for name in names if name.startswith("wiretail/profiles/") and ".toml" in name]


def test_from_a_wheel_the_assets_are_those_of_the_package(installed: Path, tmp_path: Path) -> None:
    said = call(
        sys.executable,
        "-c",
        "from wiretail.assets import assets_folder; print(assets_folder())",
        folder=tmp_path,
        path=installed,
    )
    found = Path(said.strip())
    assert found == installed / "wiretail" / "assets"
    assert list(found.glob("captures/*.wtail"))


def test_from_a_checkout_the_assets_are_those_of_the_checkout() -> None:
    assert assets_folder() == ROOT / "assets"


@pytest.mark.parametrize("command", ["profiles", "formats"])
def test_from_a_wheel_the_program_finds_its_data(
    command: str, installed: Path, tmp_path: Path
) -> None:
    said = call(sys.executable, "-m", "wiretail", command, folder=tmp_path, path=installed)
    assert said
