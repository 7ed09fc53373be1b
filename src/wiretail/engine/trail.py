"""Is there prose on the rest of a line behind blocks?

Spec: vscode-lm 5.4 and 5.5.

Tags are stripped by a stack of depth counters. All blocks of a line read the same text behind
them, so one shift is kept for all; an earlier block never has fewer open ``<`` than a later one, so
blocks fail from the end of the list only. Every character is looked at once.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from wiretail.engine.text.whitespace import WS

_BLANK = re.escape(WS)
_PIECE = re.compile(rf"<+|>+|[^<>{_BLANK}]+")

Block = TypeVar("Block")


@dataclass(slots=True)
class _Reading:
    """How many blocks still hold, and what was added to the depth of each since it was noted."""

    alive: int = 0
    shift: int = 0


@dataclass(slots=True)
class Trail(Generic[Block]):
    """The blocks of one line that wait for its end, in order.

    Methods return the blocks that are settled now: with prose behind them, or without.
    """

    _blocks: list[Block] = field(default_factory=list)
    _depths: list[int] = field(default_factory=list)
    _now: _Reading = field(default_factory=_Reading)
    _sibling: _Reading | None = None
    _sibling_line_over: bool = False

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def wait(self, block: Block) -> None:
        """Let a block that has just closed wait for the rest of its line."""
        self._blocks.append(block)
        self._depths.append(-self._now.shift)
        self._now.alive += 1

    def read(self, text: str) -> list[Block]:
        """Take text of the line (no LF in it); return the blocks that have prose behind them."""
        self._fail(self._now, text)
        failed = self._blocks[self._now.alive :]
        del self._blocks[self._now.alive :]
        del self._depths[self._now.alive :]
        return failed

    def end_line(self) -> tuple[list[Block], list[Block]]:
        """The line is over: return the blocks without prose behind them, and those with."""
        reading = self._sibling or self._now
        clean_from = reading.alive
        while clean_from and self._depths[clean_from - 1] + reading.shift == 0:
            clean_from -= 1
        clean = self._blocks[clean_from : reading.alive]
        prose = self._blocks[:clean_from] + self._blocks[reading.alive :]
        self._blocks, self._depths, self._now = [], [], _Reading()
        self._sibling = None
        return clean, prose

    def stop(self, ends: Callable[[Block], bool]) -> tuple[list[Block], list[Block]]:
        """End the line for some blocks only (their wrapper closes here); as :meth:`end_line`.

        If the first does not end, none does: only a wrapper that stands in front of all blocks of a
        line can begin it. So a line with many closers is not gone through at each of them.
        """
        clean: list[Block] = []
        prose: list[Block] = []
        if not self._blocks or not ends(self._blocks[0]):
            return clean, prose
        rest = _Reading(0, self._now.shift)
        blocks, depths, self._blocks, self._depths = self._blocks, self._depths, [], []
        for block, depth in zip(blocks, depths, strict=True):
            if not ends(block):
                self._blocks.append(block)
                self._depths.append(depth)
                rest.alive += 1
            elif depth + rest.shift:
                prose.append(block)
            else:
                clean.append(block)
        self._now = rest
        return clean, prose

    # A sibling block that is open is cut out if it closes, and plain text if it never does.

    def open_sibling(self) -> None:
        """A block begins on the line: read it on trial, as the text that it is if it never ends."""
        self._sibling = _Reading(self._now.alive, self._now.shift)
        self._sibling_line_over = False

    def read_sibling(self, text: str) -> None:
        """Take text of the open sibling; only what stands on the line counts."""
        if self._sibling is None or self._sibling_line_over:
            return
        line, newline, _ = text.partition("\n")
        self._sibling_line_over = bool(newline)
        self._fail(self._sibling, line)

    def close_sibling(self) -> None:
        """The sibling is a whole block, and cut out; or none at all, and read as text."""
        self._sibling = None

    def _fail(self, reading: _Reading, text: str) -> None:
        depths = self._depths
        for match in _PIECE.finditer(text):
            piece = match[0]
            if piece[0] == "<":
                reading.shift += len(piece)
            elif piece[0] == ">":
                reading.shift -= len(piece)
                while reading.alive and depths[reading.alive - 1] + reading.shift < 0:
                    reading.alive -= 1
            else:
                while reading.alive and depths[reading.alive - 1] + reading.shift == 0:
                    reading.alive -= 1
            if not reading.alive:
                return
