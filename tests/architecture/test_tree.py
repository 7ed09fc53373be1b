"""The tree is what its plan says, and every module has its test."""

import ast
import re
from pathlib import Path

import pytest

from architecture.checkout import SOURCE, TESTS, files, modules, named, syntax

TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "assets",
    "fixtures",
    "pyproject.toml",
    "src",
    "tests",
}

#: Modules without a test module of their name, and why.
TESTED_ELSEWHERE = {
    "__main__.py": "two lines; every test that starts the program runs them",
}

#: Names that say nothing about what a thing is.
EMPTY_WORDS = {"helper", "helpers", "manager", "managers", "misc", "util", "utils"}

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def is_data(module: ast.Module) -> bool:
    """Whether a module defines no function and no method: there is nothing to run in a test."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    return not any(isinstance(node, functions) for node in ast.walk(module))


def place_of_test(path: Path) -> Path:
    """Return where the test of a module of the package stands."""
    inside = path.relative_to(SOURCE)
    return TESTS / inside.parent / f"test_{inside.name}"


def words(name: str) -> set[str]:
    """Return the words of a name, in lower case."""
    return {word.lower() for word in WORD.findall(name)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("snake_case_name", {"snake", "case", "name"}),
        ("CamelHTTPName", {"camel", "http", "name"}),
        ("_StringUtils", {"string", "utils"}),
    ],
)
def test_names_are_taken_apart_into_words(name: str, expected: set[str]) -> None:
    assert words(name) == expected


def test_the_top_level_holds_what_the_plan_lists_and_nothing_else() -> None:
    assert {name.split("/")[0] for name in files()} == TOP_LEVEL


def test_every_module_has_a_test_module_of_its_name_in_the_mirrored_place() -> None:
    missing = [
        named(place_of_test(path))
        for path in modules()
        if path.name != "__init__.py"
        and path.relative_to(SOURCE).as_posix() not in TESTED_ELSEWHERE
        and not is_data(syntax(path))
        and not place_of_test(path).exists()
    ]
    assert missing == []


def test_every_exception_names_a_module_that_exists() -> None:
    gone = [name for name in TESTED_ELSEWHERE if not (SOURCE / name).exists()]
    assert gone == []


def test_every_folder_of_the_package_is_a_package() -> None:
    # One without is still imported, and not seen by import-linter: its walls would not hold.
    folders = {path.parent for path in modules()}
    assert [named(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_tests_are_no_packages() -> None:
    assert [named(path) for path in TESTS.rglob("__init__.py")] == []


def test_nothing_is_named_for_nothing() -> None:
    defined = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    python = [*modules(), *TESTS.rglob("*.py")]
    empty = [named(path) for path in python if words(path.stem) & EMPTY_WORDS]
    empty += [
        f"{named(path)}:{node.lineno} {node.name}"
        for path in modules()
        for node in ast.walk(syntax(path))
        if isinstance(node, defined) and words(node.name) & EMPTY_WORDS
    ]
    assert empty == []
