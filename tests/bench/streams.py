"""What the benches are run on, and how they measure."""

import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

WORDS = (
    "The",
    "answer",
    "depends",
    "on",
    "what",
    "was",
    "asked",
    "for;",
    "see",
    "<b>",
    "caf\u00e9",
)


def event(number: int) -> bytes:
    """Return one event of an answer in OpenAI's chat dialect, as providers write them."""
    delta = {"content": f"{WORDS[number % len(WORDS)]} {number} "}
    chunk = {
        "id": "chatcmpl-9fK2mZ0Qw1",
        "object": "chat.completion.chunk",
        "created": 1700000000,
        "model": "some-model-2025-01-01",
        "choices": [{"index": 0, "delta": delta, "finish_reason": None}],
    }
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"


END = b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


def events() -> Iterator[bytes]:
    """Yield events without end."""
    number = 0
    while True:
        yield event(number)
        number += 1


def write_stream(path: Path, size: int) -> int:
    """Write a stream of about ``size`` bytes, repeating 10 MB of it; return how many events."""
    block: list[bytes] = []
    known = 0
    for data in events():
        block.append(data)
        known += len(data)
        if known >= min(10_000_000, size):
            break
    joined = b"".join(block)
    times = max(round(size / known), 1)
    with path.open("wb") as file:
        for _ in range(times):
            file.write(joined)
        file.write(END)
    return times * len(block)


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value that ``part`` of all are not above."""
    ordered = sorted(values)
    return ordered[min(math.ceil(part * len(ordered)) - 1, len(ordered) - 1)]


def anonymous_memory(pid: int | str = "self") -> int:
    """Return the anonymous memory of a process in bytes (Linux); mapped files do not count."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    raise OSError("no RssAnon: this bench needs Linux")


def say(name: str, value: float, unit: str, goal: float | None = None) -> bool:
    """Print a figure beside its goal (at most that); return whether it is kept."""
    kept = goal is None or value <= goal
    told = "" if goal is None else f" (goal: at most {goal:g} {unit}{'' if kept else ', MISSED'})"
    sys.stdout.write(f"{name}: {value:,.1f} {unit}{told}\n")
    sys.stdout.flush()
    return kept
