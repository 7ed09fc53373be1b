"""Scaffolding that is open in a channel: reminder blocks, stretches of text with one fate, trips.

Spec: qoder 3 to 5, recommended 9.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from wiretail.engine.text.markdown import Markdown
from wiretail.engine.text.whitespace import WS
from wiretail.model.span import Span


class Fate(IntEnum):
    """What becomes of a piece."""

    WAITING = 0
    SHOWN = 1
    GONE = 2


@dataclass(slots=True)
class Reminder:
    """An open reminder block: where it and its body begin; how deep it nests, now and at most."""

    start: int
    body: int
    mark: Any
    depth: int = 1
    deepest: int = 1
    parts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Stretch:
    """Text with one fate: contained behind a removed block, or behind an opener that waits.

    ``opener`` is the marker's span where the stretch waits for the end of leaked markup, and
    ``marker`` its label;
    ``markdown`` and ``visible`` are what the channel goes back to if the stretch is taken out.
    """

    start: int
    markdown: Markdown
    visible: str
    fate: Fate = Fate.WAITING
    opener: Span | None = None
    marker: str = ""
    _spoken: bool = False
    _line_blank: bool = False

    def ends_in(self, text: str) -> bool:
        """Take more of its text; tell whether a blank line stands behind other text in it."""
        *lines, last = text.split("\n")
        for line in lines:
            blank = self._line_blank and not line.strip(WS)
            if blank and self._spoken:
                return True
            self._spoken |= bool(line.strip(WS))
            self._line_blank = True
        self._line_blank &= not last.strip(WS)
        self._spoken |= bool(last.strip(WS))
        return False


def evidence(marker: str, offset: int, span: Span) -> dict[str, Any]:
    """Return all that may be said of scaffolding (reasons 1): the label, its place, a length."""
    return {"marker": marker, "offset": offset, "length": len(span)}


class Trip(NamedTuple):
    """What refuses a turn: class, marker label, and places in the channel.

    Text from ``withheld`` on that was not given out yet is not given out; the marker begins at
    ``start``, and the text up to ``reached`` had to be read to know of it.
    """

    refusal_class: str
    marker: str
    withheld: int
    start: int
    mark: Any
    reached: int
