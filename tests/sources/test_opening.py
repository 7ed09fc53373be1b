"""What a source is, and how it goes on, whatever the reads cut."""

import json
from collections.abc import Iterator

import pytest

from store.made import chat
from wiretail.assets import assets_folder
from wiretail.captures import open_capture
from wiretail.captures.body import Spool
from wiretail.errors import CaptureError
from wiretail.sources import opening
from wiretail.sources.news import Arrived, Began, Ended, News, Noted, Opened, Whole
from wiretail.sources.opening import Opening, Wanted

SSE = chat("one ", "two")
CURL = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200\r\ncontent-type: text/event-stream\r\n\r\n"
NATIVE = (assets_folder() / "captures" / "split-marker.wtail").read_bytes()
HAR = json.dumps(
    {
        "log": {
            "version": "1.2",
            "creator": {},
            "entries": [
                {
                    "request": {"method": "POST", "url": "https://h/", "headers": []},
                    "response": {
                        "headers": [],
                        "content": {"mimeType": "text/event-stream", "text": SSE.decode()},
                    },
                }
            ],
        }
    },
    indent=1,
).encode()


def come(data: bytes, size: int, *, patient: bool = True) -> Iterator[News]:
    """Let bytes come in reads of a size, and end."""
    spool = Spool()
    source = Opening("a", spool, Wanted(), patient=patient)
    for at in range(0, len(data), size):
        spool.append(data[at : at + size])
        yield from source.add(len(data[at : at + size]))
    yield from source.close()


def arrived(news: list[News]) -> int:
    return sum(one.size for one in news if isinstance(one, Arrived))


@pytest.mark.parametrize("size", [1, 7, 100_000])
@pytest.mark.parametrize(("data", "kind"), [(SSE, "sse"), (CURL + SSE, "curl")])
def test_a_body_that_stands_in_the_source_grows_with_it(data: bytes, kind: str, size: int) -> None:
    first, *news = come(data, size)
    assert isinstance(first, Opened)
    exchange = first.capture.exchanges[0]
    assert (first.capture.format, exchange.framing, exchange.dialect) == (
        kind,
        "sse",
        "openai-chat",
    )
    assert arrived(news) == len(SSE)
    assert exchange.body.read(0, exchange.body.size) == SSE


@pytest.mark.parametrize("size", [1, 100, 100_000])
def test_a_native_capture_grows_exchange_by_exchange(size: int) -> None:
    extra = b'{"strange": 1}\n'
    first, *news = come(NATIVE + extra + NATIVE, size)
    whole = open_capture("a", data=NATIVE)
    assert isinstance(first, Opened)
    assert first.capture.format == "wtail"
    assert first.capture.exchanges[0].request == whole.exchanges[0].request
    assert [one.end for one in news if isinstance(one, Ended)] == ["eof", "eof"]
    assert sum(isinstance(one, Began) for one in news) == 1
    assert [one.unknown for one in news if isinstance(one, Noted)] == [{"unknown record": 1}]
    times = [one.time_ms for one in news if isinstance(one, Arrived)]
    assert times == 2 * [chunk.time_ms for chunk in whole.exchanges[0].chunks()]
    assert arrived(news) == 2 * whole.size


def test_an_exchange_that_was_cut_ends_so() -> None:
    (opened, *_, last) = come(NATIVE[: NATIVE.rindex(b"{")], 50)
    assert isinstance(opened, Opened)
    assert last == Ended("cut", [])


@pytest.mark.parametrize("size", [1, 100_000])
def test_what_must_be_whole_is_waited_for_where_an_end_comes(size: int) -> None:
    (whole,) = come(HAR, size)
    assert isinstance(whole, Whole)
    assert whole.capture.format == "har"
    assert whole.capture.size == len(SSE)


def test_what_must_be_whole_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "ENOUGH_S", -1.0)
    with pytest.raises(CaptureError, match="open it without following"):
        list(come(HAR, 100_000, patient=False))
    with pytest.raises(CaptureError, match="not a capture"):
        list(come(b"%PDF-1.7\n" + bytes(100), 50, patient=False))


def test_what_is_no_capture_at_all_is_told_at_the_end() -> None:
    with pytest.raises(CaptureError, match="not a capture"):
        list(come(b"%PDF-1.7\n" + bytes(100), 50))


def test_nothing_is_made_of_nothing() -> None:
    assert list(come(b"", 1)) == []


def test_a_beginning_without_a_line_is_opened_when_it_is_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spool = Spool()
    source = Opening("a", spool, Wanted())
    spool.append(b"some text")
    assert source.add(9) == source.idle() == []
    monkeypatch.setattr(opening, "ENOUGH_S", 0.0)
    assert isinstance(source.idle()[0], Opened)
    assert source.idle() == source.close() == []
