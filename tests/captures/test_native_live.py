"""A native capture that grows is the capture that it comes to, however its bytes come."""

import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.captures import Capture, Exchange, open_capture
from wiretail.captures.body import Reads
from wiretail.captures.native_live import Began, Ended, NativeLive, Noted, Read, Record
from wiretail.errors import CaptureError

SSE = 'data: {"choices":[{"index":0,"delta":{"content":"one "}}]}\n\n'
HEADER = {"kind": "capture", "v": 1, "framing": "sse", "dialect": "openai-chat"}
LONGEST = 1_000_000


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


FILE = lines(
    HEADER,
    {"t": 1.5, "s": SSE[:20]},
    {"t": 2, "b": b64encode(SSE[20:].encode()).decode()},
    {"t": "never", "s": "left out"},
    {"note": "skipped"},
    {"end": "eof"},
    {"kind": "capture", "v": 1, "content_type": "text/event-stream"},
    {"s": SSE[:9]},
    {"s": SSE[9:]},
    {"strange": True},
    {**HEADER, "request": {"tools": "none of these"}},
    {"t": 9, "s": ""},
    {"t": 9, "s": SSE * 3},
    {"end": "abort", "sha256": "0"},
    HEADER,
)


def fed(data: bytes, cuts: list[int]) -> Iterator[Record]:
    live = NativeLive("a.wtail", LONGEST)
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    for start, end in pairwise(places):
        yield from live.feed(data[start:end])
    yield from live.close()


class Seen:
    """What the records come to: exchanges, their reads, and what was said of them."""

    def __init__(self, records: Iterator[Record]) -> None:
        self.capture = Capture("a.wtail", "wtail")
        self.reads: list[list[tuple[int, float | None]]] = []
        for record in records:
            match record:
                case Began(exchange):
                    self.capture.add(exchange)
                    self.reads.append([])
                case Read(size, time_ms):
                    self.reads[-1].append((size, time_ms))
                case Ended(end, notes):
                    self.capture.exchanges[-1].end = end
                    self.capture.exchanges[-1].notes = notes
                case Noted(unknown, notes):
                    self.capture.unknown, self.capture.notes = unknown, notes


def sizes(reads: Reads | None) -> list[tuple[int, float | None]]:
    ends = [(0, None), *(reads or ())]
    return [(end - before, time_ms) for (before, _), (end, time_ms) in pairwise(ends)]


def told(exchange: Exchange) -> tuple[Any, ...]:
    body = exchange.body.read(0, exchange.body.size)
    kind = exchange.framing, exchange.dialect, exchange.boundary, exchange.request
    return (exchange.number, exchange.start, body, *kind, exchange.end)


@given(cuts=st.lists(st.integers(0, 10_000), max_size=30))
def test_it_comes_to_what_the_whole_file_is(cuts: list[int]) -> None:
    seen, whole = Seen(fed(FILE, cuts)), open_capture("a.wtail", data=FILE)
    found, wanted = seen.capture, whole.exchanges
    assert [told(one) for one in found.exchanges] == [told(one) for one in wanted]
    assert seen.reads == [sizes(one.reads) for one in wanted]
    assert (found.unknown, found.notes) == (whole.unknown, whole.notes)
    assert found.size == whole.size


def test_what_is_wrong_with_an_exchange_is_told_once() -> None:
    notes = [one.notes for one in Seen(fed(FILE, [])).capture.exchanges]
    assert [len(set(one)) for one in notes] == [len(one) for one in notes]
    assert sorted("SHA-256" in note for note in notes[2]) == [False, True]


def test_a_read_is_told_as_soon_as_its_line_is_whole() -> None:
    live = NativeLive("a.wtail", LONGEST)
    assert live.feed(lines(HEADER)) == []
    (began, read) = live.feed(lines({"t": 1, "s": "data"}))
    assert isinstance(began, Began)
    assert (began.exchange.body.size, read) == (4, Read(4, 1.0))
    assert live.feed(b'{"s": "x') == []
    assert live.feed(b'yz"}\n') == [Read(3, None)]
    assert began.exchange.body.read(0, 99) == b"dataxyz"


def test_what_a_header_does_not_say_is_told_by_the_first_line() -> None:
    live = NativeLive("a.wtail", LONGEST)
    assert live.feed(lines({"kind": "capture", "v": 1}, {"s": SSE[:30]})) == []
    found = live.feed(lines({"s": SSE[30:]}))
    assert isinstance(found[0], Began)
    assert (found[0].exchange.framing, found[0].exchange.dialect) == ("sse", "openai-chat")
    assert found[1:] == [Read(30, None), Read(len(SSE) - 30, None)]


def test_what_is_no_native_capture_is_an_error() -> None:
    with pytest.raises(CaptureError, match="line 1"):
        NativeLive("a.wtail", LONGEST).feed(b"[]\n")
