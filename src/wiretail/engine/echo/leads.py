"""Which of many texts stand at a place: they are told apart by their first characters."""

from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")

#: So many code points tell texts apart before they are compared.
_LEAD = 8


class Leads(Generic[Item]):
    """Texts, each with an item. What is looked up costs little however many others there are."""

    __slots__ = ("_by_lead",)

    def __init__(self) -> None:
        self._by_lead: dict[str, list[tuple[str, Item]]] = {}

    def add(self, text: str, item: Item) -> None:
        """Add a text."""
        self._by_lead.setdefault(text[:_LEAD], []).append((text, item))

    def at(self, text: str, at: int) -> Iterator[tuple[int, Item]]:
        """Yield where each text ends that stands at a place, and its item."""
        for length in range(min(_LEAD, len(text) - at) + 1):
            for known, item in self._by_lead.get(text[at : at + length], ()):
                # A lead below the full length is a whole text.
                if text.startswith(known, at):
                    yield at + len(known), item
