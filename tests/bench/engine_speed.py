"""How fast the engine is, against the least that any engine does in the same loop.

    python tests/bench/engine_speed.py
    python tests/bench/engine_speed.py --only speed --texts a b --lengths 4 --size 100000

``speed``: streams a to d, in deltas of 4 and of 64 characters and as one delta, through the bare
matcher and through all of the profile ``wiretail``: deltas a second, the ratio to the floors of the
same run, how the time grows over a quarter, a half and all of the text (as an exponent), and the
highest memory above the start. ``delta``: a to d as one delta of 5 MB, against a half and a
quarter. ``hostile``: 1 MB of one thing, over and over, in deltas of 64 characters and as one delta.
``turn``: 100 MB whose caller keeps nothing. ``--size`` stands for all of these sizes.

CPU time, the best of three, each figure from a process of its own. Exits 1 where something that
takes long enough to tell grows faster than n^1.1, or the turn takes 20 MB or more.
"""

import argparse
import math
import multiprocessing
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the folder of the tests
from bench import engine_loop
from bench.engine_texts import HOSTILE, STREAMS
from bench.streams import say

MOST_GROWTH, MOST_MB = 1.1, 20.0
SIZES = {"a": 5_242_880, "b": 5_242_880, "c": 784_000, "d": 200_000}
ONE_DELTA, LONG_TURN, HOSTILE_SIZE = 5_242_880, 100_000_000, 1_000_000
#: Less time than this says nothing about growth (CPU seconds, for a quarter of the text).
LEAST = 0.005


def alone(function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function in a fresh process, and return what it returns."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


def growth(seconds: Sequence[float]) -> float | None:
    """Return n's exponent: the slope over three sizes, each twice the one before, as logarithms."""
    return math.log(seconds[2] / seconds[0], 4) if seconds[0] >= LEAST else None


def figures(engine: str, text: str, size: int, length: int) -> bool:
    """Measure and print one line; return whether the time grows as it should."""
    found = alone(engine_loop.measure, engine, text, size, length)
    last = found.seconds[2]
    exponent = growth(found.seconds)
    kept = exponent is None or exponent <= MOST_GROWTH
    grows = "n^?" if exponent is None else f"n^{exponent:.2f}{'' if kept else ' MISSED'}"
    say(
        f"{text}, {size:,} characters, {length or 'all'} a delta, {engine}: "
        f"of find {found.find / last:.4f}, of decode {found.decode / last:.4f}, "
        f"{grows}, {last * 1000:,.1f} ms, {found.peak / 1e6:.1f} MB;",
        found.deltas / last,
        "deltas/s",
    )
    return kept


def speed(asked: argparse.Namespace) -> Iterable[bool]:
    """Measure the streams in deltas of every length."""
    for text in asked.texts:
        for length in asked.lengths or (4, 64, 0):
            for engine in asked.engines:
                yield figures(engine, text, asked.size or SIZES[text], length)


def delta(asked: argparse.Namespace) -> Iterable[bool]:
    """Measure one long delta."""
    for text in asked.texts:
        for engine in asked.engines:
            yield figures(engine, text, asked.size or ONE_DELTA, 0)


def hostile(asked: argparse.Namespace) -> Iterable[bool]:
    """Measure what is made to be slow."""
    for text in asked.hostile:
        for length in asked.lengths or (64, 0):
            yield figures("wiretail", text, asked.size or HOSTILE_SIZE, length)


def turn(asked: argparse.Namespace) -> Iterable[bool]:
    """Measure the memory of a long turn."""
    size = asked.size or LONG_TURN
    used = alone(engine_loop.long_turn, size)
    yield say(f"a turn of {size:,} characters, above the start", used / 1e6, "MB", MOST_MB)


PARTS = {"speed": speed, "delta": delta, "hostile": hostile, "turn": turn}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, print, and return the exit code."""
    parser = argparse.ArgumentParser(description="How fast the engine is.")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--texts", nargs="+", choices=STREAMS, default=list(STREAMS))
    parser.add_argument("--hostile", nargs="+", choices=HOSTILE, default=list(HOSTILE))
    parser.add_argument("--engines", nargs="+", default=list(engine_loop.ENGINES))
    parser.add_argument("--lengths", nargs="+", type=int, help="0: all at once")
    parser.add_argument("--size", type=int, help="characters, instead of each part's own")
    asked = parser.parse_args(arguments)
    kept = [one for part in asked.only for one in PARTS[part](asked)]  # all are measured
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
