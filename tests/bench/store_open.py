"""A large event stream in a store, the worker beside it: first rows, jumps, memory.

    python tests/bench/store_open.py [MB]

Makes a capture of 100 MB (or MB) in a temporary folder. Prints the time from opening to the first
rows (worker warm), the longest wait of the window's loop for a batch, the time of random jumps (a
screenful of 49 rows, each with its text) while it is processed and after, and how long all took.
Exits 1 when a goal is missed. A jump counts only if all its rows had text.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from wiretail.captures import open_capture
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.job import replay_job, replay_order
from wiretail.worker import Finished, Progressed, Worker

sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from bench.streams import anonymous_memory, percentile, say, write_stream

SCREEN = 49
FRAME_S = 1 / 60
JUMPS = 500


def jump(store: Store, chance: random.Random) -> tuple[float, float]:
    """Read a screenful at a random place; return how long it took, and its CPU time, in ms."""
    began, worked = time.perf_counter(), time.process_time()
    first = chance.randrange(max(store.row_count - SCREEN, 1))
    texts = []
    for number in range(first, min(first + SCREEN, store.row_count)):
        row = store.row(number)
        texts.append(store.text(number) if row.type == "text" else row.kind)
    assert all(texts)
    return (time.perf_counter() - began) * 1000, (time.process_time() - worked) * 1000


def worst(jumps: list[tuple[float, float]], which: int) -> float:
    """Return what 99 of 100 jumps do not take longer than."""
    return percentile([jump[which] for jump in jumps], 0.99)


def run(path: Path, worker: Worker) -> bool:
    """Measure one capture."""
    chance = random.Random(1)
    profile = load_profile("wiretail")
    memory = anonymous_memory()
    took: list[float] = []
    during: list[tuple[float, float]] = []
    began = time.perf_counter()
    capture = open_capture(path)
    store = Store(capture, profile["repair.bytes"])
    worker.run(replay_job, replay_order(capture, path, profile))
    first = 0.0
    over = False
    while not over:
        slept = time.perf_counter()
        for message in worker.receive():
            if isinstance(message, Progressed):
                store.append(message.value)
            else:
                assert isinstance(message, Finished), message
                over = True
        took.append((time.perf_counter() - slept) * 1000)
        if store.row_count:
            first = first or (time.perf_counter() - began) * 1000
            during.append(jump(store, chance))
        time.sleep(FRAME_S if first else 0.001)
    whole = time.perf_counter() - began
    after = [jump(store, chance) for _ in range(JUMPS)]
    kept = [
        say("open to first rows", first, "ms", 100),
        say("random jump while it is processed, p99", worst(during, 0), "ms", 16),
        say("random jump after, p99", worst(after, 0), "ms", 16),
        say("taking batches, p99 of a frame", percentile(took, 0.99), "ms", 16),
    ]
    say("random jump after, p99 of its CPU time alone", worst(after, 1), "ms")
    say(f"all of it, {store.row_count:,} rows, {store.frame_count:,} frames", whole, "s")
    say("anonymous memory, window", (anonymous_memory() - memory) / 1e6, "MB")
    say("anonymous memory, worker", anonymous_memory(worker.pid or 0) / 1e6, "MB")
    return all(kept)


def main() -> int:
    """Make the capture, measure, and return the exit code."""
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 100.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sse"
        write_stream(path, int(size * 1e6))
        worker = Worker(preload=("wiretail.study.job",))
        while worker._busy:  # warm, as it is beside a window
            worker.receive()
            time.sleep(0.01)
        try:
            return 0 if run(path, worker) else 1
        finally:
            worker.close()


if __name__ == "__main__":
    sys.exit(main())
