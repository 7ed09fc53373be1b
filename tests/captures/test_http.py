import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.captures.body import Body, MemoryBody
from wiretail.captures.http import Head, content_kind, read_head, undo_encodings
from wiretail.captures.limits import Limits

TEXT = b"data: one\n\n" * 50


def _head(**headers: str) -> Head:
    pairs = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Head(200, pairs, 0)


def _chunked(data: bytes, size: int) -> bytes:
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def _undo(data: bytes, head: Head) -> tuple[bytes, list[str], bool]:
    undone = undo_encodings(MemoryBody(data), head, Limits())
    return _all(undone.body), undone.notes, undone.cut


def _all(body: Body) -> bytes:
    return body.read(0, body.size)


def test_the_last_header_block_is_the_one_that_counts() -> None:
    data = (
        b"HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n"
        b"HTTP/1.1 100 Continue\r\n\r\n"
        b"HTTP/2 200 \r\nX-A: 1\r\nx-a: 2\r\nbroken\r\n\r\nbody"
    )
    head = read_head(data)
    assert head is not None
    assert (head.status, head.get("x-a"), head.get("location")) == (200, "1, 2", "")
    assert data[head.end :] == b"body"


def test_line_ends_without_cr_are_read_too() -> None:
    head = read_head(b"HTTP/1.0 404 Not Found\nX: \xe9\n\nbody")
    assert head is not None
    assert (head.status, head.get("x")) == (404, "é")


@pytest.mark.parametrize(
    "data", [b"", b"HTTP/1.1 200 OK", b"HTTP/1.1 200 OK\r\nX: 1\r\n", b"X: 1\n\n"]
)
def test_without_a_whole_block_there_is_no_head(data: bytes) -> None:
    assert read_head(data) is None


@given(st.binary(min_size=1, max_size=3000), st.integers(1, 700))
def test_chunked_framing_is_undone(data: bytes, size: int) -> None:
    head = _head(Transfer_Encoding="chunked")
    assert _undo(_chunked(data, size), head) == (data, [], False)


def test_chunked_framing_is_left_alone_where_the_body_shows_none() -> None:
    for body in (TEXT, b"", b"5\r\nno frame of five", b"abc\r\n" + b"x" * 5000):
        data = _undo(body, _head(Transfer_Encoding="chunked"))[0]
        assert data == body


def test_chunked_framing_that_breaks_off_is_cut() -> None:
    packed = _chunked(TEXT, 100)[:-60]
    data, notes, cut = _undo(packed, _head(Transfer_Encoding="chunked"))
    assert cut
    assert TEXT.startswith(data)
    assert "breaks off" in notes[0]


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(TEXT, mtime=0)),
        ("x-gzip", gzip.compress(TEXT, mtime=0)),
        ("deflate", zlib.compress(TEXT)),
        ("deflate, gzip", gzip.compress(zlib.compress(TEXT))),
        ("identity", TEXT),
        ("gzip", TEXT),
        ("deflate", TEXT),
    ],
)
def test_an_encoding_is_undone_where_the_body_shows_it(encoding: str, packed: bytes) -> None:
    assert _undo(packed, _head(Content_Encoding=encoding)) == (TEXT, [], False)


def test_an_encoding_that_is_not_known_is_named_in_a_note() -> None:
    data, notes, cut = _undo(b"\x0b\x02", _head(Content_Encoding="br\x1b"))
    assert (data, cut) == (b"\x0b\x02", False)
    assert "'br\\x1b'" in notes[0]


def test_damage_keeps_what_came_before_it() -> None:
    data, notes, cut = _undo(gzip.compress(TEXT, mtime=0)[:-10], _head(Content_Encoding="gzip"))
    assert cut
    assert TEXT.startswith(data)
    assert notes == [
        "the body breaks off before its encoding ends; what comes before that is kept."
    ]


@pytest.mark.parametrize(
    ("content_type", "framing"),
    [
        ("text/event-stream; charset=utf-8", "sse"),
        ("TEXT/Event-Stream", "sse"),
        ("application/x-ndjson", "ndjson"),
        ("application/json", ""),
        ("", ""),
    ],
)
def test_a_content_type_promises_a_framing(content_type: str, framing: str) -> None:
    assert content_kind(content_type) == framing
