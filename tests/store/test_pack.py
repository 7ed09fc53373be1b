import math

import pytest

from store.made import columns_of, packed
from wiretail.model.chunks import Chunk
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind
from wiretail.model.events import CallArguments, End, Error, Event, Reasoning, Text
from wiretail.model.frames import Frame
from wiretail.model.span import Span
from wiretail.store.columns import CUT, KEPT, MALFORMED, NONE, WHOLE, Source
from wiretail.store.kept import Numbers, kept_item, kept_text
from wiretail.store.pack import Packer

TEXT = Channel()
CALL = Channel(ChannelKind.ARGUMENTS)
BIG = 2**33


def test_chunks_and_frames_are_places_in_the_capture() -> None:
    packer = Packer(3, start=100)
    packer.chunk(Chunk(0, b"abc", 1.5))
    packer.chunk(Chunk(1, b"d"))
    packer.frame(Frame(0, 100, 102, b""))
    packer.frame(Frame(1, 102, 104, b"", cut=True))
    batch = packer.take()
    columns = columns_of([batch])
    assert batch.exchange == 3
    assert list(columns.chunk_end) == [103, 104]
    assert columns.chunk_time[0] == 1.5
    assert math.isnan(columns.chunk_time[1])
    assert list(columns.frame_start) == [100, 102]
    assert list(columns.frame_end) == [102, 104]
    assert list(columns.frame_flags) == [0, CUT]


def test_a_text_is_a_span_and_no_text() -> None:
    columns = columns_of([packed(Reasoning(TEXT, 7, "some text", 5, "delta.text", 2))])
    assert not columns.kept
    assert [
        list(column)
        for column in (
            columns.row_flags,
            columns.row_start,
            columns.row_length,
            columns.row_frame,
            columns.row_offset,
        )
    ] == [[0], [7], [9], [5], [2]]
    assert columns.sources == [Source(TEXT, "delta.text", "")]


def test_what_rows_share_is_sent_once() -> None:
    packer = Packer(0)
    sources: list[Source] = []
    numbers: list[int] = []
    for _ in range(2):
        for call in ("1", "1", "2"):
            packer.item(CallArguments(CALL, call, 0, "{", 0, "p"))
        batch = packer.take()
        sources += batch.sources
        numbers += columns_of([batch]).row_source
    assert sources == [Source(CALL, "p", "1"), Source(CALL, "p", "2")]
    assert numbers == [0, 0, 1] * 2


@pytest.mark.parametrize("text", ["\U0001f600", "a \ufffd"])
def test_a_text_that_a_repair_may_have_made_is_kept(text: str) -> None:
    columns = columns_of([packed(Text(TEXT, 0, "a", 0), Text(TEXT, 1, text, 1))])
    assert list(columns.row_flags) == [0, KEPT]
    assert kept_text(columns.kept_of(1)) == text


@pytest.mark.parametrize(
    "item",
    [
        Text(TEXT, BIG, "a", 0),
        Text(TEXT, 0, "a", BIG),
        CallArguments(CALL, "1", 0, "a", 0, "", BIG),
    ],
)
def test_what_counts_too_far_for_a_column_is_kept_as_a_whole(item: Event) -> None:
    columns = columns_of([packed(item)])
    assert list(columns.row_flags) == [WHOLE]
    assert kept_item(columns.kept_of(0), [], Numbers(0, 0, 0, 0)) == item


def test_a_decision_knows_its_frames_and_its_severity() -> None:
    found = Decision(Kind.RECOVERED, "call.bare", "", TEXT, Span(3, 9), (2, 5))
    nowhere = Decision(Kind.TRUNCATED, "window.fit", "window")
    columns = columns_of([packed(found, nowhere, severity=2)])
    assert list(columns.row_flags) == [2 | WHOLE] * 2
    assert list(columns.row_frame) == [2, NONE]
    assert list(columns.row_offset) == [5, NONE]
    assert (columns.row_start[0], columns.row_length[0]) == (3, 6)
    assert list(columns.finding) == [0, 1]


def test_rows_go_on_counting_over_batches() -> None:
    packer = Packer(0)
    batches = []
    for number in range(2):
        packer.item(Text(TEXT, 0, "\U0001f600", 0))
        packer.item(End(TEXT, EndKind.DONE, number))
        assert packer.rows == 2
        batches.append(packer.take())
    columns = columns_of(batches)
    assert list(columns.kept_row) == [0, 1, 2, 3]
    assert list(columns.ended) == [1, 3]
    assert kept_item(columns.kept_of(3), [], Numbers(0, 0, 0, 0)) == End(TEXT, EndKind.DONE, 1)
    assert packer.rows == 0


def test_a_malformed_frame_is_marked_also_when_its_batch_is_gone() -> None:
    packer = Packer(0)
    packer.frame(Frame(0, 0, 1, b""))
    first = packer.take()
    packer.frame(Frame(1, 1, 2, b""))
    for frame in (0, 1):
        packer.item(Error(TEXT, "malformed_json", "", frame, malformed=True))
    second = packer.take()
    assert list(columns_of([first, second]).frame_flags) == [0, MALFORMED]
    assert second.malformed == [0]
