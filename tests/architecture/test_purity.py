"""The model and the engine are fed and answer: no files, no output, no clock, no chance.

The walls between the packages are drawn in pyproject.toml for import-linter. What it cannot see
(built-in functions, ``global``) and what it does not know (what else may be imported) stands here.
"""

import ast
import sys
from collections.abc import Iterator

import pytest

from architecture.checkout import modules, named, syntax

#: Built-in functions that reach the outside world, or run what is not there to be read.
FORBIDDEN_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}
#: Modules whose functions answer differently from one call to the next.
FORBIDDEN_MODULES = {"datetime", "random", "secrets", "time", "uuid"}
#: What the engine may use of others; the model uses nothing. (jsonschema brings referencing.)
LIBRARIES_OF_ENGINE = {"jsonschema", "orjson", "referencing"}
#: By the names they are imported under.
LIBRARIES = LIBRARIES_OF_ENGINE | {"PySide6", "click", "platformdirs", "pygments", "rich"}


def faults(module: ast.Module) -> Iterator[str]:
    """Yield what a pure module must not do, with its line."""
    for node in ast.walk(module):
        match node:
            case ast.Global():
                yield f"{node.lineno} global {', '.join(node.names)}"
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield f"{node.lineno} {name}()"
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attribute)) if (
                name in FORBIDDEN_MODULES
            ):
                yield f"{node.lineno} {name}.{attribute}()"


def imported(module: ast.Module) -> Iterator[str]:
    """Yield the top-level name of every import, those inside functions included."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0] if not node.level else "wiretail"


def foreign(folder: str) -> dict[str, set[str]]:
    """Return, for each module of a folder, what it imports beside the standard library and us."""
    ours = sys.stdlib_module_names | {"wiretail"}
    found = {named(path): set(imported(syntax(path))) - ours for path in modules(folder)}
    return {name: names for name, names in found.items() if names}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("open('x')", "1 open()"),
        ("def f():\n    print(1)", "2 print()"),
        ("import time\ntime.monotonic()", "2 time.monotonic()"),
        ("def f():\n    global a, b", "2 global a, b"),
    ],
)
def test_a_fault_is_found(source: str, fault: str) -> None:
    assert list(faults(ast.parse(source))) == [fault]


@pytest.mark.parametrize("source", ["self.open('x')", "time = 3\ntime + 1", "matcher.compile(1)"])
def test_what_only_looks_like_one_is_none(source: str) -> None:
    assert list(faults(ast.parse(source))) == []


@pytest.mark.parametrize("folder", ["model", "engine"])
def test_no_module_reaches_the_outside_world(folder: str) -> None:
    found = [f"{named(path)}:{it}" for path in modules(folder) for it in faults(syntax(path))]
    assert found == []


@pytest.mark.parametrize("folder", ["model", "engine"])
def test_there_is_something_to_look_at(folder: str) -> None:
    assert len(modules(folder)) > 5


def test_the_model_imports_the_standard_library_alone() -> None:
    assert foreign("model") == {}


def test_the_engine_imports_no_library_that_it_was_not_given() -> None:
    others = {name: names - LIBRARIES_OF_ENGINE for name, names in foreign("engine").items()}
    assert {name: names for name, names in others.items() if names} == {}


def test_the_package_imports_no_library_that_pyproject_does_not_name() -> None:
    others = {name: names - LIBRARIES for name, names in foreign(".").items()}
    assert {name: names for name, names in others.items() if names} == {}
