from pathlib import Path
from typing import Any

import pytest

from shared import FIXTURES
from wiretail.captures.tools import ACCEPTED, read_tools, tools_from_json
from wiretail.errors import ToolsError
from wiretail.model.calls import Tool

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            [{"type": "function", "function": {"name": "f", "parameters": SCHEMA}}],
            Tool("f", SCHEMA),
        ),
        ([{"function": {"name": "f"}}], Tool("f")),
        ([{"type": "function", "name": "f", "parameters": SCHEMA}], Tool("f", SCHEMA)),
        ([{"type": "function", "name": "f", "parameters": None}], Tool("f")),
        ([{"name": "f", "input_schema": SCHEMA}], Tool("f", SCHEMA)),
        ([{"type": "custom", "name": "f", "input_schema": SCHEMA}], Tool("f", SCHEMA)),
        ([{"type": "bash_20250124", "name": "bash"}], Tool("bash")),
        ([{"type": "custom", "custom": {"name": "f"}}], Tool("f", freeform=True)),
        ([{"type": "custom", "name": "f", "format": {}}], Tool("f", freeform=True)),
        ([{"name": "f", "inputSchema": SCHEMA}], Tool("f", SCHEMA)),
        ([{"functionDeclarations": [{"name": "f", "parameters": SCHEMA}]}], Tool("f", SCHEMA)),
        ([{"toolSpec": {"name": "f", "inputSchema": {"json": SCHEMA}}}], Tool("f", SCHEMA)),
        ([{"type": "namespace", "name": "n", "tools": [{"name": "f"}]}], Tool("f")),
        (
            [{"name": "f", "schema": None, "freeform": True, "aliases": ["g", 7]}],
            Tool("f", freeform=True, aliases=("g",)),
        ),
        (["f"], Tool("f")),
        ({"name": "f", "input_schema": SCHEMA}, Tool("f", SCHEMA)),
        ({"type": "function", "function": {"name": "f"}}, Tool("f")),
        ({"f": SCHEMA}, Tool("f", SCHEMA)),
        ({"f": {}}, Tool("f", {})),
        ({"f": None}, Tool("f")),
        ({"messages": [], "tools": [{"name": "f"}]}, Tool("f")),
        ({"messages": [], "functions": [{"name": "f"}]}, Tool("f")),
        ({"toolConfig": {"tools": [{"toolSpec": {"name": "f"}}]}}, Tool("f")),
    ],
)
def test_every_shape_of_a_tool_is_read(value: Any, expected: Tool) -> None:
    assert tools_from_json(value) == (expected,)


@pytest.mark.parametrize(
    "value",
    [
        [],
        {"messages": []},
        {"input": "hi", "tools": None},
        {"contents": [], "tools": []},
        [{"type": "web_search"}],
        [{"type": "web_search_20250305", "name": "web_search"}],
        [{"googleSearch": {}}],
    ],
)
def test_none_offered_is_none_and_tools_of_the_provider_are_not_offered(value: Any) -> None:
    assert tools_from_json(value) == ()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (7, "it is a number, not a list or an object"),
        (None, "it is null"),
        ({}, "it is an empty object"),
        ([{"name": "a"}, 7], "tool 2 is a number, not an object"),
        ([{}], "tool 1 has no name"),
        ([{"type": "function", "function": {"parameters": SCHEMA}}], "tool 1 has no name"),
        ([{"name": 7}], "tool 1 has a number for a name"),
        ([{"foo": 1}], "tool 1 has no name"),
        ([{"name": "f", "parameters": "x"}], "tool 1 has a string for a schema"),
        ([{"functionDeclarations": [7]}], "tool 1 tool 1 is a number"),
        ({"messages": [], "tools": "x"}, 'its "tools" are a string, not a list'),
        ({"f": 7}, "entry 1 is a number, not a schema"),
        ({"f": [7]}, "entry 1 is a list"),
        ({"log": {"entries": []}}, "entry 1 is an object, but not a schema"),
    ],
)
def test_what_holds_no_tools_is_refused_with_the_reason(value: Any, words: str) -> None:
    with pytest.raises(ToolsError) as caught:
        tools_from_json(value)
    assert words in str(caught.value)


def test_files_are_read_and_repaired(tmp_path: Path) -> None:
    (tool,) = read_tools(FIXTURES / "captures" / "tools-openai.json")
    assert tool.name == "Read"
    assert tool.schema is not None
    (anthropic,) = read_tools(str(FIXTURES / "captures" / "tools-anthropic.json"))
    assert anthropic.name == "Read"
    path = tmp_path / "tools.json"
    path.write_bytes(b'\xef\xbb\xbf["a\\ud83d"]')
    assert read_tools(path) == (Tool("a\ufffd"),)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{broken", "no valid JSON"),
        (b"[" * 5000, "no valid JSON"),
        (b'{"\\ud83d": {}, "\\ud83e": {}}', "two keys"),
        (b"[7]", "tool 1 is a number"),
        (b"", "no valid JSON"),
    ],
)
def test_a_broken_file_is_one_sentence_with_the_shapes_that_are_accepted(
    tmp_path: Path, data: bytes, words: str
) -> None:
    path = tmp_path / "t\x1b.json"
    path.write_bytes(data)
    with pytest.raises(ToolsError) as caught:
        read_tools(path)
    message = str(caught.value)
    assert words in message
    assert "t\\x1b.json cannot be read as tools" in message
    assert message.endswith(f"{ACCEPTED}.")
    assert message.isprintable()


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path / "none.json", "there is no such file"),
        (tmp_path, "it cannot be opened"),
        ("a\0b", "no file can have this name"),
        ("/dev/zero", "it is longer than"),
    ):
        with pytest.raises(ToolsError, match=words):
            read_tools(path)
