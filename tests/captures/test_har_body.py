import base64
import gzip
from typing import Any

import pytest

from wiretail.captures.har_body import find_body
from wiretail.captures.limits import Limits
from wiretail.model.chunks import Boundary

SSE = "data: {}\n\n"


def _entry(content: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"response": {"content": content, "headers": []}, **more}


def _found(entry: dict[str, Any]) -> tuple[bytes, str] | None:
    found = find_body(entry, Limits(), None)
    return None if found is None else (found.body.read(0, found.body.size), found.framing)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"mimeType": "text/event-stream", "text": SSE}, (SSE.encode(), "sse")),
        ({"mimeType": "text/plain", "text": SSE}, (SSE.encode(), "sse")),
        ({"text": '{"a":1}\n{"a":2}\n'}, (b'{"a":1}\n{"a":2}\n', "ndjson")),
        (
            {"mimeType": "text/event-stream", "text": "ZGF0YTogMQoK", "encoding": "base64"},
            (b"data: 1\n\n", "sse"),
        ),
        ({"mimeType": "application/json", "text": '{"a":1}'}, None),
        ({"mimeType": "text/html", "text": "<html></html>"}, None),
        ({"mimeType": "text/event-stream", "size": 0}, (b"", "sse")),
        ({"mimeType": "text/html", "size": 0}, None),
        ({}, None),
    ],
)
def test_a_stream_is_found_in_the_content(
    content: dict[str, Any], expected: tuple[bytes, str] | None
) -> None:
    assert _found(_entry(content)) == expected


def test_events_are_preferred_and_written_as_an_event_stream_again() -> None:
    events: list[Any] = [
        {"time": 100.5, "eventName": "message", "eventId": "", "data": "a\nb"},
        {"time": 100.75, "eventName": "ping\nx", "eventId": "7", "data": ""},
        {"time": "late", "data": "c\r\nd\re"},
        {"time": 101.0, "eventName": "message"},
        "no event",
    ]
    entry = _entry({"mimeType": "text/event-stream", "text": SSE}, _eventSourceMessages=events)
    found = find_body(entry, Limits(), 100_000.0)
    assert found is not None
    assert found.body.read(0, 1000) == (
        b"data: a\ndata: b\n\nevent: ping x\nid: 7\ndata: \n\ndata: c\ndata: d\ndata: e\n\n"
    )
    assert found.boundary is Boundary.EVENT
    assert found.reads is not None
    assert [time_ms for _, time_ms in found.reads] == [500.0, 750.0, None]
    assert found.notes == ["2 events without data are left out."]


def test_times_count_from_the_first_event_where_nothing_else_is_known() -> None:
    events = [{"time": 5.0, "data": "a"}, {"time": 5.5, "data": "b"}]
    found = find_body({"_eventSourceMessages": events}, Limits(), None)
    assert found is not None
    assert found.reads is not None
    assert [time_ms for _, time_ms in found.reads] == [0.0, 500.0]


def test_events_without_data_give_way_to_the_text() -> None:
    events = [{"time": 5.0, "eventName": "message"}]
    with_text = _entry({"text": SSE}, _eventSourceMessages=events)
    assert _found(with_text) == (SSE.encode(), "sse")
    without = find_body({"_eventSourceMessages": events}, Limits(), None)
    assert without is not None
    assert without.body.size == 0
    assert without.notes == ["the file holds no data of this response."]


def test_gzip_that_a_proxy_left_is_undone_and_bad_gzip_does_not_stop_the_file() -> None:
    packed = gzip.compress(SSE.encode() * 100)
    for data, end in ((packed, ""), (packed[:-12], "cut")):
        entry = _entry(
            {
                "mimeType": "text/event-stream",
                "text": base64.b64encode(data).decode(),
                "encoding": "base64",
            }
        )
        entry["response"]["headers"] = [{"name": "Content-Encoding", "value": "gzip"}]
        found = find_body(entry, Limits(), None)
        assert found is not None
        assert found.body.read(0, 10) == SSE.encode()
        assert found.end == end


def test_damaged_base64_is_a_note() -> None:
    entry = _entry({"mimeType": "text/event-stream", "text": "ZGF0YTog*", "encoding": "base64"})
    found = find_body(entry, Limits(), None)
    assert found is not None
    assert "base64" in found.notes[0]


def test_an_error_that_the_browser_saw_is_the_end() -> None:
    entry = _entry({"text": SSE})
    entry["response"]["_error"] = "net::ERR_ABORTED"
    found = find_body(entry, Limits(), None)
    assert found is not None
    assert found.end == "error"


@pytest.mark.parametrize("wrong", [[], {}, 5, None])
def test_names_and_texts_of_a_wrong_type_are_no_names_and_no_texts(wrong: Any) -> None:
    event = {"eventName": wrong, "eventId": wrong, "data": "x"}
    assert _found(_entry({}, _eventSourceMessages=[event])) == (b"data: x\n\n", "sse")
    assert _found(_entry({"mimeType": "text/event-stream", "text": wrong})) == (
        (b"", "sse") if wrong is None else None
    )
