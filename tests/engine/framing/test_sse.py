import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.framing.sse import Sse, segments
from wiretail.model.frames import Frame


def read(data: bytes, *, limit: int = 1000) -> list[Frame]:
    framing = Sse(limit=limit)
    return [*framing.feed(data), *framing.close()]


def read_bytewise(data: bytes, *, limit: int = 1000) -> list[Frame]:
    framing = Sse(limit=limit)
    frames = [frame for at in range(len(data)) for frame in framing.feed(data[at : at + 1])]
    return [*frames, *framing.close()]


def by_lines(data: bytes) -> list[tuple[bytes, str, bool]]:
    """Read line by line as the HTML standard says, but for the last event and bare lines."""
    lines = re.split(rb"\r\n|\n|\r", data.removeprefix(b"\xef\xbb\xbf"))
    events: list[tuple[bytes, str, bool]] = []
    content: list[bytes] = []
    bare: list[bytes] = []
    name = ""
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        if not line or last:
            if last and line:
                content, bare, name = _field(line, content, bare, name)
            if content or bare:
                events.append((b"\n".join(content or bare), name, last))
            content, bare, name = [], [], ""
        else:
            content, bare, name = _field(line, content, bare, name)
    return events


def _field(
    line: bytes, content: list[bytes], bare: list[bytes], name: str
) -> tuple[list[bytes], list[bytes], str]:
    field, _, value = line.partition(b":")
    value = value.removeprefix(b" ")
    if field == b"data":
        return [*content, value], bare, name
    if field == b"event":
        return content, bare, value.decode(errors="replace")
    if field in {b"", b"id", b"retry"}:
        return content, bare, name
    return content, [*bare, line], name


@pytest.mark.parametrize(
    ("data", "payloads"),
    [
        (b"data: a\n\ndata: b\n\n", [b"a", b"b"]),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", [b"a", b"b"]),
        (b"data: a\r\rdata: b\r\r", [b"a", b"b"]),
        (b"data: a\r\n\ndata: b\n\r\n", [b"a", b"b"]),
        (b"data:a\n\n", [b"a"]),
        (b"data:  a \n\n", [b" a "]),
        (b"data: a\ndata:\ndata: b\n\n", [b"a\n\nb"]),
        (b"data\n\n", [b""]),
        (b"data:\n\n", [b""]),
        (b": OPENROUTER PROCESSING\n\ndata: a\n\n", [b"a"]),
        (b":\n:x\ndata: a\n: in between\n\n", [b"a"]),
        (b"event: done\n\n", []),
        (b"id: 7\nretry: 10\n\n", []),
        (b"\n\n\n\ndata: a\n\n\n\n\n", [b"a"]),
        (b"other: x\ndata: a\n\n", [b"a"]),
        (b"", []),
        (b"\r", []),
    ],
)
def test_events_are_read_whatever_ends_their_lines(data: bytes, payloads: list[bytes]) -> None:
    frames = read(data)
    assert [frame.data for frame in frames] == payloads
    assert [frame.number for frame in frames] == list(range(len(payloads)))
    assert not any(frame.cut or frame.fault for frame in frames)
    assert read_bytewise(data) == frames


def test_one_json_over_five_data_lines_is_one_payload() -> None:
    data = b'data: {\ndata:   "a":\ndata:   1\ndata: }\ndata:\n\n'
    assert [frame.data for frame in read(data)] == [b'{\n  "a":\n  1\n}\n']


def test_an_event_knows_its_name_and_its_bytes() -> None:
    data = b"data: a\n\nevent: b\xffc\nid: 1\ndata: d\n\n"
    framing = Sse(start=100)
    first, second = framing.feed(data)
    assert (first.start, first.end, first.event) == (100, 109, "")
    assert (second.start, second.end, second.event) == (109, 100 + len(data), "b\ufffdc")


def test_blank_lines_in_front_are_no_part_of_an_event() -> None:
    (frame,) = read(b"\r\ndata: a\r\n\r\n")
    assert (frame.start, frame.end) == (2, 13)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\r"])
def test_the_last_event_is_read_without_its_blank_line_and_marked(end: bytes) -> None:
    whole, last = read(b"data: a\n\nevent: x\ndata: b" + end)
    assert not whole.cut
    assert (last.data, last.event, last.cut) == (b"b", "x", True)
    assert last.end == 9 + len(b"event: x\ndata: b" + end)


@pytest.mark.parametrize("end", [b"\n\r", b"\r\n\r", b"\r\r"])
def test_a_last_cr_ends_the_blank_line_when_the_stream_is_over(end: bytes) -> None:
    (frame,) = read(b"data: a" + end)
    assert (frame.data, frame.cut, frame.end) == (b"a", False, 7 + len(end))


def test_a_cr_waits_for_the_lf_that_may_follow() -> None:
    framing = Sse()
    assert framing.feed(b"data: a\r\n\r") == []
    (frame,) = framing.feed(b"\ndata: b")
    assert (frame.data, frame.end) == (b"a", 11)
    assert framing.feed(b"\r\r") == []
    (frame,) = framing.feed(b"d")
    assert (frame.data, frame.start, frame.end) == (b"b", 11, 20)


def test_a_byte_order_mark_is_dropped_at_the_very_start_only() -> None:
    data = b"\xef\xbb\xbfdata: a\n\n\xef\xbb\xbfdata: b\n\n"
    first, second = read(data)
    assert (first.data, first.start) == (b"a", 3)
    assert (second.data, second.fault) == (b"\xef\xbb\xbfdata: b", "bare_lines")
    assert read_bytewise(data) == [first, second]
    framing = Sse(start=50)
    (frame,) = framing.feed(data[:12])
    assert frame.start == 53


def test_a_bare_error_in_the_body_is_one_malformed_frame_with_its_lines() -> None:
    error = b'{\n  "error": {\n    "code": 499,\n    "message": "cancelled"\n  }\n}\n'
    first, second = read(b'data: {"a":1}\r\n\r\n' + error)
    assert first.fault == ""
    assert (second.fault, second.cut) == ("bare_lines", True)
    assert second.data == error.rstrip(b"\n")
    first, second = read(b"event: error\n" + error + b"\ndata: a\n\n")
    assert (first.fault, first.event, first.data) == ("bare_lines", "error", error.rstrip(b"\n"))
    assert second.data == b"a"


@pytest.mark.parametrize("separator", [b"\n", b"\r\n"])
def test_an_event_over_the_limit_is_one_malformed_frame_and_takes_no_room(separator: bytes) -> None:
    long = b"data: " + b"x" * 5000 + separator * 2
    data = b"data: a" + separator * 2 + long + b"data: b" + separator * 2
    framing = Sse(limit=100)
    frames = []
    for at in range(0, len(data), 7):
        frames += framing.feed(data[at : at + 7])
        assert sum(map(len, framing._parts)) <= 100
    assert [(frame.data, frame.fault) for frame in frames] == [
        (b"a", ""),
        (b"", "frame_too_long"),
        (b"b", ""),
    ]
    assert frames[1].end - frames[1].start == len(long)
    assert read(data, limit=100) == frames


def test_the_limit_counts_the_bytes_of_the_whole_event() -> None:
    data = b"data: 1234\n\n"
    assert [frame.fault for frame in read(data, limit=12)] == [""]
    assert [frame.fault for frame in read(data, limit=11)] == ["frame_too_long"]
    assert [frame.fault for frame in read_bytewise(data, limit=11)] == ["frame_too_long"]
    (frame,) = read(b"data: 1234", limit=5)
    assert (frame.fault, frame.cut, frame.end) == ("frame_too_long", True, 10)


PIECES = st.lists(
    st.sampled_from(
        [
            b"data: {}", b"data:", b"data", b"event: e", b": c", b"id: 1", b"x", b'{"a":',
            b"\n", b"\r", b"\r\n", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\xe2\x82", b"data: \xff",
        ]
    ),
    max_size=16,
).map(b"".join)  # fmt: skip


@given(PIECES)
def test_it_agrees_with_a_reading_line_by_line(data: bytes) -> None:
    frames = read(data)
    assert [(frame.data, frame.event) for frame in frames] == [
        (payload, name) for payload, name, _ in by_lines(data)
    ]


@given(PIECES)
def test_segments_find_the_payload_in_the_raw_bytes(data: bytes) -> None:
    for frame in read(data):
        raw = data[frame.start : frame.end]
        rebuilt = bytearray(b"\n" * len(frame.data))
        for at, offset, length in segments(raw):
            rebuilt[at : at + length] = raw[offset : offset + length]
        assert rebuilt == frame.data
