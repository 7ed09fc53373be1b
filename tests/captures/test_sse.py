import pytest

from shared import FIXTURES
from wiretail.captures.lines import SAMPLE
from wiretail.captures.open import open_capture
from wiretail.captures.sse import recognise
from wiretail.model.chunks import Boundary


@pytest.mark.parametrize(
    ("head", "least", "most"),
    [
        (b"data: 1\n\ndata: 2\n\n", 95, 95),
        (b"event: ping\r\ndata\r\n\r\n", 95, 95),
        (b"\xef\xbb\xbfdata: 1\n\n", 95, 95),
        (b": keep-alive\n\ndata: 1\n\n", 95, 95),
        (b": keep-alive\n\n", 40, 40),
        (b'data: 1\n\n{\n"error": 1\n}\n', 60, 90),
        (b"prose\ndata: 1\n\ndata: 2\n\n", 50, 50),
        (b"prose\nmore\ndata: 1\n\n", 0, 0),
        (b"database: 1\n", 0, 0),
        (b"retry: 1000\n", 40, 40),
        (b"", 0, 0),
        (b"data: " + b"x" * SAMPLE, 95, 95),
    ],
)
def test_an_event_stream_is_told_by_its_fields(head: bytes, least: int, most: int) -> None:
    score, reason = recognise(head)
    assert least <= score <= most
    assert reason


def test_the_body_is_the_file_itself() -> None:
    path = FIXTURES / "captures" / "anthropic.sse"
    capture = open_capture(path)
    (exchange,) = capture.exchanges
    assert (capture.format, exchange.framing, exchange.dialect) == (
        "sse",
        "sse",
        "anthropic-messages",
    )
    assert exchange.body_place == 0
    assert exchange.boundary is Boundary.SYNTHETIC
    assert exchange.request is None
    assert capture.read(0, capture.size) == path.read_bytes()
