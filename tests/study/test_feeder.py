import time
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared import FIXTURES
from store.made import chat, opened, processed, sse
from wiretail.captures import Capture, open_capture
from wiretail.profiles import load_profile
from wiretail.store import NO_EXCHANGE, Batch, Store
from wiretail.study import feeder as module
from wiretail.study.feeder import Feeder, LiveFeeder
from wiretail.study.rows import stored_row
from wiretail.study.run import replays
from wiretail.study.verdict import Verdict

PROFILE = load_profile("wiretail")
TWO = FIXTURES / "captures" / "two-exchanges-cut.wtail"


def rows(store: Store) -> list[dict[str, object]]:
    return [stored_row(store, number) for number in range(store.row_count)]


@dataclass
class Sink:
    """Takes batches into a store, and remembers them."""

    store: Store
    batches: list[Batch] = field(default_factory=list)

    def take(self, batch: Batch) -> None:
        self.batches.append(batch)
        self.store.append(batch)


def sink_of(capture: Capture) -> Sink:
    return Sink(Store(capture))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes on by 1 ms with every look; the list holds the time."""
    now = [0.0]

    def look() -> float:
        now[0] += 0.001
        return now[0]

    monkeypatch.setattr(time, "perf_counter", look)
    return now


def test_slices_of_any_length_make_the_same_rows(clock: list[float]) -> None:
    data = chat(*(f"word {number} " for number in range(400)))
    whole = processed(opened(data))
    capture = opened(data)
    sink = sink_of(capture)
    feeder = Feeder(capture, PROFILE, sink.take)
    steps = 0
    while feeder.step(2):
        steps += 1
    assert steps > 1
    assert clock[0] > 0
    assert rows(sink.store) == rows(whole)
    assert sink.store.verdict == whole.verdict
    assert [batch.last for batch in sink.batches] == [False] * steps + [True]
    done = [batch.bytes_done for batch in sink.batches]
    assert done == sorted(done)
    assert done[-1] == capture.size


def test_the_first_slice_brings_rows_and_a_verdict(clock: list[float]) -> None:
    capture = opened(chat(*(f"word {number} " for number in range(2000))))
    sink = sink_of(capture)
    assert Feeder(capture, PROFILE, sink.take).step(2)
    assert clock[0] < 0.1
    assert sink.store.row_count > 0
    assert not sink.store.done
    assert sink.store.verdict


def test_a_verdict_is_told_now_and_then_and_at_the_end(clock: list[float]) -> None:
    capture = opened(chat(*(f"word {number} " for number in range(2000))))
    sink = sink_of(capture)
    feeder = Feeder(capture, PROFILE, sink.take)
    while feeder.step(0):
        pass
    told = [batch.verdict is not None for batch in sink.batches]
    assert told[0]
    assert told[-1]
    assert clock[0] > 0
    assert told.count(True) < len(told) / 2


def test_the_exchange_in_view_comes_first_and_the_end_is_the_same(clock: list[float]) -> None:
    capture = open_capture(TWO)
    sink = sink_of(capture)
    feeder = Feeder(capture, PROFILE, sink.take)
    feeder.step(0)
    feeder.prefer(1)
    while feeder.step(0):
        pass
    order = [batch.exchange for batch in sink.batches]
    assert clock[0] > 0
    assert order[0] == 0
    assert order[1:].index(0) >= order[1:].count(1)
    assert rows(sink.store) == rows(processed(open_capture(TWO)))


def test_the_sentence_is_that_of_all_exchanges_in_order() -> None:
    capture = Capture("two", "made")
    for code in ("overloaded", "exhausted"):
        (exchange,) = opened(sse(f'{{"error":{{"message":"m","code":"{code}"}}}}')).exchanges
        exchange.dialect = "openai-chat"
        capture.add(exchange)
    expected = Verdict(exchanges=2)
    for replay in replays(capture, PROFILE):
        for item in replay:
            expected.add(replay.exchange.number, item)
        expected.read(replay.frames, sum(replay.unknown.values()))
    sink = sink_of(capture)
    feeder = Feeder(capture, PROFILE, sink.take)
    feeder.prefer(1)
    while feeder.step(1000):
        pass
    assert sink.store.verdict == expected.sentence()
    assert sink.store.verdict.index("overloaded") < sink.store.verdict.index("exhausted")


def test_after_a_cancel_nothing_comes_and_what_came_stays(clock: list[float]) -> None:
    capture = opened(chat(*(f"word {number} " for number in range(400))))
    sink = sink_of(capture)
    feeder = Feeder(capture, PROFILE, sink.take)
    feeder.step(0)
    known = sink.store.row_count
    feeder.cancel()
    assert not feeder.step(1000)
    assert sink.store.row_count == known > 0
    assert clock[0] > 0


def test_a_capture_without_exchange_has_a_verdict_too() -> None:
    sink = sink_of(Capture("empty", "har"))
    assert not Feeder(sink.store.capture, PROFILE, sink.take).step(10)
    assert [batch.exchange for batch in sink.batches] == [NO_EXCHANGE]
    assert sink.store.verdict == "No turn was found: 0 frames, 0 unknown records."
    assert sink.store.done


def test_a_read_of_plain_text_stays_whole() -> None:
    text = b"plain text " * 1000
    assert len(text) > module._PIECE
    store = processed(open_capture("a.txt", data=text))
    assert store.frame_count == 1


# --- live ---


class Growing:
    """A body that grows."""

    def __init__(self) -> None:
        self.data = b""

    @property
    def size(self) -> int:
        return len(self.data)

    def read(self, start: int, end: int) -> bytes:
        return self.data[start:end]


def live_capture(data: bytes) -> tuple[Capture, Growing]:
    capture = opened(data)
    body = Growing()
    capture.exchanges[0].body = body
    return capture, body


DATA = chat("one \\ud83d", "\\ude00 two ", "<function_calls> three") + sse('{"type":"news"}')


@given(st.lists(st.integers(0, len(DATA)), max_size=8), st.integers(1, 3))
def test_reads_of_any_size_make_the_same_rows(cuts: list[int], every: int) -> None:
    capture, body = live_capture(DATA)
    sink = sink_of(capture)
    feeder = LiveFeeder(capture, PROFILE, sink.take)
    bounds = [0, *sorted(cuts), len(DATA)]
    for number, (start, end) in enumerate(pairwise(bounds)):
        body.data += DATA[start:end]
        feeder.feed(end - start, float(number))
        if number % every == 0:
            feeder.flush()
    feeder.close()
    feeder.flush()
    whole = processed(opened(DATA))
    assert rows(sink.store) == rows(whole)
    assert sink.store.verdict == whole.verdict
    assert sink.store.unknown == whole.unknown
    chunks = [sink.store.chunk(number) for number in range(sink.store.chunk_count)]
    assert [(chunk.start, chunk.end) for chunk in chunks] == list(pairwise(bounds))
    assert [chunk.time_ms for chunk in chunks] == [float(n) for n in range(len(chunks))]


def test_a_long_read_takes_several_slices(clock: list[float]) -> None:
    data = chat(*(f"word {number} " for number in range(1000)))
    capture, body = live_capture(data)
    sink = sink_of(capture)
    feeder = LiveFeeder(capture, PROFILE, sink.take)
    body.data = data
    feeder.feed(len(data))
    feeder.feed(0)
    assert feeder.waiting == 2
    assert feeder.step(2)
    assert 0 < sink.store.bytes_done < len(data)
    while feeder.step(2):
        pass
    assert clock[0] > 0
    assert feeder.waiting == 0
    assert sink.store.bytes_done == len(data)
    assert not sink.store.done


def test_nothing_is_given_where_nothing_came() -> None:
    capture, _ = live_capture(DATA)
    sink = sink_of(capture)
    feeder = LiveFeeder(capture, PROFILE, sink.take)
    assert not feeder.step(4)
    assert not sink.batches
    feeder.close()
    assert not feeder.step(4)
    assert not feeder.step(4)
    assert len(sink.batches) == 1
    assert sink.store.done


def test_an_abort_ends_the_turn_as_cancelled() -> None:
    capture, body = live_capture(DATA)
    sink = sink_of(capture)
    feeder = LiveFeeder(capture, PROFILE, sink.take)
    body.data = DATA[:90]
    feeder.feed(90)
    feeder.close("abort")
    feeder.flush()
    assert sink.store.turns_of_exchange(0)[0].end == "cancelled"


@pytest.mark.parametrize("budget", [0.0, 1000.0])
def test_exchanges_that_come_one_behind_the_other_make_the_same_rows(budget: float) -> None:
    whole = open_capture(TWO)
    first, second = whole.exchanges
    capture = Capture(whole.name, whole.format, [first])
    sink = sink_of(capture)
    feeder = LiveFeeder(capture, PROFILE, sink.take)
    for exchange in (first, second):
        if exchange is second:
            capture.add(exchange)
            feeder.begin(exchange)
        for chunk in exchange.chunks():
            feeder.feed(len(chunk.data), chunk.time_ms)
            feeder.step(budget)
        feeder.end(exchange.end)
    feeder.close()
    while feeder.step(budget):
        pass
    wanted = processed(open_capture(TWO))
    assert rows(sink.store) == rows(wanted)
    assert sink.store.verdict == wanted.verdict
    assert sink.store.unknown == wanted.unknown
    assert sink.store.done
    assert [batch.exchange for batch in sink.batches if batch.last][-1] == 1
    assert sink.store.chunk_count == wanted.chunk_count
