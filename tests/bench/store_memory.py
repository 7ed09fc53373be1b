"""What a million chunks cost in memory: each with its frame, delta and event.

    python tests/bench/store_memory.py [MILLIONS]

Makes a stream with one event a read in a temporary folder, and takes it through the engine as a
live source would bring it: one read, one chunk. Prints the growth of anonymous memory above start
for each million chunks (engine, packer and store in one process). Exits 1 when it is over 80 MB.
"""

import gc
import sys
import tempfile
from pathlib import Path

from wiretail.captures import open_capture
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.feeder import LiveFeeder

sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from bench.streams import END, anonymous_memory, event, say

STEP = 10_000


def main() -> int:
    """Make the stream, measure, and return the exit code."""
    millions = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    count = int(millions * 1e6)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sse"
        with path.open("wb") as file:
            file.writelines(event(number) for number in range(count))
            file.write(END)
        capture = open_capture(path)
        profile = load_profile("wiretail")
        store = Store(capture, profile["repair.bytes"])
        feeder = LiveFeeder(capture, profile, store.append)
        feeder.feed(len(event(0)), 0.0)  # what is made once is made before the start
        feeder.flush()
        gc.collect()
        start = anonymous_memory()
        most = start
        for number in range(1, count):
            feeder.feed(len(event(number)), number / 10)
            if number % STEP == 0:
                feeder.flush()
                most = max(most, anonymous_memory())
        feeder.feed(len(END), count / 10)
        feeder.close()
        feeder.flush()
        most = max(most, anonymous_memory())
        assert store.chunk_count == count + 1
        assert store.row_count >= count
        used = (most - start) / 1e6 / millions
        say(
            f"rows a million chunks: {store.row_count / millions:,.0f}; frames",
            store.frame_count,
            "",
        )
        return 0 if say("anonymous memory for a million chunks", used, "MB", 80) else 1


if __name__ == "__main__":
    sys.exit(main())
