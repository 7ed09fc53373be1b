"""Tools that were offered, and calls of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Origin(StrEnum):
    """Who made a call: the provider, as a structure, or the engine, out of leaked text."""

    NATIVE = "native"
    RECOVERED = "recovered"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the request offered it; ``schema`` is the JSON Schema of its input, if any."""

    name: str
    schema: Mapping[str, Any] | None = None
    freeform: bool = False
    aliases: tuple[str, ...] = ()

    def __deepcopy__(self, memo: object) -> "Tool":
        """A tool never changes, so snapshots share it."""
        return self
