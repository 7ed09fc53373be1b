"""Following a file that another process appends to: 10,000 chunks a second.

    python tests/bench/store_follow.py [SECONDS [CHUNKS_A_SECOND]]

The writer is a process of its own; this one drains the follower and runs the engine in slices of
4 ms, 60 times a second, as a window does. Prints whether a chunk is missing (each carries its
number, all are read back from the store), how long a turn of the loop took, and how late the last
rows came. Exits 1 when one is missing or a goal is missed.
"""

import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

from wiretail.profiles import load_profile
from wiretail.sources.follow import Live, follow_file
from wiretail.sources.news import Arrived, Opened, Over
from wiretail.store import Store
from wiretail.study.feeder import LiveFeeder

sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from bench.streams import END, WORDS, event, percentile, say

FRAME_S = 1 / 60
SLICE_MS = 4.0
#: The window takes no more reads than it can process in a while.
MOST_READS = 64
PATIENCE_S = 60


def write(path: str, seconds: float, rate: int) -> None:
    """Append events at an even rate, 100 times a second."""
    count = int(seconds * rate)
    began = time.monotonic()
    with Path(path).open("ab", buffering=0) as file:
        for first in range(0, count, rate // 100):
            last = min(first + rate // 100, count)
            file.write(b"".join(event(number) for number in range(first, last)))
            time.sleep(max(began + last / rate - time.monotonic(), 0))
        file.write(END)


class Window:
    """The part of a window that follows: drains, feeds, and notes how long it took."""

    def __init__(self, live: Live) -> None:
        self.store: Store | None = None
        self.took: list[float] = []
        self.worked: list[float] = []
        self._live = live
        self._feeder: LiveFeeder | None = None

    def turn(self) -> None:
        """Do what is done once a frame."""
        began, worked = time.perf_counter(), time.thread_time()
        if self._feeder is None or self._feeder.waiting < MOST_READS:
            for news in self._live.drain(MOST_READS):
                self._take(news)
        if self._feeder is not None:
            self._feeder.step(SLICE_MS)
        self.took.append((time.perf_counter() - began) * 1000)
        self.worked.append((time.thread_time() - worked) * 1000)

    def _take(self, news: object) -> None:
        match news:
            case Opened():
                profile = load_profile("wiretail")
                self.store = Store(news.capture, profile["repair.bytes"])
                self._feeder = LiveFeeder(news.capture, profile, self.store.append)
            case Arrived() if self._feeder is not None:
                self._feeder.feed(news.size, news.time_ms)
            case Over():
                raise AssertionError(news.sentence)


def follow(path: Path, seconds: float, rate: int) -> tuple[Window, float]:
    """Follow until the turn has ended; return the window, and the seconds behind the writer."""
    context = multiprocessing.get_context("spawn")
    writer = context.Process(target=write, args=(str(path), seconds, rate))
    live = follow_file(path)
    live.start()
    writer.start()
    window = Window(live)
    written = 0.0
    deadline = time.monotonic() + seconds + PATIENCE_S
    try:
        while window.store is None or not window.store.turn_count:
            assert time.monotonic() < deadline, "the last chunk never came"
            began = time.monotonic()
            window.turn()
            if not written and not writer.is_alive():
                written = time.monotonic()
            time.sleep(max(began + FRAME_S - time.monotonic(), 0))
        return window, max(time.monotonic() - (written or time.monotonic()), 0.0)
    finally:
        live.stop()
        writer.join()


def missing(store: Store, count: int) -> int:
    """Return how many chunks did not come out as they were written."""
    shown = "".join(
        store.text(number) for number in range(store.row_count) if is_text(store, number)
    )
    words = (f"{WORDS[number % len(WORDS)]} {number} " for number in range(count))
    expected = "".join(words)
    if shown == expected:
        return 0
    return max(len(set(expected.split()) - set(shown.split())), 1)


def is_text(store: Store, number: int) -> bool:
    """Tell whether a row is an event of text."""
    return store.row(number).type == "text"


def main() -> int:
    """Follow, measure, and return the exit code."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    rate = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sse"
        path.touch()
        window, late = follow(path, seconds, rate)
        store = window.store
        assert store is not None
        count = int(seconds * rate)
        assert store.frame_count == count + 2, (store.frame_count, count)
        kept = [
            say(f"missing of {count:,} chunks", missing(store, count), "chunks", 0),
            say("a turn of the window's loop, p99", percentile(window.took, 0.99), "ms", 16),
        ]
        say("p99 of its CPU time alone", percentile(window.worked, 0.99), "ms")
        say("a turn of the window's loop, longest", max(window.took), "ms")
        say("the last rows came behind the writer by", late, "s")
        return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
