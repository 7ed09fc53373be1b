"""Native copies of captures, and whether they are the same."""

import io

from wiretail.captures.capture import Capture
from wiretail.captures.write import write_native


def written(capture: Capture) -> bytes:
    stream = io.BytesIO()
    write_native(capture, stream)
    return stream.getvalue()


def assert_same(first: Capture, second: Capture) -> None:
    assert first.read(0, first.size) == second.read(0, second.size)
    assert len(first.exchanges) == len(second.exchanges)
    for one, other in zip(first.exchanges, second.exchanges, strict=True):
        assert list(one.chunks()) == list(other.chunks())
        assert (one.framing, one.dialect, one.boundary) == (
            other.framing,
            other.dialect,
            other.boundary,
        )
        assert (one.start, one.request, one.end or "eof") == (
            other.start,
            other.request,
            other.end,
        )
