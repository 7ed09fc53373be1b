"""What the matcher asks of a grammar, and the table of all grammars that are built.

A grammar names its markers, and makes a reader for the body of one candidate. The matcher knows no
grammar by name: a new one is a file of its family and a line in :data:`GRAMMARS`.
"""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple, Protocol

from wiretail.engine.markup.invoke import InvokeReader, InvokeTags
from wiretail.engine.markup.tags import FLAGS, Limits, Tag
from wiretail.engine.markup.values import ValueReader


class Role(Enum):
    """What a marker does."""

    BLOCK_OPEN = "block_open"
    WRAPPER_OPEN = "wrapper_open"
    WRAPPER_CLOSE = "wrapper_close"


class Marker(NamedTuple):
    """A tag that the matcher looks for outside candidates."""

    role: Role
    tag: Tag
    grammar: "Grammar"


class Grammar(Protocol):
    """One kind of tool-call markup, within the limits of a profile."""

    id: str
    block_open: Tag
    block_close: Tag
    block_heads: re.Pattern[str]

    def markers(self) -> list[Marker]:
        """Return the markers that begin something outside a candidate."""

    def reader(self, values: ValueReader, *, mentions: bool) -> InvokeReader:
        """Return a reader for the body of one candidate."""


class Anthropic:
    """``<function_calls><invoke name="n"><parameter name="k">v</parameter></invoke>...``."""

    id = "anthropic"

    def __init__(self, limits: Limits) -> None:
        self._tags = InvokeTags(limits)
        self.block_open = self._tags.block_open
        self.block_close = self._tags.block_close
        heads = (*self.block_open.heads, *self.block_close.heads)
        self.block_heads = re.compile("|".join(map(re.escape, heads)), FLAGS)

    def __deepcopy__(self, memo: object) -> "Anthropic":
        """A grammar never changes, so snapshots share it."""
        return self

    def markers(self) -> list[Marker]:
        """Return the block open and both wrapper tags."""
        return [
            Marker(Role.BLOCK_OPEN, self._tags.block_open, self),
            Marker(Role.WRAPPER_OPEN, self._tags.wrapper_open, self),
            Marker(Role.WRAPPER_CLOSE, self._tags.wrapper_close, self),
        ]

    def reader(self, values: ValueReader, *, mentions: bool) -> InvokeReader:
        """Return a reader for the body of one block."""
        return InvokeReader(self._tags, values, mentions)


#: Every grammar that is built, by id.
GRAMMARS: dict[str, Callable[[Limits], Grammar]] = {"anthropic": Anthropic}


def armed(settings: Mapping[str, Any]) -> list[Grammar]:
    """Return the grammars that a profile arms; ``all`` is every one that is built."""
    wanted = settings["recover.grammars"]
    names = GRAMMARS if wanted == "all" else [name for name in wanted if name in GRAMMARS]
    limits = Limits(settings["recover.max_name_chars"], settings["recover.max_tag_chars"])
    return [GRAMMARS[name](limits) for name in names]
