"""Which number a turn is given out under: none ends twice.

A provider may go on behind the end of a turn. Nothing of that is lost: it opens a turn of its own,
under the next number, and ends there.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class _Fed:
    """A turn as it was fed: its number outside, the choices that began in it, how many are open."""

    number: int
    begun: set[int] = field(default_factory=set)
    open: int = 0


class TurnNumbers:
    """The turns that are open, and the newest. It holds nothing of those that are over.

    ``newest`` is the highest number that was fed, ``newest_given`` the highest given out; both -1
    before the first turn.
    """

    __slots__ = ("_fed", "newest", "newest_given")

    def __init__(self) -> None:
        self._fed: dict[int, _Fed] = {}
        self.newest = self.newest_given = -1

    def begin(self, turn: int, choice: int) -> int:
        """Return the number for a choice that begins: ``turn``, unless that is over or taken."""
        fed = self._fed.get(turn)
        if fed is None or choice in fed.begun:
            taken = turn <= self.newest_given
            fed = _Fed(self.newest_given + 1 if taken else turn, open=fed.open if fed else 0)
            self._fed[turn] = fed
        fed.begun.add(choice)
        fed.open += 1
        self.newest = max(self.newest, turn)
        self.newest_given = max(self.newest_given, fed.number)
        self._forget()
        return fed.number

    def end(self, turn: int) -> None:
        """A choice of the turn, as it was fed, has ended."""
        self._fed[turn].open -= 1
        self._forget()

    def has_begun(self, turn: int, choice: int) -> bool:
        """Tell whether a choice has begun, open or over; of an older turn every one has."""
        fed = self._fed.get(turn)
        return turn <= self.newest if fed is None else choice in fed.begun

    def number(self, turn: int) -> int | None:
        """Return the number of a turn that has begun (its own, if that was forgotten)."""
        fed = self._fed.get(turn)
        if fed is not None:
            return fed.number
        return turn if turn <= self.newest else None

    def _forget(self) -> None:
        for turn in [turn for turn, fed in self._fed.items() if not fed.open]:
            if turn < self.newest:
                del self._fed[turn]
