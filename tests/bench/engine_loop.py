"""The loop that the engine and its floor are measured in, and what is measured there.

An engine is a pair: ``feed(delta)`` returns the text that became visible and the calls that became
known, ``finish()`` the last of both. All of them, the floors included, run in :func:`drive`, so
that a ratio means something.
"""

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from bench.engine_texts import HOSTILE, STREAMS, TOOLS, prose
from wiretail.engine.matcher import Matcher
from wiretail.engine.outlet import Out
from wiretail.engine.plan import MatcherPlan
from wiretail.engine.stream import Stream
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import Turn
from wiretail.model.deltas import Channel, TextDelta
from wiretail.model.events import Call, Text
from wiretail.profiles import load_profile

Said: TypeAlias = tuple[str, Iterable[Any]]
Engine: TypeAlias = tuple[Callable[[Any], Said], Callable[[], Said]]

ROUNDS = 3
_NOTHING: Said = ("", ())
_FRAME = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1700000000}


def drive(engine: Engine, deltas: Sequence[Any]) -> tuple[float, int, int]:
    """Return CPU seconds of this process, visible characters, and calls."""
    feed, finish = engine
    characters = found = 0
    gc.collect()
    start = time.process_time()
    for delta in deltas:
        text, calls = feed(delta)
        if text:
            characters += len(text)
        for _ in calls:
            found += 1
    text, calls = finish()
    characters += len(text)
    found += sum(1 for _ in calls)
    return time.process_time() - start, characters, found


# --- engines ------------------------------------------------------------------------------


def find() -> Engine:
    """The least that any engine does: one call a delta, one look for a marker's beginning."""

    def feed(delta: str) -> Said:
        if delta.find("<") < 0:
            return delta, ()
        return delta, ()

    return feed, lambda: _NOTHING


def decode() -> Engine:
    """The price of decoding the same deltas from their lines (:func:`lines`)."""

    def feed(line: bytes) -> Said:
        return orjson.loads(line[6:])["choices"][0]["delta"]["content"], ()

    return feed, lambda: _NOTHING


def lines(deltas: Sequence[str]) -> list[bytes]:
    """Return deltas as the lines of a stream of events."""
    made = []
    for delta in deltas:
        choice = {"index": 0, "delta": {"content": delta}, "logprobs": None, "finish_reason": None}
        made.append(b"data: " + orjson.dumps({**_FRAME, "model": "m", "choices": [choice]}))
    return made


class _Nowhere:
    """Takes what a matcher settles, and does nothing with it."""

    def show(self, *_: object) -> None: ...
    def drop(self, *_: object) -> None: ...
    def note(self, *_: object) -> None: ...
    def now(self, *_: object) -> None: ...
    def trip(self, *_: object) -> None: ...
    def mark(self, *_: object) -> None: ...


def matcher(name: str = "wiretail") -> Engine:
    """The matcher of a profile alone, before a sink that does nothing: its text is not told."""
    profile = load_profile(name)
    toolbox = Toolbox(TOOLS, profile.settings)
    plan = MatcherPlan(profile, recovers=toolbox.offers_any)
    alone, words = Matcher(plan, Channel(), Turn(toolbox), _Nowhere()), plan.stray_words

    def feed(delta: str) -> Said:
        blank = alone.line_is_blank
        begins = plan.may_open.search(delta) or words.may_stand_in(delta, begins_line=blank)
        if alone.idle and not begins:
            alone.skip(delta)
        else:
            alone.feed(delta)
        return _NOTHING

    def finish() -> Said:
        alone.settle(None)
        return _NOTHING

    return feed, finish


def whole(name: str = "wiretail") -> Engine:
    """The engine under a profile, with its decisions and spans."""
    stream = Stream(load_profile(name), tools=TOOLS)
    channel, take = Channel(), stream.feed_delta

    def said(out: Out) -> Said:
        text, calls = "", []
        for item in out:
            if type(item) is Text:
                text = text + item.text if text else item.text
            elif type(item) is Call:
                calls.append(item)
        return text, calls

    return lambda delta: said(take(TextDelta(channel, delta))), lambda: said(stream.close("done"))


ENGINES: dict[str, Callable[[], Engine]] = {"matcher": matcher, "wiretail": whole}


# --- what is measured, each in a process of its own ----------------------------------------


def cut(text: str, size: int) -> list[str]:
    """Return a text in deltas of so many characters; 0: in one."""
    return [text[at : at + size] for at in range(0, len(text), size)] if size else [text]


@dataclass(frozen=True)
class Measured:
    """CPU seconds for a quarter, a half and all of a text; of the floors for all of it."""

    deltas: int
    seconds: tuple[float, float, float]
    find: float
    decode: float
    peak: int  # bytes above the start, deltas not counted


def measure(engine: str, text: str, size: int, length: int) -> Measured:
    """Measure an engine on ``size`` characters of a text, in deltas of ``length``."""
    make = {**STREAMS, **HOSTILE}[text]
    small, middle, large = (cut(make(part), length) for part in (size // 4, size // 2, size))
    peak = _peak(lambda: drive(ENGINES[engine](), large))
    first, second, third = (_best(ENGINES[engine], deltas) for deltas in (small, middle, large))
    floors = _best(find, large), _best(decode, lines(large))
    return Measured(len(large), (first, second, third), *floors, peak)


def long_turn(size: int) -> int:
    """Return how much memory a turn takes whose caller keeps nothing, in bytes above the start."""
    part = cut(prose(min(size, 1_000_000)), 64)
    feed, finish = whole()

    def run() -> None:
        for _ in range(max(1, size // 1_000_000)):
            for delta in part:
                feed(delta)
        finish()

    return _peak(run)


def _best(make: Callable[[], Engine], deltas: Sequence[Any]) -> float:
    return min(drive(make(), deltas)[0] for _ in range(ROUNDS))


def _peak(run: Callable[[], object]) -> int:
    """Return how far resident memory rose above its start (Linux)."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the highest so far is now
    start = _kilobytes("VmRSS")
    run()
    return max(0, _kilobytes("VmHWM") - start) * 1024


def _kilobytes(name: str) -> int:
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise OSError(f"no {name}: this bench needs Linux")
