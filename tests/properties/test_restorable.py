"""Law 9: a stream goes on from any of its states."""

from hypothesis import given
from hypothesis import strategies as st

from properties.runs import stream
from properties.strategies import PARTS, Rig, law, rigs
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream


def _rest(fed: Stream, rig: Rig, begin: int) -> Out:
    out: Out = []
    for delta in rig.deltas[begin:]:
        out += fed.feed_delta(delta)
    return out + fed.close(rig.end)


@PARTS
def test_a_restored_stream_goes_on_like_the_straight_one_and_twice(part: int) -> None:
    @law(part)
    @given(rig=rigs(), at=st.integers(0, 12), other=st.sampled_from((0, 1, 2)))
    def holds(rig: Rig, at: int, other: int) -> None:
        at %= len(rig.deltas) + 1
        straight = stream(rig)
        for delta in rig.deltas[:at]:
            straight.feed_delta(delta)
        state = straight.snapshot()
        rest = _rest(straight, rig, at)
        back = stream(rig)
        back.restore(state)
        assert _rest(back, rig, at) == rest
        # What the first run did to its state left the snapshot as it was, and so did a detour.
        back.restore(state)
        for delta in rig.deltas[other : other + 2]:
            back.feed_delta(delta)
        back.restore(state)
        assert _rest(back, rig, at) == rest

    holds()
