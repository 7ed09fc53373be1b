"""Which of many texts stand at a place: a tree of their common beginnings."""

from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class _Node(Generic[Item]):
    """What ends here, and how texts go on, by their next character."""

    __slots__ = ("branches", "items")

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.branches: dict[str, tuple[str, _Node[Item]]] = {}


class Leads(Generic[Item]):
    """Texts, each with an item. A look-up stops at the first difference from all of them."""

    __slots__ = ("_new", "_root")

    def __init__(self) -> None:
        self._root: _Node[Item] = _Node()
        self._new: list[tuple[str, Item]] = []

    def add(self, text: str, item: Item) -> None:
        """Add a text."""
        self._new.append((text, item))

    def at(self, text: str, at: int) -> Iterator[tuple[int, Item]]:
        """Yield where each text ends that stands at a place, and its item, short ones first."""
        if self._new:
            # In this order a branch is never cut by a text that is shorter: that were quadratic.
            for known, item in sorted(self._new, key=lambda pair: len(pair[0])):
                self._insert(known, item)
            self._new = []
        node = self._root
        while True:
            for item in node.items:
                yield at, item
            lead, following = node.branches.get(text[at : at + 1], ("", None))
            if following is None or not text.startswith(lead, at):
                return
            at += len(lead)
            node = following

    def _insert(self, text: str, item: Item) -> None:
        node, at = self._root, 0
        while at < len(text):
            first = text[at]
            lead, following = node.branches.get(first, (text[at:], None))
            if following is None:
                following = _Node()
                node.branches[first] = lead, following
            elif not text.startswith(lead, at):
                cut = _common(lead, text, at)
                middle: _Node[Item] = _Node()
                middle.branches[lead[cut]] = lead[cut:], following
                lead, following = lead[:cut], middle
                node.branches[first] = lead, following
            node = following
            at += len(lead)
        node.items.append(item)


def _common(lead: str, text: str, at: int) -> int:
    """Return how much of a lead stands in the text at a place, less than all, by halving."""
    low, high = 0, len(lead)
    while high - low > 1:
        middle = (low + high) // 2
        if text.startswith(lead[low:middle], at + low):
            low = middle
        else:
            high = middle
    return low
