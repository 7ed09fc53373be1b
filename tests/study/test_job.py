import gzip
import pickle
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from shared import FIXTURES
from store.made import chat, opened, processed
from wiretail.captures import Capture, open_capture
from wiretail.errors import CaptureError
from wiretail.profiles import load_profile
from wiretail.store import Batch, Store
from wiretail.study import job as module
from wiretail.study.feeder import Feeder
from wiretail.study.job import Order, Prefer, Reopen, replay_job, replay_order
from wiretail.study.rows import stored_row
from wiretail.study.run import Offer
from wiretail.worker.link import Link

PROFILE = load_profile("wiretail")


class Gathering(Link):
    """A link that keeps what is sent, and says words of its own."""

    def __init__(self, connection: Connection, words: list[Any]) -> None:
        super().__init__(connection, 1)
        self.sent: list[Batch] = []
        self.said = words

    def send(self, value: Any) -> None:
        self.sent.append(pickle.loads(pickle.dumps(value)))

    def words(self) -> list[Any]:
        words, self.said = self.said, []
        return words


def done(order: Order | None, *words: Any) -> list[Batch]:
    """Return the batches of an order that travelled as it does to the worker."""
    ours, _ = Pipe()
    link = Gathering(ours, list(words))
    replay_job(pickle.loads(pickle.dumps(order)), link)
    return link.sent


def rows(capture: Capture, batches: list[Batch]) -> list[dict[str, Any]]:
    store = Store(capture)
    for batch in batches:
        store.append(batch)
    return [stored_row(store, number) for number in range(store.row_count)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "a.sse"
    made.write_bytes(chat(*(f"word {number} " for number in range(3000))))
    return made


def expected(capture: Capture, **offer: Any) -> list[dict[str, Any]]:
    store = processed(capture, **offer)
    return [stored_row(store, number) for number in range(store.row_count)]


def test_a_capture_in_a_file_travels_as_its_place(path: Path) -> None:
    capture = open_capture(path)
    order = replay_order(capture, path, PROFILE)
    assert len(pickle.dumps(order)) < 10_000
    assert rows(capture, done(order)) == expected(capture)


def test_a_capture_in_memory_travels_whole() -> None:
    capture = opened(chat("a", "b"))
    assert rows(capture, done(replay_order(capture, None, PROFILE))) == expected(capture)


def test_the_offer_goes_with_it() -> None:
    capture = open_capture(FIXTURES / "captures" / "leak.txt")
    order = replay_order(capture, None, PROFILE, Offer(any=True))
    assert rows(capture, done(order)) == expected(capture, any=True)


def test_what_cannot_travel_is_opened_again(path: Path) -> None:
    packed = path.with_suffix(".gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    capture = open_capture(packed, dialect="openai-chat")
    order = replay_order(capture, packed, PROFILE, dialect="openai-chat")
    assert order is not None
    assert order.capture == Reopen(str(packed), "sse", "openai-chat", capture.size)
    assert rows(capture, done(order)) == expected(capture)


def test_what_is_too_long_to_travel_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_CARRIED", 10)
    capture = open_capture(path, data=path.read_bytes())
    order = replay_order(capture, path, PROFILE)
    assert order is not None
    assert isinstance(order.capture, Reopen)
    assert replay_order(capture, None, PROFILE) is None


def test_a_file_that_changed_meanwhile_is_an_error(path: Path) -> None:
    capture = open_capture(path)
    order = Order(Reopen(str(path), "sse", None, capture.size + 1), PROFILE, Offer())
    with pytest.raises(CaptureError, match="changed while it was open"):
        done(order)


def test_an_exchange_in_a_file_travels_as_a_part_of_it(tmp_path: Path) -> None:
    copy = tmp_path / "redirect.curl.txt"
    copy.write_bytes((FIXTURES / "captures" / copy.name).read_bytes())
    capture = open_capture(copy)
    order = replay_order(capture, copy, PROFILE)
    assert order is not None
    assert isinstance(order.capture, Capture)
    assert rows(capture, done(order)) == expected(capture)


def test_the_exchange_in_view_is_asked_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    preferred: list[int] = []
    monkeypatch.setattr(Feeder, "prefer", lambda _, exchange: preferred.append(exchange))
    monkeypatch.setattr(module, "_FIRST_MS", 0.0)
    done(replay_order(open_capture(path), path, PROFILE), "no word of ours", Prefer(3))
    assert preferred == [3]
