import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.captures.body import MemoryBody, Reads
from wiretail.captures.capture import Capture, Exchange
from wiretail.model.chunks import Boundary


def _exchange(data: bytes) -> Exchange:
    return Exchange(0, "sse", "openai-chat", Boundary.WIRE, 0, MemoryBody(data))


def _capture(*bodies: bytes) -> Capture:
    capture = Capture("demo", "wtail")
    for body in bodies:
        capture.add(_exchange(body))
    return capture


def test_exchanges_stand_one_behind_the_other() -> None:
    capture = _capture(b"abc", b"", b"de")
    assert [(exchange.number, exchange.start) for exchange in capture.exchanges] == [
        (0, 0),
        (1, 3),
        (2, 3),
    ]
    assert capture.size == 5


@given(st.lists(st.binary(max_size=5), max_size=5), st.integers(0, 30), st.integers(0, 30))
def test_any_range_of_a_capture_is_that_of_its_joined_bodies(
    bodies: list[bytes], start: int, length: int
) -> None:
    capture = _capture(*bodies)
    assert capture.read(start, start + length) == b"".join(bodies)[start : start + length]


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_what_is_no_range_is_a_mistake_of_the_caller(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not a range"):
        _capture(b"abc").read(start, end)


def test_chunks_can_be_asked_for_again() -> None:
    exchange = _exchange(b"abc")
    exchange.reads = Reads()
    exchange.reads.add(3, None)
    assert list(exchange.chunks()) == list(exchange.chunks())


def test_skipped_records_are_counted_by_kind() -> None:
    capture = _capture()
    for kind in ("note", "label", "note"):
        capture.skip(kind)
    assert capture.unknown == {"note": 2, "label": 1}
