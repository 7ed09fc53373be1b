"""Laws 7 and 9: the same again gives the same, and a stream goes on from any of its states."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.runs import run, stream
from properties.strategies import PROFILE_NAMES, Rig, law, rigs
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_two_runs_give_the_same_timeline_decision_for_decision(name: str) -> None:
    @law()
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        assert run(rig) == run(rig)

    holds()


def _rest(fed: Stream, rig: Rig, begin: int) -> Out:
    out: Out = []
    for delta in rig.deltas[begin:]:
        out += fed.feed_delta(delta)
    return out + fed.close(rig.end)


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_a_restored_stream_goes_on_like_the_straight_one_and_twice(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name), other=st.sampled_from((0, 1, 2)))
    def holds(rig: Rig, other: int) -> None:
        straight = stream(rig)
        states, heartbeats, given_out = [straight.snapshot()], [False], [[]]  # type: ignore[var-annotated]
        for delta in rig.deltas:
            given_out.append(straight.feed_delta(delta))
            states.append(straight.snapshot())
            heartbeats.append(straight.heartbeat)
        given_out.append(straight.close(rig.end))
        back = stream(rig)
        for at, state in enumerate(states):
            rest = [item for items in given_out[at + 1 :] for item in items]
            back.restore(state)
            assert _rest(back, rig, at) == rest
            # What the first run did to its state left the snapshot as it was, and so did a detour.
            back.restore(state)
            for delta in rig.deltas[other : other + 2]:
                back.feed_delta(delta)
            back.restore(state)
            assert _rest(back, rig, at) == rest

    holds()
