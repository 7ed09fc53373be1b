"""One channel's text on its way out: the deltas that brought it, and what becomes of it.

The deltas are kept back to the oldest held character; a span resolves by bisection (spec: unicode
8.1), and inside a frame the string is read again on demand (``study.places``).
"""

from bisect import bisect_left, bisect_right
from collections import deque
from dataclasses import dataclass, field

from wiretail.engine.held import Block
from wiretail.engine.origins import Mark, Source
from wiretail.model.decisions import Decision
from wiretail.model.deltas import Channel
from wiretail.model.span import Place

#: Further than any text reaches.
_NEVER = 1 << 62
#: So many useless entries are kept before they are dropped together.
_SPARE = 64


@dataclass(slots=True)
class Order:
    """What becomes of a channel's text up to ``end``, and what is given out there."""

    end: int
    visible: bool
    decision: Decision | None = None
    mark: Mark | None = None
    block: Block | None = None


@dataclass(slots=True)
class Slot:
    """The text of one delta, ``[start, end)`` of its channel; None while its one half is held.

    It stands ``offset`` code points into the string ``path`` of its frame. An offset above 0: the
    delta begins with a half that was joined to the delta before. ``joined``: the place behind the
    second half, for a slot whose one character came in two deltas. ``size``: the bytes that it
    still counts in the queue.
    """

    strip: "Strip"
    start: int
    end: int
    text: str | None
    source: Source
    path: str
    offset: int = 0
    joined: Place | None = None
    size: int = 0


@dataclass(slots=True)
class Strip:
    """The deltas of a channel, its open orders, and how far it was given out.

    ``queued`` counts the slots that stand in the queue.
    """

    channel: Channel
    orders: deque[Order] = field(default_factory=deque)
    given: int = 0
    queued: int = 0
    _starts: list[int] = field(default_factory=list)
    _slots: list[Slot] = field(default_factory=list)

    def add(self, slot: Slot) -> None:
        """Remember a delta."""
        self._starts.append(slot.start)
        self._slots.append(slot)

    def forget(self, before: int) -> None:
        """Drop what lies wholly before a code point, now and then, so that it costs little."""
        useless = bisect_right(self._starts, before) - 1
        if useless > _SPARE and useless * 2 > len(self._starts):
            del self._starts[:useless]
            del self._slots[:useless]

    def begin(self, at: int) -> Mark:
        """Return where the code point ``at`` stands."""
        return self._mark(at, bisect_right(self._starts, at) - 1)

    def end(self, at: int) -> Mark:
        """Return where a span that ends at ``at`` ends; a joined pair ends in its second half."""
        number = bisect_left(self._starts, at)
        slots = self._slots
        while number < len(slots) and slots[number].start == at and slots[number].offset:
            number += 1
        return self._mark(at, number - 1)

    def order(self, order: Order) -> None:
        """Say what becomes of the next text."""
        last = self.orders[-1] if self.orders else None
        if order.visible and not order.decision and last and last.visible and not last.decision:
            last.end = order.end
        else:
            self.orders.append(order)

    def withhold(self, withheld: int) -> int:
        """Take back what was to be shown from ``withheld`` on; return where that begins.

        Orders of this delta are not carried out yet. What became a call, or was taken out, stays.
        """
        orders = self.orders
        while orders and orders[-1].end > withheld and orders[-1].visible:
            last = orders.pop()
            begin = orders[-1].end if orders else self.given
            if begin < withheld:
                orders.append(Order(withheld, last.visible))
                return withheld
        return max(withheld, orders[-1].end if orders else self.given)

    def trip(self, start: int, decision: Decision | None) -> None:
        """Nothing is given out any more; the decision tells of what was taken back."""
        if decision:
            self.orders.append(Order(start, visible=False, decision=decision))
        self.orders.append(Order(_NEVER, visible=False))

    def _mark(self, at: int, number: int) -> Mark:
        slot = self._slots[max(number, 0)]
        place = Place(slot.source.frame, slot.path, slot.offset + at - slot.start)
        return Mark(place, slot.source)
