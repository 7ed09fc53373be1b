"""How fast the engine is, against the least that any engine does in the same loop.

    python tests/bench/engine_speed.py [SIZE]

For each stream, in deltas of 4 and of 64 characters and as one delta: deltas a second, and the
ratio to the floor (one call a delta, one look for ``<``), best of three, for the profile
``wiretail`` with decisions and spans, and for ``vscode-lm``. Then how the time of hostile texts
grows from a quarter of SIZE characters (1,000,000) to all of it, as an exponent, and how much
memory a turn of 100 * SIZE characters takes whose caller keeps nothing. CPU time of this process.
Exits 1 where something grows faster than n^1.1, or the turn takes more than 20 MB.
"""

import gc
import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from wiretail.engine.stream import Stream
from wiretail.model.deltas import Channel, TextDelta
from wiretail.model.events import Call, Text
from wiretail.profiles import load_profile

sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from bench.engine_texts import HOSTILE, STREAMS, TOOLS, prose
from bench.streams import anonymous_memory, say

TEXT = Channel()
MOST_GROWTH, MOST_MB = 1.1, 20.0
#: Less time than this says nothing about growth (seconds).
_LEAST = 0.02

Feed = Callable[[str], tuple[str, Sequence[Call]]]


def floor() -> tuple[Feed, Callable[[], object]]:
    """Return the least that any engine does."""

    def feed(delta: str) -> tuple[str, Sequence[Call]]:
        if delta.find("<") < 0:
            return delta, ()
        return delta, ()

    return feed, lambda: None


def engine(profile: str) -> tuple[Feed, Callable[[], object]]:
    """Return a stream under a profile."""
    stream = Stream(load_profile(profile), tools=TOOLS)
    take = stream.feed_delta

    def feed(delta: str) -> tuple[str, Sequence[Call]]:
        text, calls = "", []
        for item in take(TextDelta(TEXT, delta)):
            if type(item) is Text:
                text = text + item.text if text else item.text
            elif type(item) is Call:
                calls.append(item)
        return text, calls

    return feed, lambda: stream.close("done")


def seconds(made: tuple[Feed, Callable[[], object]], deltas: Sequence[str]) -> float:
    """Return the CPU time that some deltas take, in the loop that all are measured in."""
    feed, finish = made
    characters = found = 0
    gc.collect()
    begun = time.process_time()
    for delta in deltas:
        text, calls = feed(delta)
        if text:
            characters += len(text)
        for _ in calls:
            found += 1
    finish()
    return time.process_time() - begun


def cut(text: str, size: int) -> list[str]:
    """Return a text in deltas."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def speed(size: int) -> None:
    """Print deltas a second, and ratios to the floor."""
    for name, make in STREAMS.items():
        text = make(size)
        for length in (4, 64, len(text)):
            deltas = cut(text, length)
            least = min(seconds(floor(), deltas) for _ in range(3))
            for profile in ("wiretail", "vscode-lm"):
                best = min(seconds(engine(profile), deltas) for _ in range(3))
                say(
                    f"{name}, {length} a delta, {profile}: ratio {least / best:.4f};",
                    round(len(deltas) / best),
                    "deltas/s",
                )


def growth(size: int) -> float:
    """Print how the time of each text grows; return the greatest exponent."""
    most = 0.0
    for name, make in {**STREAMS, **HOSTILE}.items():
        for length in (4, size):
            small, large = (
                min(seconds(engine("wiretail"), cut(make(part), length)) for _ in range(2))
                for part in (size // 4, size)
            )
            exponent = math.log(large / small, 4) if large > _LEAST and small else 0.0
            most = max(most, exponent)
            say(f"{name}, {length} a delta: grows as n^{exponent:.2f};", large * 1000, "ms")
    return most


def turn(size: int) -> float:
    """Print and return how much memory a long turn takes, in MB, when nothing of it is kept."""
    part = prose(size)
    feed, finish = engine("wiretail")
    gc.collect()
    start = most = anonymous_memory()
    for _ in range(100):
        for at in range(0, len(part), 64):
            feed(part[at : at + 64])
        most = max(most, anonymous_memory())
    finish()
    used = (most - start) / 1e6
    say(f"a turn of {100 * size:,} characters: most above start", used, "MB")
    return used


def main() -> int:
    """Measure, print, and return the exit code."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    speed(size)
    grown, used = growth(size), turn(size)
    return 0 if grown <= MOST_GROWTH and used <= MOST_MB else 1


if __name__ == "__main__":
    sys.exit(main())
