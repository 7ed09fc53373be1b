"""The same text in other pieces.

How a provider cuts its deltas must not change what comes out (law 1 of the engine, design page).
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from wiretail.study.conform.cases import Case

#: Cases with more text than this are cut fewer times (code points).
LARGE = 64 * 1024
LARGE_TIMES = 3
#: Up to so many characters a text is also cut into single ones.
_SMALL = 4096

Delta = Mapping[str, Any]


def recuts(case: Case, times: int) -> Iterator[list[dict[str, Any]]]:
    """Yield the deltas of a case, their text cut anew, the same way for every run of a case.

    First each text whole, then each in single characters, then at random places.
    """
    deltas = case.input["deltas"]
    seed = case.id.encode("utf-8", "backslashreplace").decode()
    size = sum(len(delta["text"]) for delta in deltas if "text" in delta)
    if size > LARGE:
        times = min(times, LARGE_TIMES)
    for number in range(times):
        chance = random.Random(f"{seed}/{number}")  # noqa: S311 - repeatable, not secret
        pieces = 1 if number == 0 else size if number == 1 and size <= _SMALL else None
        yield list(_recut(deltas, pieces, chance))


def _recut(
    deltas: Sequence[Delta], pieces: int | None, chance: random.Random
) -> Iterator[dict[str, Any]]:
    for key, group in groupby(deltas, _channel):
        run = list(group)
        if key is None:
            yield from (dict(delta) for delta in run)
            continue
        text = "".join(delta["text"] for delta in run)
        rest = {name: value for name, value in run[0].items() if name != "text"}
        for piece in _cut(text, pieces, chance):
            yield {"text": piece, **rest}


def _channel(delta: Delta) -> Any:
    return ("text", delta.get("index", 0)) if "text" in delta else None


def _cut(text: str, pieces: int | None, chance: random.Random) -> Iterator[str]:
    wanted = chance.randint(1, min(len(text), 64)) if pieces is None and text else pieces or 1
    most = max(0, len(text) - 1)
    cuts = sorted(chance.sample(range(1, len(text)), min(wanted - 1, most))) if most else []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        yield text[start:end]
