import json
from typing import Any

import pytest

from wiretail.captures.request import make_request
from wiretail.model.calls import Tool
from wiretail.model.transcript import Message


@pytest.mark.parametrize(
    ("body", "tools"),
    [
        ({"messages": []}, ()),
        ({"tools": [{"name": "f"}]}, (Tool("f"),)),
        ({"query": 1}, None),
        (None, None),
        ("text", None),
        ([1], None),
    ],
)
def test_tools_are_none_of_a_request_without_and_unknown_of_what_is_no_request(
    body: Any, tools: tuple[Tool, ...] | None
) -> None:
    notes: list[str] = []
    assert make_request({"body": body}, notes).tools == tools
    assert notes == []


def test_tools_that_cannot_be_read_are_unknown_with_a_note() -> None:
    notes: list[str] = []
    request = make_request({"body": {"messages": [], "tools": [7]}}, notes)
    assert (request.tools, request.messages) == (None, ())
    assert "tool 1 is a number" in notes[0]


@pytest.mark.parametrize(
    ("raw", "model"),
    [
        ({"body": {"model": "m"}}, "m"),
        ({"url": "https://x/v1beta/models/gem-2:streamGenerateContent?alt=sse"}, "gem-2"),
        ({"url": "https://x/model/a.b-v1/converse-stream"}, "a.b-v1"),
        ({"url": "https://x/v1/chat", "body": {"model": 7}}, None),
        ({}, None),
    ],
)
def test_the_model_stands_in_the_body_or_in_the_address(
    raw: dict[str, Any], model: str | None
) -> None:
    assert make_request(raw, []).model == model


def test_a_secret_of_a_header_stands_nowhere_in_the_request() -> None:
    secret = "top-secret-value"
    raw = {
        "url": f"https://x/v1?api_key={secret}",
        "headers": {"authorization": f"Bearer {secret}"},
        "body": {"messages": [{"role": "user", "content": f"my key is {secret}"}]},
    }
    request = make_request(raw, [])
    assert request.messages == (Message("user", "my key is [redacted]"),)
    assert secret not in json.dumps(request.raw)
