import pytest

from shared import FIXTURES
from wiretail.captures.curl import recognise
from wiretail.captures.open import open_capture
from wiretail.errors import CaptureError

SSE = (FIXTURES / "captures" / "openai-chat.sse").read_bytes()


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"HTTP/1.1 200 OK\r\n", 95),
        (b"HTTP/2 200 \r\n", 95),
        (b"HTTP/1.1 ok\r\n", 0),
        (b"data: HTTP/1.1 200 OK\n", 0),
    ],
)
def test_a_dump_begins_with_a_status_line(head: bytes, expected: int) -> None:
    assert recognise(head)[0] == expected


def test_headers_of_encodings_that_curl_undid_are_not_believed() -> None:
    path = FIXTURES / "captures" / "redirect.curl.txt"
    capture = open_capture(path)
    (exchange,) = capture.exchanges
    assert capture.format == "curl"
    assert (exchange.framing, exchange.dialect) == ("sse", "openai-chat")
    assert capture.read(0, capture.size) == SSE
    assert exchange.body_place is not None
    assert path.read_bytes()[exchange.body_place :] == SSE


def test_encodings_that_the_body_shows_are_undone() -> None:
    capture = open_capture(FIXTURES / "captures" / "chunked-gzip.curl.bin")
    (exchange,) = capture.exchanges
    assert capture.read(0, capture.size) == SSE
    assert (exchange.body_place, exchange.end, exchange.notes) == (None, "", [])


def test_a_body_that_breaks_off_is_cut() -> None:
    whole = (FIXTURES / "captures" / "chunked-gzip.curl.bin").read_bytes()
    (exchange,) = open_capture("a", data=whole[:-40]).exchanges
    assert exchange.end == "cut"
    assert SSE.startswith(b"".join(chunk.data for chunk in exchange.chunks()))


def test_an_error_of_the_server_and_a_binary_body_are_notes() -> None:
    (exchange,) = open_capture("a", data=b"HTTP/1.1 500 No\r\n\r\n\0\1\2\3").exchanges
    assert exchange.framing == "plain"
    assert any("status 500" in note for note in exchange.notes)
    assert any("neither" in note for note in exchange.notes)


def test_headers_that_do_not_end_are_an_error() -> None:
    with pytest.raises(CaptureError, match="breaks off in its HTTP headers"):
        open_capture("a", data=b"HTTP/1.1 200 OK\r\nX: 1\r\n")
