import pytest

from wiretail.model.chunks import Chunk
from wiretail.model.span import Span
from wiretail.store.frames import FrameTable, frame_table, segments_of

BODY = b"data: a\n\n: comment\n\ndata: b\n\ndata: cut"


@pytest.mark.parametrize("size", [1, 7, 100])
def test_the_table_knows_where_frames_lie(size: int) -> None:
    chunks = [Chunk(at, BODY[at : at + size]) for at in range(0, len(BODY), size)]
    table = frame_table(chunks, "sse", start=100)
    assert len(table) == 3
    assert table.range(0) == Span(100, 109)
    last = table.range(2)
    assert last is not None
    assert BODY[last.start - 100 : last.end - 100].endswith(b"data: cut")


@pytest.mark.parametrize("number", [-1, 1])
def test_a_number_that_no_frame_has_lies_nowhere(number: int) -> None:
    table = FrameTable()
    table.add_range(0, 1)
    assert table.range(number) is None


def test_every_framing_tells_its_segments() -> None:
    assert segments_of("sse")(b"data: ab\n\n") == [(0, 6, 2)]
    assert segments_of("plain")(b"ab") == [(0, 0, 2)]
