"""What the tests of the architecture look at: files of the checkout, modules of the package.

Paths are relative to the checkout and written with slashes.
"""

import ast
import subprocess
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "wiretail"
TESTS = ROOT / "tests"


@cache
def files() -> tuple[str, ...]:
    """Return every file that is committed, or would be: what git ignores is left out."""
    listed = _files_by_git()
    return tuple(sorted(_files_by_walk() if listed is None else listed))


def _files_by_git() -> list[str] | None:
    """Ask git; None where it is not there, or this is no clone."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        answer = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    if answer.returncode:
        return None
    names = answer.stdout.decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def _files_by_walk() -> list[str]:
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    found = []
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if path.is_file() and not any(
            part == ".git" or fnmatch(part, pattern) for part in parts for pattern in ignored
        ):
            found.append("/".join(parts))
    return found


def modules(*folders: str) -> list[Path]:
    """Return the modules of the package, or of some of its folders, as absolute paths."""
    places = [SOURCE / folder for folder in folders] or [SOURCE]
    return sorted(path for place in places for path in place.rglob("*.py"))


def named(path: Path) -> str:
    """Return a path as messages show it."""
    return path.relative_to(ROOT).as_posix()


@cache
def syntax(path: Path) -> ast.Module:
    """Return the parsed module."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def pyproject() -> dict[str, Any]:
    """Return pyproject.toml as data."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
