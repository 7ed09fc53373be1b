"""A store answers what a plain reading of the capture gives."""

from itertools import combinations
from pathlib import Path

import pytest

from shared import FIXTURES
from store.made import chat, opened, packed, processed, sse
from wiretail.captures import open_capture
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.events import Call, Refusal, Text
from wiretail.store import NO_EXCHANGE, Batch, Store
from wiretail.store.records import ChunkRecord, FrameRecord, TurnRecord

CAPTURES = sorted(
    path for path in (FIXTURES / "captures").iterdir() if not path.name.startswith("tools-")
)
LEAK = (
    '<function_calls>\\n<invoke name=\\"Re',
    'ad\\">\\n<parameter name=\\"path\\">a</parameter>\\n</invoke>\\n</function_calls>',
)


def overlapping(spans: list[tuple[int, int]], start: int, end: int) -> list[int]:
    return [at for at, (one, other) in enumerate(spans) if max(one, start) < min(other, end)]


def test_chunks_frames_and_rows_are_told_by_number() -> None:
    data = chat("a", "b")
    store = processed(opened(data))
    assert store.chunk(0) == ChunkRecord(0, 0, 0, len(data), None)
    assert store.chunk_count == 1
    assert store.frame_count == 4
    first = store.frame(0)
    assert data[first.start : first.end].endswith(b'"a"}}]}\n\n')
    assert first == FrameRecord(0, 0, 0, first.end, cut=False, malformed=False)
    row = store.row(1)
    assert (row.type, row.kind, row.channel) == ("text", "text", Channel())
    assert (row.start, row.end, row.first, row.last, row.severity) == (1, 2, 1, 1, 0)
    assert store.item(1) == Text(Channel(), 1, "b", 1, "choices[0].delta.content", 0)
    assert store.done
    assert store.bytes_done == len(data)
    assert store.verdict == "Nothing leaked: 1 turn, no tool calls."


def test_a_frame_that_is_cut_and_one_that_cannot_be_read_are_told() -> None:
    store = processed(opened(sse('{"choices":[]}', "{") + b'data: {"choices":[]}'))
    frames = [store.frame(number) for number in range(store.frame_count)]
    assert [(frame.cut, frame.malformed) for frame in frames] == [
        (False, False),
        (False, True),
        (True, False),
    ]


def test_unknown_records_are_counted() -> None:
    data = (FIXTURES / "captures" / "anthropic.sse").read_bytes()
    store = processed(opened(data + b'data: {"type":"news"}\n\n'))
    assert store.unknown == {"news": 1}


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name)
def test_tables_lead_to_one_another(path: Path) -> None:
    capture = open_capture(path)
    store = processed(capture, any=True)
    chunks = [store.chunk(number)[2:4] for number in range(store.chunk_count)]
    frames = [store.frame(number)[2:4] for number in range(store.frame_count)]
    bounds = sorted({0, capture.size, *(at for span in frames[:20] for at in span)})
    for start, end in combinations(bounds, 2):
        touched = store.chunks_of_bytes(start, end)
        assert [at for at in touched if chunks[at][0] < chunks[at][1]] == overlapping(
            chunks, start, end
        )
        assert list(store.frames_of_bytes(start, end)) == overlapping(frames, start, end)
    for number in range(store.chunk_count):
        assert list(store.frames_of_chunk(number)) == overlapping(frames, *chunks[number])
    of_rows = [set(store.frames_of_row(number)) for number in range(store.row_count)]
    for first in range(0, store.frame_count, 3):
        last = min(first + 2, store.frame_count - 1)
        asked = set(range(first, last + 1))
        expected = [number for number, about in enumerate(of_rows) if about & asked]
        assert list(store.rows_of_frames(first, last)) == expected
        assert list(store.rows_of_frames(first, last, 1)) == expected[:1]
        span = frames[first][0], frames[last][1]
        assert set(store.rows_of_bytes(*span)) >= set(expected)
        assert store.chunks_of_frames(first, last) == store.chunks_of_bytes(*span)


def test_nothing_lies_in_no_bytes() -> None:
    store = processed(opened(chat("a")))
    assert not store.chunks_of_bytes(5, 5)
    assert not store.frames_of_bytes(5, 5)
    assert not store.rows_of_bytes(5, 5)


@pytest.mark.parametrize("table", ["chunk", "frame", "row", "entry", "finding", "text"])
def test_a_number_that_no_row_has_is_an_error(table: str) -> None:
    store = processed(opened(chat("a")))
    with pytest.raises(IndexError):
        getattr(store, table)(10**6)


def test_findings_turns_and_entries_are_tables_too() -> None:
    store = processed(opened(chat(*LEAK)), any=True)
    rows = [store.row(number) for number in range(store.row_count)]
    found = [number for number, row in enumerate(rows) if row.severity]
    assert found
    assert list(store.findings()) == found
    assert [store.finding(number) for number in range(store.finding_count)] == found
    assert store.turn_count == 1
    assert store.turns_of_exchange(0) == [TurnRecord(0, 0, 0, store.row_count - 1, "done")]
    assert store.turns_of_exchange(0, 1) == store.turns_of_exchange(7) == []
    assert list(store.findings_of_exchange(0)) == found
    assert list(store.findings_of_exchange(0, 1)) == found[1:]
    assert list(store.findings_of_exchange(0, 0, 1)) == found[:1]
    assert list(store.severities_of_exchange(0)) == [rows[number].severity for number in found]
    assert store.severities_of_exchange(0, len(found)) == store.severities_of_exchange(7) == b""
    assert list(store.findings_of_exchange(7)) == []
    calls = [store.entry_call(number) for number in range(store.entry_count)]
    assert [call.name for call in calls if isinstance(call, Call)] == ["Read"]
    for number in range(store.entry_count):
        entry = store.entry(number)
        assert store.entry_of_row(entry.first) == number == store.entry_of_row(entry.last)


def test_lines_that_are_to_be_seen_are_those_that_were_not_dropped() -> None:
    store = processed(opened(chat(*LEAK)), any=True)
    entries = [store.entry(number) for number in range(store.entry_count)]
    there = [number for number, entry in enumerate(entries) if not entry.dropped]
    telling = [number for number in there if not entries[number].timing]
    assert telling != there
    for first in (0, 1, len(entries)):
        assert list(store.shown_entries(first, timing=True)) == [n for n in there if n >= first]
        assert list(store.shown_entries(first, timing=False)) == [n for n in telling if n >= first]


def test_rows_that_are_marked_are_findings_and_holds() -> None:
    store = processed(opened(chat(*LEAK)), any=True)
    rows = {row for row, _ in store.marked_rows(0, store.capture.size)}
    expected = {
        number
        for number in range(store.row_count)
        if store.row(number).severity or store.row(number).kind in {"held", "released"}
    }
    assert rows == expected
    assert list(store.marked_rows(0, 0)) == []


def test_rows_know_where_the_first_of_their_frames_begins() -> None:
    store = processed(opened(chat("a", "b", "c")))
    assert store.first_byte_of_rows(range(1, 3)) == store.frame(1).start
    assert store.first_byte_of_rows(range(0)) == store.capture.size


def test_a_run_has_the_text_of_its_rows() -> None:
    store = processed(opened(chat("one ", "two ", "three")))
    assert store.entry_text(0, 100) == "one two three"
    assert store.entry_text(0, 5) == "one t"
    assert store.entry_text(1, 5) == ""
    assert store.entry_of_row(2) == 0
    assert store.entry_call(0) is None


def test_a_refused_turn_is_told_as_one() -> None:
    store = Store(opened(chat("a")))
    store.append(packed(Refusal(Channel(choice=2, turn=1), "tool_call_markup", "", 0)))
    assert store.turns_of_exchange(0) == [TurnRecord(0, 1, 2, 0, "refused")]


def test_bytes_of_a_row_are_those_of_its_line() -> None:
    data = chat("ab", "\\u003c\\ud83d\\ude00")
    store = processed(opened(data))
    spans = [store.bytes_of_row(number) for number in range(2)]
    assert [data[span.start : span.end] for span in spans if span] == [
        b"ab",
        b"\\u003c\\ud83d\\ude00",
    ]
    assert store.text(1) == "<\U0001f600"


def test_exchanges_stand_in_their_order_whatever_was_processed_first() -> None:
    capture = open_capture(FIXTURES / "captures" / "two-exchanges-cut.wtail")
    whole = processed(capture)
    last = Store(capture)
    first = Store(capture)
    for store, order in ((first, (0, 1)), (last, (1, 0))):
        for exchange in order:
            one = processed(capture)
            part = one._parts[exchange]
            batch = Batch(
                exchange,
                part.columns.pack(),
                bytes(part.columns.kept),
                part.columns.sources,
                part.columns.shapes,
            )
            growth = store.append(batch)
            assert len(growth.rows) == len(one.rows_of_exchange(exchange))
            assert growth.rows.start == (0 if exchange == 0 or store is last else growth.rows.start)
    for store in (first, last):
        assert [store.item(n) for n in range(store.row_count)] == [
            whole.item(n) for n in range(whole.row_count)
        ]
        assert [store.frame(n) for n in range(store.frame_count)] == [
            whole.frame(n) for n in range(whole.frame_count)
        ]
        assert store.rows_of_exchange(1) == whole.rows_of_exchange(1)
        assert store.frame_number(1, 0) == whole.frame_number(1, 0)


def test_exchanges_that_have_not_come_yet_are_passed_over() -> None:
    capture = open_capture(FIXTURES / "captures" / "proxy.har")
    store = Store(capture)
    assert len(capture.exchanges) > 1
    whole = processed(capture)
    parts = [whole._parts[0], whole._parts[len(capture.exchanges) - 1]]
    for part in parts:
        columns = part.columns
        store.append(
            Batch(part.exchange.number, columns.pack(), bytes(columns.kept), columns.sources)
        )
    rows = store.rows_of_frames(0, store.frame_count - 1)
    assert len(rows) == sum(len(part.columns.row_code) for part in parts)


def test_every_batch_counts_as_a_revision() -> None:
    store = Store(opened(chat("a")))
    growth = store.append(Batch(NO_EXCHANGE, verdict="Done.", done=True))
    assert (store.revision, store.verdict, store.done) == (1, "Done.", True)
    assert growth.exchange == NO_EXCHANGE
    assert store.row_count == 0


def test_a_decision_without_frames_is_about_none() -> None:
    store = Store(opened(chat("a")))
    store.append(packed(Decision(Kind.TRUNCATED, "window.fit", "window")))
    assert store.row(0).first == -1
    assert not store.frames_of_row(0)
    assert store.bytes_of_row(0) is None
    assert store.text(0) == ""
