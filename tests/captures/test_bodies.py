import doctest
import json
from typing import Any

import pytest

from shared import FIXTURES
from wiretail.captures import bodies as module
from wiretail.captures.bodies import read_body, read_request
from wiretail.engine.text.json_text import KeyCollision
from wiretail.errors import RequestError

BODY = {"messages": [{"role": "user", "content": "Go"}]}


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("value", [BODY, {"body": BODY}, {"request": {"body": BODY}}])
def test_a_body_is_found_where_it_stands(value: Any) -> None:
    assert read_body(b"\xef\xbb\xbf" + json.dumps(value).encode(), "x") == BODY


def test_lone_halves_survive_for_the_repair_that_knows_their_place() -> None:
    assert read_body(b'{"input": "\\ud83d"}', "x") == {"input": "\ud83d"}


def record(role: str, content: Any, message_id: str | None = None) -> dict[str, Any]:
    return {"type": role, "message": {"role": role, "content": content, "id": message_id}}


def test_a_session_is_a_request_of_its_messages() -> None:
    one, two = {"type": "text", "text": "a"}, {"type": "tool_use", "id": "t"}
    records = [
        {"type": "summary"},
        record("user", "Go"),
        record("assistant", [one], "m"),
        record("assistant", [two], "m"),
        record("user", []),
        record("system", "no"),
    ]
    expected = {
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Go"}]},
            {"role": "assistant", "content": [one, two]},
        ]
    }
    lines = "\n".join(map(json.dumps, records))
    assert read_body(lines.encode(), "x") == expected
    assert read_body(json.dumps({"loglines": records}).encode(), "x") == expected


@pytest.mark.parametrize(
    "data", [b"", b"{", b"not json\nat all", b"{}\n{}", b"[" * 10_000, b'{"a": NaN}']
)
def test_what_cannot_be_read_is_said_in_a_sentence(data: bytes) -> None:
    with pytest.raises(RequestError, match="cannot be read as a request"):
        read_body(data, "x")


def test_keys_that_are_equal_after_repair_collide() -> None:
    with pytest.raises(KeyCollision):
        read_body(b'{"a\\ud800": 1, "a\\udc00": 2}', "x")


def test_a_capture_gives_the_request_that_it_recorded() -> None:
    path = FIXTURES / "captures" / "chrome.har"
    body = read_request(path.read_bytes(), path.name, 1)
    assert body["messages"] == [{"role": "user", "content": "Hi"}]


@pytest.mark.parametrize(
    ("name", "exchange", "words"),
    [
        ("chrome.har", None, "several requests: --exchange 0, 1"),
        ("chrome.har", 7, "no request in exchange 7"),
        ("two-exchanges-cut.wtail", None, "cannot be read as a request"),
        ("openai-chat.sse", None, "cannot be read as a request"),
        ("tools-openai.json", None, "no request of a known shape"),
    ],
)
def test_a_capture_without_that_request_says_so(
    name: str, exchange: int | None, words: str
) -> None:
    data = (FIXTURES / "captures" / name).read_bytes()
    with pytest.raises(RequestError, match=words):
        read_request(data, name, exchange)
