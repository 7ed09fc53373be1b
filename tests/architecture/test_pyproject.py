"""What is installed with us is named, bounded and little."""

import re
from typing import Any

import pytest

from architecture.checkout import ROOT, pyproject

LICENSE_WORDS = "Apache License\n                           Version 2.0"


def project() -> dict[str, Any]:
    """Return the table that describes the package."""
    table = pyproject()["project"]
    assert isinstance(table, dict)
    return table


def extras() -> dict[str, list[str]]:
    """Return the extras with what each asks for."""
    table = project()["optional-dependencies"]
    assert isinstance(table, dict)
    return table


def requirements() -> list[str]:
    """Return what is asked for by the core and by every extra."""
    return [*project()["dependencies"], *(line for lines in extras().values() for line in lines)]


def name_of(requirement: str) -> str:
    """Return the name that a requirement begins with."""
    found = re.match(r"[A-Za-z0-9_.-]+", requirement)
    assert found
    return found.group()


def test_the_core_needs_little() -> None:
    names = {name_of(line) for line in project()["dependencies"]}
    assert names == {"click", "jsonschema", "orjson", "platformdirs", "rich"}


@pytest.mark.parametrize("requirement", requirements())
def test_every_requirement_says_from_which_version_on_and_none_is_frozen(requirement: str) -> None:
    assert ">=" in requirement
    assert "==" not in requirement


@pytest.mark.parametrize("extra", sorted(extras()))
def test_an_extra_is_a_word_that_setup_takes(extra: str) -> None:
    assert re.fullmatch("[a-z]+", extra)


def test_qt_stays_below_the_version_that_ends_python_3_11() -> None:
    # 6.12.0 drops references to None and True on CPython 3.11 and then aborts the process.
    [qt] = [line for line in extras()["gui"] if line.startswith("PySide6")]
    assert qt == "PySide6-Essentials>=6.9,<6.12"


def test_python_3_11_is_enough() -> None:
    assert project()["requires-python"] == ">=3.11"


def test_the_license_is_the_one_that_is_named() -> None:
    assert project()["license"] == "Apache-2.0"
    assert LICENSE_WORDS in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_version_stands_in_the_changelog() -> None:
    assert project()["version"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_warning_is_a_failure_everywhere() -> None:
    assert pyproject()["tool"]["pytest"]["ini_options"]["filterwarnings"] == ["error"]
    assert pyproject()["tool"]["mypy"]["strict"] is True
    assert pyproject()["tool"]["ruff"]["lint"]["select"] == ["ALL"]
