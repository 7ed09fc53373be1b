from typing import Any

import pytest

from wiretail.captures.messages import messages_from_json
from wiretail.model.transcript import Message

CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
BLOCK = {"type": "text", "text": "hi"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"messages": [{"role": "user", "content": "hi"}]}, [Message("user", "hi")]),
        ([{"role": "user", "content": [BLOCK]}], [Message("user", [BLOCK])]),
        (
            {"system": "be", "messages": [{"role": "user", "content": "hi"}]},
            [Message("system", "be"), Message("user", "hi")],
        ),
        ({"system": [BLOCK], "messages": []}, [Message("system", [BLOCK])]),
        ({"system": 7, "messages": []}, []),
        (
            {"messages": [{"role": "assistant", "content": "x", "tool_calls": [CALL]}]},
            [Message("assistant", [{"type": "text", "text": "x"}, CALL])],
        ),
        (
            {"messages": [{"role": "assistant", "content": None, "tool_calls": [CALL]}]},
            [Message("assistant", [CALL])],
        ),
        ({"messages": [{"role": "tool", "tool_call_id": "c1"}]}, [Message("tool", None)]),
        ({"input": "hi"}, [Message("user", "hi")]),
        (
            {"instructions": "be", "input": [{"type": "message", "role": "user", "content": "hi"}]},
            [Message("system", "be"), Message("user", "hi")],
        ),
        (
            {"input": [{"type": "function_call"}, {"type": "function_call_output"}]},
            [
                Message("assistant", [{"type": "function_call"}]),
                Message("tool", [{"type": "function_call_output"}]),
            ],
        ),
        (
            {
                "systemInstruction": {"parts": [{"text": "be"}]},
                "contents": [{"role": "model", "parts": [{"text": "x"}]}, {"parts": ["y"]}],
            },
            [
                Message("system", [{"text": "be"}]),
                Message("assistant", [{"text": "x"}]),
                Message("user", [{"type": "text", "text": "y"}]),
            ],
        ),
        ({"prompt": "go on"}, [Message("user", "go on")]),
        ({"messages": [7, {}, {"role": 7}, {"content": "x"}]}, []),
    ],
)
def test_messages_are_read_as_their_dialect_writes_them(body: Any, expected: list[Message]) -> None:
    assert messages_from_json(body) == tuple(expected)


@pytest.mark.parametrize("body", [{}, 7, None, {"messages": "x"}, {"prompt": ["a"]}])
def test_what_holds_no_messages_is_unknown(body: Any) -> None:
    assert messages_from_json(body) is None
