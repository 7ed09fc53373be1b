"""Law 8: every end settles what is held, and a failed turn dispatches nothing that was held."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.runs import decisions, events, inputs, recovered, run, stream
from properties.strategies import PROFILE_NAMES, Rig, law, rigs
from wiretail.engine.outlet import Out
from wiretail.engine.text.whitespace import WS
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import CallStartDelta, EndDelta, EndKind
from wiretail.model.events import Call, CallStarted, CallWithdrawn, End, Reasoning, Refusal, Text

_FAILURES = (EndKind.ERROR, EndKind.CANCELLED)


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_after_an_end_nothing_is_held_and_every_choice_has_ended_once(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        fed = stream(rig)
        out: Out = []
        for delta in rig.deltas:
            out += fed.feed_delta(delta)
            if isinstance(delta, EndDelta):
                assert fed.held_chars == 0
        out += fed.close(rig.end)
        assert fed.held_chars == 0
        ends = [(e.channel.turn, e.channel.choice) for e in events(out) if isinstance(e, End)]
        assert ends
        assert len(ends) == len(set(ends))
        assert set(ends) >= {(c.turn, c.choice) for c in inputs(rig.deltas)}

    holds()


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_a_turn_ends_as_its_end_is_named(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        named = [delta.end for delta in rig.deltas if isinstance(delta, EndDelta)]
        kind = (*named, rig.end or EndKind.INCOMPLETE)[0]
        assert {event.end for event in run(rig) if isinstance(event, End)} == {kind}

    holds()


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_a_turn_that_fails_dispatches_nothing_that_was_held(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name), kind=st.sampled_from(_FAILURES))
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


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_every_call_that_started_comes_or_is_withdrawn(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        out = run(rig)
        started = [(e.channel, e.id) for e in out if isinstance(e, CallStarted)]
        over = [(e.channel, e.id) for e in out if isinstance(e, Call | CallWithdrawn)]
        assert sorted(started) == sorted(over)

    holds()


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_an_answer_is_never_silently_empty(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        out = run(rig)
        asked = {channel.choice for channel, text in inputs(rig.deltas).items() if text.strip(WS)}
        for choice in asked:
            mine = [event for event in events(out) if event.channel.choice == choice]
            shown = "".join(event.text for event in mine if isinstance(event, Text | Reasoning))
            assert shown.strip(WS) or any(isinstance(event, Call | Refusal) for event in mine)

    holds()


# Elsewhere a candidate may wait for a native call of its name, and an echo for the end of the turn.
@pytest.mark.parametrize("name", ["vscode-lm", "runanywhere"])
def test_a_native_call_settles_what_its_choice_holds(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        fed = stream(rig)
        single = not any(channel.choice for channel in inputs(rig.deltas))
        for delta in rig.deltas:
            fed.feed_delta(delta)
            if isinstance(delta, CallStartDelta) and not delta.server and single:
                assert fed.held_chars == 0

    holds()


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_what_was_said_to_be_held_is_closed(name: str) -> None:
    @law(0.5)
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        out = run(rig)
        assert recovered(out) is not None
        closing = {Kind.RELEASED, Kind.RECOVERED, Kind.PASSED, Kind.REMOVED, Kind.REPAIRED}
        for at, item in enumerate(out):
            if isinstance(item, Decision) and item.kind is Kind.HELD:
                after = [
                    later
                    for later in out[at + 1 :]
                    if isinstance(later, Decision) and later.channel == item.channel
                ]
                assert any(later.kind in closing for later in after), item

    holds()
