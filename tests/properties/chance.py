"""Makes values out of drawn bytes: a byte a choice, and small bytes are simple choices.

Hypothesis asks for a second of work for each hundred turns when it draws every choice by itself.
One string of bytes costs a twentieth of that, and still shrinks: byte by byte, towards 0, which is
the first of every table and the end of every list.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

_T = TypeVar("_T")


class Chance:
    """Reads choices from bytes; behind their end every choice is the simplest one."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, limit: int) -> int:
        """Return a number under ``limit``, which is at most 256."""
        byte = self._data[self._at] if self._at < len(self._data) else 0
        self._at += 1
        return byte * limit >> 8

    def pick(self, among: Sequence[_T]) -> _T:
        """Return one of at most 256 things; the first is the simplest."""
        return among[self.below(len(among))]

    def one_in(self, times: int) -> bool:
        """Tell whether something rare happens: once in so many times."""
        return self.below(times) == times - 1

    def joined(self, groups: Sequence[Sequence[str]], most: int, least: int = 0) -> str:
        """Return a text of ``least`` to ``most`` pieces, each from one of the groups."""
        count = least + self.below(most - least + 1)
        return "".join([self.pick(self.pick(groups)) for _ in range(count)])


@st.composite
def made(draw: st.DrawFn, build: Callable[[Chance], _T], size: int) -> _T:
    """Return what ``build`` makes of ``size`` bytes."""
    return build(Chance(draw(st.binary(min_size=size, max_size=size))))


def joined(groups: Sequence[Sequence[str]], most: int, least: int = 0) -> st.SearchStrategy[str]:
    """Return texts of ``least`` to ``most`` pieces, each from one of the groups."""
    return made(lambda chance: chance.joined(groups, most, least), 1 + 2 * most)
