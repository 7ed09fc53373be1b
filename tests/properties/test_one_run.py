"""The laws that speak of a single run, over every profile."""

from hypothesis import given

from properties.laws import LAWS, ran
from properties.strategies import PARTS, Rig, law, rigs


@PARTS
def test_one_run_keeps_the_laws(part: int) -> None:
    @law(part)
    @given(rig=rigs(most=12))
    def holds(rig: Rig) -> None:
        done = ran(rig)
        for one in LAWS:
            one(done)

    holds()
