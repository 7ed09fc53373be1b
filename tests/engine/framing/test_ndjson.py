import pytest

from wiretail.engine.framing.ndjson import Ndjson, segments
from wiretail.model.frames import Frame


def read(data: bytes, *, limit: int = 1000, size: int = 10_000) -> list[Frame]:
    framing = Ndjson(limit=limit)
    frames = []
    for at in range(0, len(data), size):
        frames += framing.feed(data[at : at + size])
    return [*frames, *framing.close()]


@pytest.mark.parametrize(
    ("data", "payloads"),
    [
        (b"", []),
        (b'{"a":1}\n{"b":2}\n', [b'{"a":1}', b'{"b":2}']),
        (b"1\r\n2\r\n", [b"1", b"2"]),
        (b"1\n\n \t\n\r\n2\n", [b"1", b"2"]),
        (b"\xef\xbb\xbf1\n\xef\xbb\xbf2\n", [b"1", b"\xef\xbb\xbf2"]),
        (b"a\x0bb\x85c\xe2\x80\xa8d\n", [b"a\x0bb\x85c\xe2\x80\xa8d"]),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_lines_that_are_not_blank_are_frames(data: bytes, payloads: list[bytes], size: int) -> None:
    frames = read(data, size=size)
    assert [frame.data for frame in frames] == payloads
    assert [frame.number for frame in frames] == list(range(len(payloads)))
    assert not any(frame.cut or frame.fault for frame in frames)


@pytest.mark.parametrize("size", [1, 1000])
def test_the_last_line_is_read_without_its_newline_and_marked(size: int) -> None:
    first, last = read(b'{"a":1}\n{"b":', size=size)
    assert not first.cut
    assert (last.data, last.cut, last.start, last.end) == (b'{"b":', True, 8, 13)


def test_a_frame_knows_its_bytes_from_the_start_of_the_capture() -> None:
    framing = Ndjson(start=10)
    frames = framing.feed(b"\xef\xbb\xbfa\r\n\nb\n")
    assert [(frame.start, frame.end) for frame in frames] == [(13, 16), (17, 19)]


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_a_line_over_the_limit_is_one_malformed_frame(size: int) -> None:
    frames = read(b"a\n" + b"x" * 500 + b"\nb\n" + b"y" * 101, limit=100, size=size)
    assert [(frame.data, frame.fault, frame.cut) for frame in frames] == [
        (b"a", "", False),
        (b"", "frame_too_long", False),
        (b"b", "", False),
        (b"", "frame_too_long", True),
    ]
    assert (frames[1].start, frames[1].end) == (2, 503)


def test_a_line_over_the_limit_takes_no_room() -> None:
    framing = Ndjson(limit=100)
    for _ in range(50):
        assert framing.feed(b"x" * 30) == []
        assert sum(map(len, framing._parts)) <= 100


@pytest.mark.parametrize(
    ("raw", "length"), [(b"ab\n", 2), (b"ab\r\n", 2), (b"ab", 2), (b"ab\r", 2)]
)
def test_segments_leave_out_the_line_end(raw: bytes, length: int) -> None:
    assert segments(raw) == [(0, 0, length)]
