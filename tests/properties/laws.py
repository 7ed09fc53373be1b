"""The laws that speak of a single run, as checks of what came out of it.

They are tried together (``test_one_run``): a turn is made once, run once, and asked about by all.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from properties.runs import decisions, events, inputs, recovered, run, stream
from properties.strategies import Rig
from wiretail.engine.markup.scaffold import LONGEST
from wiretail.engine.outlet import Out
from wiretail.engine.text.whitespace import WS
from wiretail.model.decisions import SETTLES_TEXT, Decision, Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    Delta,
    EndDelta,
    EndKind,
    TextDelta,
)
from wiretail.model.events import Call, CallStarted, CallWithdrawn, End, Reasoning, Refusal, Text
from wiretail.model.settings import Profile

_MOST_BLANKS = 64
_LEAST_ROOM = 4


@dataclass
class Ran:
    """A rig, what came out, and how much was held behind each delta, and at the end."""

    rig: Rig
    inputs: dict[Channel, str]
    held: list[tuple[Delta | None, int]] = field(default_factory=list)
    out: Out = field(default_factory=list)

    @property
    def channels(self) -> set[Channel]:
        """The channels that something came for."""
        said = (TextDelta, CallStartDelta, CallArgumentsDelta, CallEndDelta)
        return {delta.channel for delta in self.rig.deltas if isinstance(delta, said)}

    def refused(self, channel: Channel) -> bool:
        """Tell whether the choice of a channel was refused."""
        refusals = [item.channel for item in self.out if isinstance(item, Refusal)]
        return any((c.turn, c.choice) == (channel.turn, channel.choice) for c in refusals)


def ran(rig: Rig) -> Ran:
    """Run a rig."""
    done = Ran(rig, inputs(rig.deltas))
    fed = stream(rig)
    for delta in rig.deltas:
        done.out += fed.feed_delta(delta)
        done.held.append((delta, fed.held_chars))
    done.out += fed.close(rig.end)
    done.held.append((None, fed.held_chars))
    return done


# --- law 2: nothing is lost ---------------------------------------------------------------


def _shown(out: Out, channel: Channel) -> list[Text | Reasoning]:
    return [e for e in out if isinstance(e, Text | Reasoning) and e.channel == channel]


def _taken(out: Out, channel: Channel) -> list[tuple[int, int]]:
    return [
        (decision.span.start, decision.span.end)
        for decision in decisions(out)
        if decision.kind in SETTLES_TEXT
        and decision.channel == channel
        and decision.span
        and not decision.proposed
    ]


def every_code_point_is_shown_or_taken_out_by_one_decision(ran: Ran) -> None:
    for channel, text in ran.inputs.items():
        shown = _shown(ran.out, channel)
        for event in shown:
            assert event.text == text[event.start : event.start + len(event.text)]
        spans = [(e.start, e.start + len(e.text)) for e in shown if e.text]
        spans = sorted(spans + _taken(ran.out, channel))
        borders = [0] + [end for _, end in spans]
        if ran.refused(channel):
            # What other channels bring falls under the refusal, whose span names its own.
            assert borders[:-1] == [start for start, _ in spans]
            assert borders[-1] == len(text) or channel not in _refusing(ran.out)
        else:
            assert borders == [start for start, _ in spans] + [len(text)]


def _refusing(out: Out) -> list[Channel | None]:
    return [d.channel for d in decisions(out) if d.kind is Kind.REFUSED and d.span is not None]


def every_channel_comes_out_in_its_order(ran: Ran) -> None:
    for channel in ran.inputs:
        starts = [event.start for event in _shown(ran.out, channel)]
        assert starts == sorted(starts)


def observe_gives_out_what_came_in_and_only_proposes(ran: Ran) -> None:
    if ran.rig.name != "observe":
        return
    for channel, text in ran.inputs.items():
        assert "".join(event.text for event in _shown(ran.out, channel)) == text
    for item in ran.out:
        if isinstance(item, Decision):
            assert item.proposed != item.rule.startswith("unicode.")


# --- law 3: bounded --------------------------------------------------------------------------


def most_held(profile: Profile) -> int:
    """Return what one channel may hold: the bound, or a cut marker with its stray word.

    What may echo a call has its own room, and what follows it may be held on its own account; so
    has a reminder block that is shown if it never ends.
    """
    marker = profile["recover.max_tag_chars"] + profile["recover.max_name_chars"]
    words = profile["recover.stray_words"]
    word = max(map(len, words)) + _MOST_BLANKS if words else 0
    high_half = 1
    echo = "reconcile_echoes" in profile.judges
    room = max(profile["echo.max_held_bytes"], _LEAST_ROOM) if echo else 0
    if "guard_scaffold" in profile.judges and profile["scaffold.policy"] != "refuse":
        room += profile["scaffold.max_block_chars"] + LONGEST
    return int(max(profile["recover.max_held_chars"], marker + word) + room) + high_half


def what_is_held_has_a_bound(ran: Ran) -> None:
    bound = most_held(ran.rig.profile) * len(ran.inputs)
    assert max(held for _, held in ran.held) <= bound


# --- law 5: evidence before action -----------------------------------------------------------


def a_call_is_recovered_only_if_its_tool_is_offered_or_any_is(ran: Ran) -> None:
    calls = recovered(ran.out)
    if ran.rig.tools is None:
        assert not calls or ran.rig.profile["recover.tools"] == "any"
    else:
        assert {call.name for call in calls} <= {tool.name for tool in ran.rig.tools}


def a_recovered_call_failed_no_gate(ran: Ran) -> None:
    told = [d for d in ran.out if isinstance(d, Decision) and d.kind is Kind.RECOVERED]
    for decision in told:
        assert set(decision.evidence["gates"].values()) <= {"pass", "not_reached"}
    if ran.rig.name != "observe":
        assert len(told) == len(recovered(ran.out))


# --- law 7: deterministic -----------------------------------------------------------------------


def two_runs_give_the_same_timeline_decision_for_decision(ran: Ran) -> None:
    assert run(ran.rig) == ran.out


# --- law 8: terminals flush ---------------------------------------------------------------------


def after_an_end_nothing_is_held_and_every_choice_has_ended_once(ran: Ran) -> None:
    for delta, held in ran.held:
        if delta is None or isinstance(delta, EndDelta):
            assert held == 0
    ends = [event.channel for event in events(ran.out) if isinstance(event, End | Refusal)]
    found = [(channel.turn, channel.choice) for channel in ends]
    assert found
    assert len(found) == len(set(found))
    assert set(found) >= {(c.turn, c.choice) for c in ran.inputs}


def a_turn_ends_as_its_end_is_named(ran: Ran) -> None:
    named = [delta.end for delta in ran.rig.deltas if isinstance(delta, EndDelta)]
    kind = (*named, ran.rig.end or EndKind.INCOMPLETE)[0]
    told = {event.end for event in ran.out if isinstance(event, End)}
    assert told == {kind} or (not told and any(isinstance(event, Refusal) for event in ran.out))


def every_call_that_started_comes_or_is_withdrawn(ran: Ran) -> None:
    started = [(e.channel, e.id) for e in ran.out if isinstance(e, CallStarted)]
    over = [(e.channel, e.id) for e in ran.out if isinstance(e, Call | CallWithdrawn)]
    assert sorted(started) == sorted(over)


def an_answer_is_never_silently_empty(ran: Ran) -> None:
    asked = {(c.turn, c.choice) for c, text in ran.inputs.items() if text.strip(WS)}
    for asked_of in asked:
        mine = [e for e in events(ran.out) if (e.channel.turn, e.channel.choice) == asked_of]
        shown = "".join(event.text for event in mine if isinstance(event, Text | Reasoning))
        if _lost_a_reminder(ran.out, asked_of):
            continue  # such a turn ends with empty text (recommended 9)
        assert shown.strip(WS) or any(isinstance(event, Call | Refusal) for event in mine)


def _lost_a_reminder(out: Out, choice: tuple[int, int]) -> bool:
    return any(
        (d.channel.turn, d.channel.choice) == choice
        for d in decisions(out)
        if d.channel and (d.kind, d.rule) == (Kind.REMOVED, "scaffold.reminder")
    )


def a_native_call_settles_what_its_choice_holds(ran: Ran) -> None:
    # Elsewhere a candidate may wait for a native call of its name, and an echo for the turn's end.
    if ran.rig.name not in {"vscode-lm", "runanywhere"}:
        return
    if any(channel.choice for channel in ran.channels):
        return
    for delta, held in ran.held:
        if isinstance(delta, CallStartDelta) and not delta.server:
            assert held == 0


_CLOSING = {Kind.RELEASED, Kind.RECOVERED, Kind.PASSED, Kind.REMOVED, Kind.REPAIRED, Kind.REFUSED}


def what_was_said_to_be_held_is_closed(ran: Ran) -> None:
    for at, item in enumerate(ran.out):
        if isinstance(item, Decision) and item.kind is Kind.HELD:
            after = (
                later
                for later in ran.out[at + 1 :]
                if isinstance(later, Decision) and later.channel == item.channel
            )
            assert any(later.kind in _CLOSING for later in after), item


Law: TypeAlias = Callable[[Ran], None]
LAWS: tuple[Law, ...] = (
    every_code_point_is_shown_or_taken_out_by_one_decision,
    every_channel_comes_out_in_its_order,
    observe_gives_out_what_came_in_and_only_proposes,
    what_is_held_has_a_bound,
    a_call_is_recovered_only_if_its_tool_is_offered_or_any_is,
    a_recovered_call_failed_no_gate,
    two_runs_give_the_same_timeline_decision_for_decision,
    after_an_end_nothing_is_held_and_every_choice_has_ended_once,
    a_turn_ends_as_its_end_is_named,
    every_call_that_started_comes_or_is_withdrawn,
    an_answer_is_never_silently_empty,
    a_native_call_settles_what_its_choice_holds,
    what_was_said_to_be_held_is_closed,
)
