"""`observe` proposes what `wiretail` does, decision for decision.

It holds nothing, drops nothing and refuses nothing, and so it cannot foresee three things: what a
native call comes to that would have been dropped, what a turn that fails would have given out by
then, and that nothing would be left of a turn.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from hypothesis import assume, given

from properties.runs import decisions, run
from properties.strategies import Rig, law, rigs
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import CallStartDelta, Delta, EndDelta, EndKind
from wiretail.model.events import Event

_FAILURES = (EndKind.ERROR, EndKind.CANCELLED)


def told(out: Iterable[Event | Decision]) -> Counter[tuple[object, ...]]:
    return Counter(
        (item.kind, item.rule, item.reason, item.channel, item.span)
        for item in decisions(out)
        if item.kind is not Kind.REFUSED
    )


def is_usable(value: object) -> bool:
    return isinstance(value, str) and bool(value) and value.isprintable()


def foreseen(deltas: Iterable[Delta], end: EndKind | None) -> bool:
    """Tell whether nothing is dropped of a turn, and it does not fail."""
    for delta in deltas:
        if isinstance(delta, CallStartDelta) and not (
            is_usable(delta.name) and is_usable(delta.id)
        ):
            return False
        if isinstance(delta, EndDelta):
            return delta.end not in _FAILURES
    return end not in _FAILURES


def test_what_is_proposed_is_what_is_done() -> None:
    @law(2)
    @given(rig=rigs("wiretail"))
    def holds(rig: Rig) -> None:
        assume(foreseen(rig.deltas, rig.end))
        assert told(run(replace(rig, name="observe"))) == told(run(rig))

    holds()
