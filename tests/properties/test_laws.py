"""Every law of a single run can fail: what breaks it is told apart from what keeps it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from properties import laws
from properties.laws import LAWS, Law, Ran, ran
from properties.strategies import TOOLS, Rig, block, wrapped
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import (
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    EndKind,
    TextDelta,
)
from wiretail.model.events import Call, End, Text

_SAID = ("Hello ", "<", "b> ", wrapped("\n" + block()) + "\n")


def _run(name: str, *said: str, native: bool = False) -> Ran:
    arguments = Channel(ChannelKind.ARGUMENTS, 0, 1)
    call = (CallStartDelta(arguments, "c1", "run"), CallEndDelta(arguments, {}))
    deltas = tuple(TextDelta(Channel(), text) for text in said)
    return ran(Rig(name, {}, TOOLS, (*deltas, *(call if native else ())), EndKind.DONE))


def _without(done: Ran, kind: type) -> None:
    done.out = [item for item in done.out if not isinstance(item, kind)]


def _lose_text(done: Ran) -> None:
    at = next(at for at, item in enumerate(done.out) if isinstance(item, Text))
    del done.out[at]


def _hold(done: Ran) -> None:
    done.held = [(delta, 10**9) for delta, _ in done.held]


def _offer_nothing(done: Ran) -> None:
    done.rig = replace(done.rig, tools=())


def _fail_a_gate(done: Ran) -> None:
    for item in done.out:
        if isinstance(item, Decision) and item.kind is Kind.RECOVERED:
            item.evidence = {"gates": {"name": "fail"}}


def _forget_the_close(done: Ran) -> None:
    done.out = [
        item
        for item in done.out
        if not isinstance(item, Decision) or item.kind in {Kind.HELD, Kind.RECOVERED}
    ]
    last = next(at for at, item in enumerate(done.out) if isinstance(item, Decision))
    done.out = [*done.out[:last], *reversed(done.out[last:])]


_BREAKING: dict[Law, tuple[str, Callable[[Ran], Any]]] = {
    laws.every_code_point_is_shown_or_taken_out_by_one_decision: ("wiretail", _lose_text),
    laws.every_channel_comes_out_in_its_order: ("wiretail", lambda done: done.out.reverse()),
    laws.observe_gives_out_what_came_in_and_only_proposes: ("observe", _lose_text),
    laws.what_is_held_has_a_bound: ("vscode-lm", _hold),
    laws.a_call_is_recovered_only_if_its_tool_is_offered_or_any_is: ("wiretail", _offer_nothing),
    laws.a_recovered_call_failed_no_gate: ("wiretail", _fail_a_gate),
    laws.two_runs_give_the_same_timeline_decision_for_decision: (
        "wiretail",
        lambda done: done.out.pop(0),
    ),
    laws.after_an_end_nothing_is_held_and_every_choice_has_ended_once: (
        "wiretail",
        lambda done: done.out.append(done.out[-1]),
    ),
    laws.a_turn_ends_as_its_end_is_named: ("wiretail", lambda done: _without(done, End)),
    laws.every_call_that_started_comes_or_is_withdrawn: (
        "wiretail",
        lambda done: _without(done, Call),
    ),
    laws.an_answer_is_never_silently_empty: (
        "wiretail",
        lambda done: _without(done, Text | Call),  # type: ignore[arg-type]
    ),
    laws.a_native_call_settles_what_its_choice_holds: ("vscode-lm", _hold),
    laws.what_was_said_to_be_held_is_closed: ("wiretail", _forget_the_close),
}


def test_each_law_is_broken_here() -> None:
    assert list(_BREAKING) == list(LAWS)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_law_can_fail(law: Law) -> None:
    name, breaks = _BREAKING[law]
    done = _run(name, *_SAID, native=True)
    law(done)
    breaks(done)
    with pytest.raises(AssertionError):
        law(done)
