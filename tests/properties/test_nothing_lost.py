"""Law 2: every code point is in exactly one event, or in exactly one decision that took it out."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from properties.runs import decisions, inputs, run
from properties.strategies import PROFILE_NAMES, Rig, law, rigs
from wiretail.model.decisions import SETTLES_TEXT, Decision
from wiretail.model.deltas import Channel
from wiretail.model.events import Event, Reasoning, Text


def _shown(out: Sequence[Event | Decision], channel: Channel) -> list[Text | Reasoning]:
    return [e for e in out if isinstance(e, Text | Reasoning) and e.channel == channel]


def _taken(out: Sequence[Event | Decision], channel: Channel) -> list[tuple[int, int]]:
    return [
        (decision.span.start, decision.span.end)
        for decision in decisions(out)
        if decision.kind in SETTLES_TEXT
        and decision.channel == channel
        and decision.span
        and not decision.proposed
    ]


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_every_code_point_is_shown_or_taken_out_by_one_decision(name: str) -> None:
    @law()
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        out = run(rig)
        for channel, text in inputs(rig.deltas).items():
            shown = _shown(out, channel)
            for event in shown:
                assert event.text == text[event.start : event.start + len(event.text)]
            spans = [(e.start, e.start + len(e.text)) for e in shown if e.text]
            spans = sorted(spans + _taken(out, channel))
            borders = [0] + [end for _, end in spans]
            assert borders == [start for start, _ in spans] + [len(text)]

    holds()


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_every_channel_comes_out_in_its_order(name: str) -> None:
    @law()
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        out = run(rig)
        for channel in inputs(rig.deltas):
            starts = [event.start for event in _shown(out, channel)]
            assert starts == sorted(starts)

    holds()


def test_observe_gives_out_what_came_in_and_only_proposes() -> None:
    @law()
    @given(rig=rigs("observe"))
    def holds(rig: Rig) -> None:
        out = run(rig)
        for channel, text in inputs(rig.deltas).items():
            assert "".join(event.text for event in _shown(out, channel)) == text
        for item in out:
            if isinstance(item, Decision):
                assert item.proposed != item.rule.startswith("unicode.")

    holds()
