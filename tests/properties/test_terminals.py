"""Law 8: a failed turn dispatches nothing that was held (what else it asks: ``laws``)."""

from hypothesis import given
from hypothesis import strategies as st

from properties.runs import decisions, recovered, stream
from properties.strategies import PARTS, Rig, law, rigs
from wiretail.model.decisions import Kind
from wiretail.model.deltas import EndDelta, EndKind

_FAILURES = (EndKind.ERROR, EndKind.CANCELLED)


@PARTS
def test_a_turn_that_fails_dispatches_nothing_that_was_held(part: int) -> None:
    @law(part)
    @given(rig=rigs(), kind=st.sampled_from(_FAILURES))
    def holds(rig: Rig, kind: EndKind) -> None:
        fed = stream(rig)
        for delta in rig.deltas:
            if isinstance(delta, EndDelta):
                break
            fed.feed_delta(delta)
        out = fed.close(kind)
        assert recovered(out) == []
        assert not any(d.kind is Kind.RECOVERED and not d.proposed for d in decisions(out))

    holds()
