import doctest
from typing import Any

import pytest

from wiretail.engine.request import shapes as module
from wiretail.engine.request.shapes import (
    ANTHROPIC,
    CHAT,
    RESPONSES,
    Block,
    blocks_of,
    shape_of,
    system_of,
)
from wiretail.errors import RequestError


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ({"messages": []}, CHAT),
        ({"messages": [7, {"role": "user", "content": [{"type": "text", "text": "a"}]}]}, CHAT),
        ({"messages": [], "anthropic_version": "x"}, ANTHROPIC),
        ({"messages": [], "tools": [{"name": "a", "input_schema": {}}]}, ANTHROPIC),
        ({"messages": [{"content": [{"type": "tool_use"}]}]}, ANTHROPIC),
        ({"input": []}, RESPONSES),
    ],
)
def test_the_shape_is_read_from_the_body(body: Any, shape: str) -> None:
    assert shape_of(body) == shape


@pytest.mark.parametrize(
    "body",
    [None, [], {}, {"contents": []}, {"input": 7}, {"messages": [{"content": [{"text": "a"}]}]}],
)
def test_what_has_no_known_shape_is_refused(body: Any) -> None:
    with pytest.raises(RequestError, match="no request of a known shape"):
        shape_of(body)


def test_a_system_prompt_beside_the_messages_is_read() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, {"type": 7}]
    assert system_of({"system": parts}, ANTHROPIC) == "ab"
    assert system_of({"instructions": "c"}, RESPONSES) == "c"
    assert system_of({"system": "d"}, CHAT) == ""


def told(block: Block) -> tuple[Any, ...]:
    return (block.kind, block.text, block.names, block.images)


def blocks(items: Any, shape: str) -> list[tuple[Any, ...]]:
    key = "input" if shape == RESPONSES else "messages"
    return [told(block) for block in blocks_of({key: items}, shape)]


def test_the_blocks_of_anthropic() -> None:
    image = {"type": "image", "source": {}}
    parts: list[Any] = [
        {"type": "text", "text": "a"},
        {"type": "tool_use", "id": "1", "name": "n", "input": {"k": 1}},
        {"type": "tool_result", "tool_use_id": "1", "content": [image]},
        image,
        {"type": "thinking", "thinking": "t"},
        {"type": "x"},
        "no object",
    ]
    assert blocks([{"role": "user", "content": parts}, 7], ANTHROPIC) == [
        ("text", "a", (), 0),
        ("call", '{"k":1}', ("1", "n"), 0),
        ("result", "", ("1",), 1),
        ("image", "", (), 1),
        ("other", "t", (), 0),
        ("other", '{"type":"x"}', (), 0),
    ]


def test_the_blocks_of_chat() -> None:
    calls = [
        {"id": "1", "function": {"name": "n", "arguments": "{}"}},
        {"id": "2", "custom": {"name": "m", "input": "in"}},
        {"id": 3, "function": None},
    ]
    items = [
        {"role": "user", "content": "Go"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "1", "content": "done"},
    ]
    assert blocks(items, CHAT) == [
        ("text", "Go", (), 0),
        ("call", "{}", ("1", "n"), 0),
        ("call", "in", ("2", "m"), 0),
        ("call", "", (), 0),
        ("result", "done", ("1",), 0),
    ]


def test_the_blocks_of_responses() -> None:
    items = [
        {"role": "user", "content": [{"type": "input_text", "text": "a"}]},
        {"type": "function_call", "call_id": "1", "name": "n", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "1", "output": "done"},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "s"}]},
        {"type": "web_search_call"},
        {"type": "x"},
    ]
    assert blocks(items, RESPONSES) == [
        ("text", "a", (), 0),
        ("call", "{}", ("1", "n"), 0),
        ("result", "done", ("1",), 0),
        ("other", "s", (), 0),
        ("call", '{"type":"web_search_call"}', (), 0),
        ("other", '{"type":"x"}', (), 0),
    ]
    assert blocks("Go", RESPONSES) == [("text", "Go", (), 0)]
    assert blocks(None, RESPONSES) == []


def test_the_blocks_of_the_older_chat() -> None:
    items = [
        {"role": "assistant", "content": None, "function_call": {"name": "n", "arguments": "{}"}},
        {"role": "function", "name": "n", "content": "done"},
    ]
    assert blocks(items, CHAT) == [("call", "{}", ("n",), 0), ("result", "done", ("n",), 0)]


def test_a_file_costs_its_text_or_as_an_image() -> None:
    plain = {"type": "document", "source": {"type": "text", "data": "t"}}
    coded = {"type": "document", "source": {"type": "base64", "data": "AAAA"}}
    odd = {"type": "document", "source": {"type": "text", "data": 7}}
    assert blocks([{"role": "user", "content": [plain, coded, odd]}], ANTHROPIC) == [
        ("other", "t", (), 0),
        ("other", "", (), 1),
        ("other", "", (), 1),
    ]


def test_what_else_a_result_holds_is_told() -> None:
    output = {"type": "computer_screenshot"}
    body = {"input": [{"type": "computer_call_output", "call_id": "c", "output": output}]}
    [block] = blocks_of(body, RESPONSES)
    assert block.more == '[{"type":"computer_screenshot"}]'
