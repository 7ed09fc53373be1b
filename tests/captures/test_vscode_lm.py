import json
from typing import Any

import pytest

from shared import FIXTURES
from wiretail.captures.open import open_capture
from wiretail.captures.vscode_lm import recognise
from wiretail.engine.framing import FRAMINGS
from wiretail.errors import CaptureError
from wiretail.model.chunks import Boundary

PATH = FIXTURES / "captures" / "parts.vscode.json"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"parts": [{"type": "rn", "value": "x"}]}', 92),
        (b'{"parts": []}', 92),
        (b'{"a": "}\\"", "parts": [{"value": "x"', 92),
        (b'{"message": {"parts": [{"type": "text"}]}}', 0),
        (b'{"a": 1}\n{"b": {"parts": [{"type": "text"}]}}', 0),
        (b'{"parts": [{"text": "x"}]}', 0),
        (b'["parts"]', 0),
    ],
)
def test_a_list_of_parts_stands_at_the_top_of_its_object(head: bytes, expected: int) -> None:
    assert recognise(head)[0] == expected


def test_the_body_is_the_list_as_it_stands_and_each_part_is_a_read() -> None:
    capture = open_capture(PATH)
    (exchange,) = capture.exchanges
    data = PATH.read_bytes()
    body = capture.read(0, capture.size)
    place = exchange.body_place
    assert place is not None
    assert data[place : place + len(body)] == body
    assert json.loads(body) == json.loads(data)["parts"]
    assert (exchange.framing, exchange.dialect) == ("json_array", "vscode-lm-parts")
    assert exchange.boundary is Boundary.EVENT
    chunks = [chunk.data for chunk in exchange.chunks()]
    assert b"".join(chunks) == body
    framer = FRAMINGS["json_array"]()
    assert [len(framer.feed(chunk)) for chunk in chunks] == [1, 1, 1]


def test_the_request_is_read_as_far_as_the_file_holds_it() -> None:
    (exchange,) = open_capture(PATH).exchanges
    request = exchange.request
    assert request is not None
    assert request.model == "demo-1"
    assert [message.content for message in request.messages or ()] == ["Show me the markup."]
    assert request.tools is None
    assert "parts" not in request.raw


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ({"tools": []}, []),
        ({"tools": [{"name": "Read", "inputSchema": {"type": "object"}}]}, ["Read"]),
        ({"request": {"tools": [{"name": "Read"}], "messages": []}}, ["Read"]),
    ],
)
def test_tools_of_the_file_are_known(more: dict[str, Any], names: list[str]) -> None:
    (exchange,) = open_capture("a", data=json.dumps({"parts": [], **more}).encode()).exchanges
    assert exchange.request is not None
    assert [tool.name for tool in exchange.request.tools or ()] == names
    assert exchange.request.tools is not None


def test_an_error_of_the_recording_is_the_end() -> None:
    data = b'{"parts": [{"type": "rn", "value": "x"}], "error": {"message": "m"}}'
    (exchange,) = open_capture("a", data=data).exchanges
    assert exchange.end == "error"


def test_bytes_that_are_no_text_do_not_move_the_place_of_the_list() -> None:
    data = (
        b'\xef\xbb\xbf{"a": "\xff\xc3\xa9", "parts": [1], "n": '
        + b"9" * 30
        + b', "parts": [ "\xff" ]}'
    )
    capture = open_capture("a", data=data, input_format="vscode-lm")
    assert capture.read(0, 100) == b'[ "\xff" ]'
    assert "U+FFFD" in capture.notes[0]


@pytest.mark.parametrize("data", [b"[]", b"{}", b'{"parts": 1}', b"{"])
def test_what_holds_no_list_of_parts_is_an_error(data: bytes) -> None:
    with pytest.raises(CaptureError, match="VS Code language model parts"):
        open_capture("a", data=data, input_format="vscode-lm")
