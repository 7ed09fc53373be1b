"""A module is a screenful of ideas, a function one thought."""

import ast

import pytest

from architecture.checkout import modules, named, syntax

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 50

Function = ast.FunctionDef | ast.AsyncFunctionDef


def length(function: Function) -> int:
    """Return the lines of a function from its ``def`` on; a docstring does not count."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None and first.end_lineno is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f():\n    return 1", 2),
        ('def f():\n    """Say\n    more.\n    """\n    return 1', 2),
        ("@decorated\ndef f(\n    a,\n):\n    return a", 4),
        ("async def f():\n    return 1", 2),
    ],
)
def test_a_docstring_and_decorators_do_not_count(source: str, expected: int) -> None:
    function = ast.parse(source).body[0]
    assert isinstance(function, Function)
    assert length(function) == expected


def test_no_module_is_too_long() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in modules()}
    assert {name: lines for name, lines in lengths.items() if lines >= MOST_LINES} == {}


def test_no_function_is_too_long() -> None:
    lengths = {
        f"{named(path)}:{node.lineno} {node.name}": length(node)
        for path in modules()
        for node in ast.walk(syntax(path))
        if isinstance(node, Function)
    }
    assert {name: n for name, n in lengths.items() if n > MOST_LINES_OF_A_FUNCTION} == {}
