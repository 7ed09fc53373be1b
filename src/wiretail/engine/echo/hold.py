"""The scanner of one channel: how far text may be given out, and what is held for the end."""

from collections.abc import Sequence

from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.fate import Fate, Rewritten
from wiretail.engine.echo.rules import EchoRules


class EchoHold:
    """Takes a channel's repaired text. Plain data: a deep copy is a snapshot, O(held).

    ``end``: code points taken. ``start``: where the held text begins (``end``: nothing is held).
    ``held_bytes``: UTF-8 bytes of held text plus what was queued behind it.
    """

    def __init__(self, rules: EchoRules) -> None:
        self.rules = rules
        self.start = self.end = self.held_bytes = 0

    @property
    def held_chars(self) -> int:
        """How many code points are held."""
        return self.end - self.start

    def passes(self, text: str) -> bool:
        """Take text if nothing is held and no candidate can begin in it; False: :meth:`feed` it."""
        raise NotImplementedError

    def feed(self, text: str) -> list[Fate]:
        """Take text; return what is settled by it, in order of text."""
        raise NotImplementedError

    def queue(self, size: int) -> list[Fate]:
        """Another event queues behind held text (5.3): ``size`` bytes of compact JSON, or of text.

        Where it does not fit, what is held is given out before it (5.4).
        """
        raise NotImplementedError

    def settle(self, calls: Sequence[EchoCall]) -> tuple[list[Fate], list[Rewritten]]:
        """The turn ends well: judge what is held (6), and say which arguments change (8, 10)."""
        raise NotImplementedError

    def give_up(self) -> list[Fate]:
        """The turn failed: what is held is shown whole (11)."""
        raise NotImplementedError
