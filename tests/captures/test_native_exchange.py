from typing import Any

import pytest

from wiretail.captures.body import Spool
from wiretail.captures.capture import Exchange, Request
from wiretail.captures.native_exchange import BadRecordError, Building
from wiretail.model.calls import Tool
from wiretail.model.chunks import Boundary
from wiretail.model.transcript import Message


def _exchange(header: dict[str, Any], *texts: str, dialect: str | None = None) -> Exchange:
    building = Building(header, Spool(), dialect)
    for text in texts:
        building.read({"s": text})
    building.finish({"end": "eof"}, 9)
    return building.exchange()


@pytest.mark.parametrize(
    ("header", "text", "framing", "dialect"),
    [
        ({"framing": "ndjson", "dialect": "openai-chat"}, "x", "ndjson", "openai-chat"),
        ({"content_type": "text/event-stream"}, "x", "sse", "openai-chat"),
        ({}, 'data: {"type":"message_stop"}\n\n', "sse", "anthropic-messages"),
        ({"framing": "unheard", "dialect": 7, "content_type": 7}, "text", "plain", "plain-text"),
        ({}, "\0\1\2", "plain", "plain-text"),
    ],
)
def test_framing_and_dialect_are_those_of_the_header_or_of_the_bytes(
    header: dict[str, Any], text: str, framing: str, dialect: str
) -> None:
    exchange = _exchange(header, text)
    assert (exchange.framing, exchange.dialect) == (framing, dialect)


def test_a_dialect_that_was_asked_for_counts_before_the_header() -> None:
    header = {"framing": "sse", "dialect": "openai-chat"}
    assert _exchange(header, "x", dialect="plain-text").dialect == "plain-text"


@pytest.mark.parametrize(
    ("named", "expected"),
    [("event", Boundary.EVENT), ("synthetic", Boundary.SYNTHETIC), (None, Boundary.WIRE)],
)
def test_the_boundary_is_the_headers(named: str | None, expected: Boundary) -> None:
    assert _exchange({"boundary": named}, "x").boundary is expected


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (None, None),
        ({}, Request()),
        ({"tools": []}, Request(tools=())),
        (
            {"tools": [{"name": "a", "schema": None, "freeform": True}], "model": "m"},
            Request(tools=(Tool("a", None, freeform=True),), model="m", raw={"model": "m"}),
        ),
        (
            {"messages": [{"role": "user", "content": "hi"}], "raw": {"x-api-key": "abcdefgh"}},
            Request(messages=(Message("user", "hi"),), raw={"x-api-key": "[redacted]"}),
        ),
    ],
)
def test_absent_tools_are_unknown_and_empty_ones_none(
    request_: Any, expected: Request | None
) -> None:
    assert _exchange({"request": request_}, "x").request == expected


def test_tools_that_cannot_be_read_are_unknown_with_a_note() -> None:
    exchange = _exchange({"request": {"tools": [7]}}, "prose\n")
    assert exchange.request is not None
    assert exchange.request.tools is None
    assert "tool 1 is a number" in exchange.notes[0]


def test_a_bad_read_takes_nothing() -> None:
    spool = Spool()
    building = Building({}, spool, None)
    with pytest.raises(BadRecordError):
        building.read({"s": "abc", "t": "late"})
    assert spool.size == 0
