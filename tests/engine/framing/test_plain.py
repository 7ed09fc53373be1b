import pytest

from wiretail.engine.framing.plain import Plain, segments

EMOJI = "😀".encode()


def test_a_read_is_a_frame() -> None:
    framing = Plain(start=5)
    (first,) = framing.feed(b"one\n")
    (second,) = framing.feed("zwö".encode())
    assert (first.data, first.number, first.start, first.end) == (b"one\n", 0, 5, 9)
    assert (second.data, second.number, second.start, second.end) == ("zwö".encode(), 1, 9, 13)
    assert framing.feed(b"") == []
    assert framing.close() == []


def test_no_frame_ends_within_a_sequence() -> None:
    framing = Plain()
    (first,) = framing.feed(b"a" + EMOJI[:2])
    assert first.data == b"a"
    assert framing.feed(EMOJI[2:3]) == []
    (second,) = framing.feed(EMOJI[3:] + b"b")
    assert (second.data, second.start, second.end) == (EMOJI + b"b", 1, 6)


def test_a_sequence_that_is_refuted_is_let_go() -> None:
    framing = Plain()
    assert framing.feed(b"\xf0\x9f") == []
    (frame,) = framing.feed(b"A")
    assert frame.data == b"\xf0\x9fA"


def test_the_sequence_that_the_stream_broke_off_is_a_last_frame() -> None:
    framing = Plain()
    framing.feed(b"ok" + EMOJI[:3])
    (frame,) = framing.close()
    assert (frame.data, frame.cut, frame.start, frame.end) == (EMOJI[:3], True, 2, 5)
    assert framing.close() == []


def test_a_read_over_the_limit_becomes_several_frames() -> None:
    data = ("é" * 10).encode()
    frames = Plain(limit=5).feed(data)
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    assert b"".join(frame.data for frame in frames) == data
    assert all(frame.data.decode() and not frame.fault for frame in frames)


@pytest.mark.parametrize("raw", [b"", b"abc"])
def test_data_and_raw_bytes_are_the_same(raw: bytes) -> None:
    assert segments(raw) == [(0, 0, len(raw))]
