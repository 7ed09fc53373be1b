import json
from typing import Any

import pytest

from shared import FIXTURES
from wiretail.captures.har import recognise
from wiretail.captures.open import open_capture
from wiretail.errors import CaptureError
from wiretail.model.chunks import Boundary

FOLDER = FIXTURES / "captures"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"log":{"version":"1.2"', 95),
        (b'\xef\xbb\xbf{\n "log": {\n "creator": {', 95),
        (b'{"log":{"other":1}}', 0),
        (b'{"logs":{"version":"1.2"', 0),
        (b"data: 1\n\n", 0),
    ],
)
def test_a_har_file_begins_with_its_log(head: bytes, expected: int) -> None:
    assert recognise(head)[0] == expected


def test_each_stream_is_an_exchange_and_the_rest_is_counted() -> None:
    capture = open_capture(FOLDER / "chrome.har")
    first, second = capture.exchanges
    assert capture.unknown == {"entry that is no stream": 1}
    assert (first.dialect, first.boundary) == ("openai-chat", Boundary.EVENT)
    assert (second.dialect, second.boundary) == ("anthropic-messages", Boundary.SYNTHETIC)
    assert second.start == first.body.size
    openai, anthropic = (FOLDER / name for name in ("openai-chat.sse", "anthropic.sse"))
    assert capture.read(0, capture.size) == openai.read_bytes() + anthropic.read_bytes()
    assert [chunk.time_ms for chunk in first.chunks()] == [250.0, 350.0, 450.0, 550.0, 700.0]


def test_requests_are_read_without_their_secrets() -> None:
    capture = open_capture(FOLDER / "chrome.har")
    first, second = (exchange.request for exchange in capture.exchanges)
    assert first is not None
    assert second is not None
    assert [tool.name for tool in first.tools or ()] == ["Read"]
    assert [message.role for message in first.messages or ()] == ["system", "user"]
    assert first.model == "demo"
    assert second.tools == ()
    assert [message.content for message in second.messages or ()] == ["Be brief.", "Hi"]
    assert "secret-000" not in json.dumps([dict(first.raw), dict(second.raw)])


def test_an_export_without_data_says_what_to_do() -> None:
    capture = open_capture(FOLDER / "proxy.har")
    first, second = capture.exchanges
    assert capture.read(0, capture.size) == (FOLDER / "openai-chat.sse").read_bytes()
    assert first.notes == []
    assert second.body.size == 0
    assert second.request is not None
    assert second.request.tools is not None
    assert "with sensitive data" in capture.notes[0]


@pytest.mark.parametrize(
    ("entries", "unknown"),
    [([], {}), ([7, {}], {"entry that is no object": 1, "entry that is no stream": 1})],
)
def test_a_file_without_any_stream_opens_with_a_note(
    entries: list[Any], unknown: dict[str, int]
) -> None:
    capture = open_capture("a", data=json.dumps({"log": {"entries": entries}}).encode())
    assert capture.exchanges == []
    assert capture.unknown == unknown
    assert "no model's stream is among its" in capture.notes[0]


@pytest.mark.parametrize("data", [b'{"log":{"version":"1.2"}}', b"[]", b'{"log":[]}'])
def test_a_file_without_entries_is_an_error(data: bytes) -> None:
    with pytest.raises(CaptureError, match="is no HAR file: expected"):
        open_capture("a", data=data, input_format="har")
