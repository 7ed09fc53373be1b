"""Tool results cut until a request fits (spec: vscode-lm 12 and 13, recommended 11)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from wiretail.engine.request.counters import Counter
from wiretail.engine.request.shapes import ANTHROPIC, TEXTS, Block, blocks_of, kind_of, objects
from wiretail.engine.text.json_text import join_value
from wiretail.engine.text.middle_out import Cut, cut, cut_again
from wiretail.model.decisions import Decision, Kind

#: How a text is shortened to so many code points.
Shorten = Callable[[str, int], Cut]

#: More counts never make a bisection finer (spec: recommended 11.4).
_COUNTS = 24


class Meter(Protocol):
    """What things cost, in ``unit``."""

    @property
    def unit(self) -> str:
        """``characters`` or ``tokens``."""

    def block(self, block: Block) -> int:
        """Return the cost of a block."""

    def text(self, text: str) -> int:
        """Return the cost of a text alone."""

    def messages(self, count: int) -> int:
        """Return what so many messages cost beside their blocks."""

    def shorten(self, text: str, limit: int, floor: int, how: Shorten) -> Cut:
        """Return the text cut to a cost of ``limit``, never below ``floor`` code points."""


@dataclass(frozen=True, slots=True)
class Characters:
    """Costs in code points; ids, names and what is unknown are free (spec: vscode-lm 12)."""

    image: int = 64
    unit: str = "characters"

    def block(self, block: Block) -> int:
        """Return the length of its text; an image has a fixed cost, one inside a result none."""
        if block.kind == "image":
            return self.image
        return 0 if block.kind == "other" else len(block.text)

    def text(self, text: str) -> int:
        """Return its length."""
        return len(text)

    def messages(self, count: int) -> int:  # noqa: ARG002 - they are free
        """Return 0."""
        return 0

    def shorten(self, text: str, limit: int, floor: int, how: Shorten) -> Cut:
        """Return the text cut to the limit, or the floor."""
        return how(text, max(limit, floor))


@dataclass(frozen=True, slots=True)
class Tokens:
    """Costs in tokens, overhead included (spec: recommended 11.3)."""

    count: Counter
    image: int = 1600
    unit: str = "tokens"

    def block(self, block: Block) -> int:
        """Return 8, its text, its ids and names, its images."""
        names = sum(self.count(name) for name in block.names)
        text = self.count(block.text) + (self.count(block.more) if block.more else 0)
        return 8 + names + text + block.images * self.image

    def text(self, text: str) -> int:
        """Return its count."""
        return self.count(text)

    def messages(self, count: int) -> int:
        """Return 4 for each."""
        return 4 * count

    def shorten(self, text: str, limit: int, floor: int, how: Shorten) -> Cut:
        """Return the longest cut within the limit that a bisection finds, or the floor."""
        low, high = min(floor, len(text)), len(text)
        best = how(text, low)
        for _ in range(min(_COUNTS, (high - low).bit_length())):
            middle = (low + high + 1) // 2
            tried = how(text, middle)
            if self.count(tried.text) <= limit:
                low, best = middle, tried
            else:
                high = middle - 1
        return best


@dataclass(frozen=True, slots=True)
class Fit:
    """The request's body, what it costs now, whether that is within the budget, what was cut."""

    body: dict[str, Any]
    remaining: int
    fits: bool
    decisions: tuple[Decision, ...] = ()


def cost_of(body: dict[str, Any], shape: str, meter: Meter) -> int:
    """Return what the messages of a request cost.

    >>> cost_of({"messages": [{"role": "user", "content": "Go"}]}, ANTHROPIC, Characters())
    2
    """
    blocks = blocks_of(body, shape)
    return sum(map(meter.block, blocks)) + meter.messages(_count(body))


def _count(body: dict[str, Any]) -> int:
    items = body.get("messages", body.get("input"))
    return len(items) if isinstance(items, list) else 1


def fit_window(
    body: dict[str, Any],
    budget: float,
    *,
    shape: str = ANTHROPIC,
    meter: Meter | None = None,
    strategy: str = "largest-first",
    floor: int = 2000,
) -> Fit:
    """Return a copy of a request whose tool results are cut until its cost is in the budget.

    ``strategy`` is ``largest-first`` or ``level``; ``floor`` in code points, no result goes below.
    A budget that is not a finite number above 0 changes nothing. Nothing is dropped, and every
    result stays with its call.

    >>> result = {"type": "tool_result", "tool_use_id": "c", "content": "x" * 9000}
    >>> fit_window({"messages": [{"role": "user", "content": [result]}]}, 5000).remaining
    5000
    """
    meter = meter or Characters()
    body = join_value(body).value
    blocks = blocks_of(body, shape)
    cost = sum(map(meter.block, blocks)) + meter.messages(_count(body))
    if not math.isfinite(budget) or budget <= 0 or cost <= budget:
        return Fit(body, cost, cost <= budget)
    results = [
        block
        for block in blocks
        if block.kind == "result" and isinstance(block.holder.get(block.key), str | list)
    ]
    decisions: list[Decision] = []
    cutter = _level if strategy == "level" else _largest_first
    for block, done in cutter(results, cost - math.floor(budget), floor, meter):
        cost += meter.text(done.text) - meter.text(block.text)
        decisions.append(_decision(block, done))
        _write(block, done.text)
    return Fit(body, cost, cost <= budget, tuple(decisions))


def _largest_first(
    results: list[Block], over: int, floor: int, meter: Meter
) -> list[tuple[Block, Cut]]:
    cuts: list[tuple[Block, Cut]] = []
    for block in sorted(results, key=lambda block: -len(block.text)):
        if over <= 0 or len(block.text) <= floor:
            break
        length = meter.text(block.text)
        done = meter.shorten(block.text, length - over, floor, cut)
        over -= length - meter.text(done.text)
        cuts.append((block, done))
    return cuts


def _level(results: list[Block], over: int, floor: int, meter: Meter) -> list[tuple[Block, Cut]]:
    """Cut exactly those above the largest level that fits; none fits: all to the floor."""
    high = [meter.text(block.text) for block in results]
    low = [
        min(meter.text(cut_again(block.text, floor).text), most)
        for block, most in zip(results, high, strict=True)
    ]
    room = sum(high) - over
    bottom, top = -1, max(high, default=0)
    while bottom < top:
        level = (bottom + top + 1) // 2
        sides = zip(low, high, strict=True)
        if sum(min(most, max(level, least)) for least, most in sides) <= room:
            bottom = level
        else:
            top = level - 1
    return [
        (block, meter.shorten(block.text, bottom, floor, cut_again))
        for block, most in zip(results, high, strict=True)
        if most > bottom and len(block.text) > floor
    ]


def _decision(block: Block, done: Cut) -> Decision:
    evidence = {
        "path": block.path,
        "taken": (done.start, done.end),
        "chars": len(block.text),
        "kept_chars": len(done.text),
    }
    return Decision(Kind.TRUNCATED, "window.fit", "window", evidence=evidence)


def _write(block: Block, text: str) -> None:
    content = block.holder[block.key]
    if isinstance(content, str):
        block.holder[block.key] = text
        return
    kinds = [part["type"] for part in objects(content) if kind_of(part) in TEXTS]
    rest = [part for part in content if not (isinstance(part, dict) and kind_of(part) in TEXTS)]
    block.holder[block.key] = [{"type": kinds[0], "text": text}, *rest]
