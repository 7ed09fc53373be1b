import gzip
import json
from typing import Any

import pytest

from shared import FIXTURES
from wiretail.captures.capture import Capture
from wiretail.captures.limits import Limits
from wiretail.captures.native import MOST_NOTES, recognise
from wiretail.captures.open import open_capture
from wiretail.errors import CaptureError
from wiretail.model.chunks import Boundary
from wiretail.model.transcript import Message

PATH = FIXTURES / "captures" / "two-exchanges-cut.wtail"
HEADER = {"kind": "capture", "v": 1}


def _open(*records: Any, **limits: int) -> Capture:
    lines = (r if isinstance(r, bytes) else json.dumps(r).encode() for r in records)
    return open_capture("a", data=b"\n".join(lines), limits=Limits(**limits))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"kind":"capture","v":1}', 100),
        (b'\xef\xbb\xbf {"v": 1, "kind" : "capture"', 100),
        (b'{"kind":"note"}\n{"kind":"capture"}', 0),
        (b"data: 1\n\n", 0),
    ],
)
def test_the_first_line_says_what_it_is(head: bytes, expected: int) -> None:
    assert recognise(head)[0] == expected


def test_reads_borders_times_and_requests_come_back() -> None:
    capture = open_capture(PATH)
    first, second = capture.exchanges
    openai, anthropic = (PATH.with_name(name) for name in ("openai-chat.sse", "anthropic.sse"))
    assert capture.read(0, first.body.size) == openai.read_bytes()
    assert capture.read(second.start, capture.size) == anthropic.read_bytes()[:300]
    assert [(len(chunk.data), chunk.time_ms) for chunk in first.chunks()] == [
        (40, 0.0),
        (372, 12.5),
        (0, 12.5),
        (169, 30.25),
    ]
    assert (first.boundary, first.end, first.framing) == (Boundary.WIRE, "eof", "sse")
    assert first.request is not None
    assert first.request.tools == ()
    assert first.request.messages == (Message("user", "Greet the world."),)
    assert first.request.model == "demo"
    assert capture.notes == first.notes == []


def test_a_file_without_its_last_end_is_a_cut_capture() -> None:
    second = open_capture(PATH).exchanges[1]
    assert (second.end, second.dialect) == ("cut", "anthropic-messages")
    assert second.notes == ["there is no end record: the recording was cut."]


def test_a_gzip_file_that_breaks_off_opens_as_far_as_it_goes() -> None:
    lines = [json.dumps({"s": f"data: {number**9}\n\n"}) for number in range(3000)]
    whole = gzip.compress("\n".join([json.dumps(HEADER), *lines]).encode())
    (exchange,) = open_capture("a", data=whole[: len(whole) // 2]).exchanges
    assert exchange.end == "cut"
    assert exchange.body.size > 1000


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"{broken", "is no valid JSON"),
        (b"7", "is no JSON object"),
        (b'{"s": "a", "b": "YQ=="}', 'has both "s" and "b"'),
        (b'{"s": 1}', 'has an "s" that is no string'),
        (b'{"b": "YQ"}', 'has a "b" that is no base64'),
        (b'{"b": 7}', 'has a "b" that is no base64'),
        (b'{"s": "x", "t": "late"}', 'has a "t" that is no number'),
        (b'{"s": "x", "t": true}', 'has a "t" that is no number'),
        (b'{"s": "x", "t": 1' + b"0" * 400 + b"}", 'has a "t" that is no number'),
        (b'{"s": "' + b"x" * 1000 + b'"}', "is too long"),
    ],
)
def test_a_bad_line_is_named_and_the_rest_is_read(line: bytes, fault: str) -> None:
    capture = _open(HEADER, {"s": "a"}, line, {"s": "b"}, {"end": "eof"}, frame_bytes=250)
    assert capture.read(0, 10) == b"ab"
    (note,) = capture.notes
    assert note == f"line 3 {fault}; it is left out."


def test_many_bad_lines_are_counted() -> None:
    capture = _open(HEADER, *[b"{"] * (MOST_NOTES + 5))
    assert len(capture.notes) == MOST_NOTES + 1
    assert capture.notes[-1] == "5 more lines are left out."


def test_a_wrong_hash_and_an_unknown_end_are_notes_that_name_the_line() -> None:
    (exchange,) = _open(HEADER, {"s": "a"}, {"end": "boom", "sha256": "00"}).exchanges
    assert exchange.end == ""
    assert exchange.notes[:2] == [
        "line 3 names an end that is not known.",
        "the bytes do not give the SHA-256 of line 3: they were changed or lost.",
    ]


def test_other_records_are_counted_and_reads_outside_an_exchange_left_out() -> None:
    capture = _open(HEADER, {"note": "x"}, {"label": 1}, {"x": 1}, {"end": "eof"}, {"s": "late"})
    assert capture.unknown == {"note": 1, "label": 1, "unknown record": 1}
    assert capture.notes == ["line 6 belongs to no exchange; it is left out."]


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([{"kind": "capture", "v": 2}], "newer version"),
        ([b'{"kind":"capture","v":1'], "line 1 is no valid JSON"),
        ([{"note": "x"}], "line 1 is no header"),
        ([{"s": "x"}], "line 1 is no header"),
        ([b"  "], "holds no line"),
    ],
)
def test_a_file_that_does_not_begin_with_a_header_is_an_error(
    records: list[Any], words: str
) -> None:
    data = b"\n".join(r if isinstance(r, bytes) else json.dumps(r).encode() for r in records)
    with pytest.raises(CaptureError, match=words):
        open_capture("a", data=data, input_format="wtail")
