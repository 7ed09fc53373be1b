"""What the stage says of a channel's text: decisions without places, and what is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from wiretail.model.decisions import Kind

BLOCK_RULE = "echo.block"
RUN_RULE = "echo.run"
ARGUMENTS_RULE = "echo.arguments"


@dataclass(slots=True)
class Show:
    """Text up to ``end`` is visible, and nothing more is to be said of it."""

    end: int


@dataclass(slots=True)
class Told:
    """A decision on ``[start, end)`` of the channel, in code points.

    ``removed``: the span is not given out. All other kinds speak of text that a :class:`Show`
    makes visible (or that stays held).
    """

    kind: Kind
    reason: str
    start: int
    end: int
    rule: str = BLOCK_RULE
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Rewritten:
    """The arguments of a call (index in the list of calls) become ``arguments`` (8, 10)."""

    call: int
    arguments: str
    rule: str
    reason: str
    evidence: Mapping[str, Any] = field(default_factory=dict)


#: In order of text. A removed span goes where it stands: the shows before it end at its start.
Fate: TypeAlias = Show | Told
