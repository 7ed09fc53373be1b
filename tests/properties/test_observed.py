"""`observe` proposes what `wiretail` does, decision for decision, to the last place and evidence.

What it does itself is to join halves and to mark lone ones (reasons 1). There it goes on where
`wiretail` has refused the turn or dropped the call: of what is not given out, nothing is repaired.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from properties.runs import inputs, run
from properties.strategies import PARTS, Rig, law, rigs
from wiretail.engine.outlet import Out
from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import Reasoning, Refusal, Text

_POLICIES = st.sampled_from(({}, {}, {"scaffold.policy": "refuse"}, {"scaffold.policy": "flag"}))
_UNDECLARED = st.sampled_from(({}, {"native.undeclared": "refuse"}))
_BOUNDS = st.sampled_from(({}, {}, *({"queue.max_bytes": most} for most in (1, 4, 13, 40, 200))))


def _proposed(out: Out) -> list[Decision]:
    return [item for item in out if isinstance(item, Decision) and item.rule != "unicode.join"]


def _repairs(out: Iterable[object]) -> Counter[str]:
    return Counter(
        repr(item)
        for item in out
        if isinstance(item, Decision) and (item.kind, item.rule) == (Kind.REPAIRED, "unicode.join")
    )


def _is_gone(item: object) -> bool:
    dropped = isinstance(item, Decision) and item.reason == "malformed_call"
    return dropped or isinstance(item, Refusal)


@PARTS
def test_what_is_proposed_is_what_is_done(part: int) -> None:
    @law(part, 0.5)
    @given(rig=rigs(("wiretail",)), policy=_POLICIES, undeclared=_UNDECLARED, bound=_BOUNDS)
    def holds(
        rig: Rig, policy: dict[str, str], undeclared: dict[str, str], bound: dict[str, int]
    ) -> None:
        rig = replace(rig, settings={**rig.settings, **policy, **undeclared, **bound})
        done, observed = run(rig), run(replace(rig, name="observe"))
        assert _proposed(observed) == [replace(item, proposed=True) for item in _proposed(done)]
        if any(map(_is_gone, done)):
            assert _repairs(done) <= _repairs(observed)
        else:
            assert _repairs(done) == _repairs(observed)

    holds()


@PARTS
def test_what_is_proposed_is_about_the_text_that_is_given_out(part: int) -> None:
    @law(part, 0.5)
    @given(rig=rigs(("observe",)), policy=_POLICIES, bound=_BOUNDS)
    def holds(rig: Rig, policy: dict[str, str], bound: dict[str, int]) -> None:
        rig = replace(rig, settings={**rig.settings, **policy, **bound})
        out = run(rig)
        length = dict.fromkeys(inputs(rig.deltas), 0)
        for item in out:
            if isinstance(item, Text | Reasoning):
                length[item.channel] += len(item.text)
        for item in out:
            if isinstance(item, Decision) and item.span and item.channel in length:
                assert item.span.end <= length[item.channel]

    holds()
