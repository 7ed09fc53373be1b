"""The index of lines beside a plain pass that only counts line feeds, in the same run.

    python tests/bench/store_lines.py [MB]

Makes a stream of 1 GB (or MB) in a temporary folder. The pass reads blocks of 64 KiB and calls
``bytes.count``; the index may take at most twice as long. Both run three times in turn, the best
counts. Checks the index against a plain split of the first lines, and random lines against the
file. Exits 1 when a goal is missed.
"""

import random
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from wiretail.captures.body import FileBody
from wiretail.store import LineIndex

sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from bench.streams import anonymous_memory, percentile, say, write_stream

BLOCK = 65_536
ROUNDS = 3
CHECKED = 200_000
LOOKUPS = 2000


def counted(path: Path) -> tuple[int, float]:
    """Count line feeds in one pass; return how many, and how long it took in s."""
    began = time.perf_counter()
    lines = 0
    with path.open("rb", buffering=0) as file:
        while data := file.read(BLOCK):
            lines += data.count(b"\n")
    return lines, time.perf_counter() - began


def indexed(path: Path) -> tuple[LineIndex, float]:
    """Index a file; return the index, and how long it took in s."""
    began = time.perf_counter()
    index = LineIndex(FileBody(path, 0, path.stat().st_size))
    while index.step():
        pass
    return index, time.perf_counter() - began


def check(index: LineIndex, path: Path) -> list[float]:
    """Compare the index with the file; return how long random lookups took, in ms."""
    at = 0
    with path.open("rb") as file:
        for number, line in enumerate(islice(file, CHECKED)):
            assert index.line(number) == (at, at + len(line) - 1), number
            at += len(line)
        chance = random.Random(1)
        took: list[float] = []
        for _ in range(LOOKUPS):
            number = chance.randrange(1, len(index))
            began = time.perf_counter()
            start, end = index.line(number)
            took.append((time.perf_counter() - began) * 1000)
            file.seek(start - 1)
            data = file.read(end - start + 2)
            assert data[:1] == data[-1:] == b"\n", number
            assert b"\n" not in data[1:-1], number
    return took


def main() -> int:
    """Make the stream, measure, and return the exit code."""
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 1000.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sse"
        write_stream(path, int(size * 1e6))
        memory = anonymous_memory()
        passes, indexes = [], []
        for _ in range(ROUNDS):
            lines, seconds = counted(path)
            passes.append(seconds)
            index, seconds = indexed(path)
            indexes.append(seconds)
            assert len(index) == lines
        say("anonymous memory", (anonymous_memory() - memory) / 1e6, "MB")
        say(f"bytes.count over {path.stat().st_size / 1e6:,.0f} MB", min(passes) * 1000, "ms")
        say(f"index of {lines:,} lines", min(indexes) * 1000, "ms")
        took = check(index, path)
        kept = [
            say("index beside the pass", min(indexes) / min(passes), "times", 2),
            say("lookup of a random line, p99", percentile(took, 0.99), "ms", 16),
        ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
