"""Law 1 with scaffolding, and its one stated exception: the delta rule (spec: qoder 3)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from properties.chance import joined
from properties.runs import inputs, outcome, run
from properties.strategies import (
    PARTS,
    PATH,
    PIECES,
    PROFILE_NAMES,
    Rig,
    block,
    law,
    rigs,
    turns,
    wrapped,
)
from wiretail.engine.outlet import Out
from wiretail.model.calls import Tool
from wiretail.model.decisions import SETTLES_TEXT, Decision, Kind
from wiretail.model.deltas import (
    Channel,
    ChannelKind,
    Delta,
    EndKind,
    TextDelta,
)
from wiretail.model.events import Call, Reasoning, Refusal, Text

OPEN, CLOSE = "<system-reminder>", "</system-reminder>"
MARKUP = (
    OPEN, CLOSE, OPEN, CLOSE, f"{OPEN}a{CLOSE}", "<system-reminder", "<system-reminder x",
    "</system-rem", "<SYSTEM-REMINDER/", "<functions.a>", "</functions.a>", "</functions>",
    "<functions", "</invoke>", "<invoke>", "<invoke name=", "<invo\u212ae", "</functions.",
    "[Tool Call]", "\n[tool_result]", "\n[Tool", "\n<\uff5cDSML\uff5c", "\n</\uff5c",
    "tem-reminder>", "ke>", "ctions.a>", "\n\n", "> ", "`", "\n```\n", wrapped(block()),
    block("read", PATH), block("nope", f"{OPEN}a{CLOSE}"), block("run", OPEN),
)  # fmt: skip
said = joined((MARKUP,) * len(PIECES) + PIECES, 8)
cutting = st.lists(st.integers(1, 200), max_size=8)
TOOLS = (Tool("run"), Tool("read"))
_POLICIES = [
    {"scaffold.policy": policy, "scaffold.markers": markers}
    for policy in ("refuse", "redact", "flag")
    for markers in ("basic", "extended")
]


def rig(name: str, settings: dict[str, Any], deltas: list[Delta], end: EndKind) -> Rig:
    return Rig(name, settings, TOOLS, tuple(deltas), end)


def cut(text: str, cuts: list[int], kind: ChannelKind = ChannelKind.TEXT) -> list[Delta]:
    borders = [0, *sorted({at for at in cuts if 0 < at < len(text)}), len(text)]
    return [TextDelta(Channel(kind), text[a:b]) for a, b in pairwise(borders)]


def per_character(deltas: list[Delta]) -> list[Delta]:
    return [piece for delta in deltas for piece in _characters(delta)]


def _characters(delta: Delta) -> Iterator[Delta]:
    if isinstance(delta, TextDelta) and delta.text:
        yield from (TextDelta(delta.channel, character) for character in delta.text)
    else:
        yield delta


# --- where nothing is refused, cuts show nowhere ----------------------------------------------


@PARTS
def test_cuts_show_nowhere(part: int) -> None:
    @law(part, 0.5)
    @given(
        name=st.sampled_from(PROFILE_NAMES),
        settings=st.sampled_from([one for one in _POLICIES if one["scaffold.policy"] != "refuse"]),
        text=said,
        cuts=cutting,
        end=st.sampled_from(EndKind),
        bounded=st.booleans(),
    )
    def holds(
        name: str,
        settings: dict[str, Any],
        text: str,
        cuts: list[int],
        end: EndKind,
        bounded: bool,
    ) -> None:
        small = {**settings, "scaffold.max_block_chars": 40, "scaffold.containment_chars": 30}
        chosen = small if bounded else settings
        whole = outcome(run(rig(name, chosen, cut(text, []), end)))
        assert outcome(run(rig(name, chosen, cut(text, cuts), end))) == whole
        assert outcome(run(rig(name, chosen, per_character(cut(text, [])), end))) == whole

    holds()


# --- where a marker refuses the turn -------------------------------------------------------------


def verdict(out: Out) -> tuple[list[Any], list[Any], list[Any]]:
    """Return refusals, the blocks that were removed, and calls."""
    refusals = [(e.refusal_class, e.channel, e.marker) for e in out if isinstance(e, Refusal)]
    removed = [
        (d.rule, d.span)
        for d in out
        if isinstance(d, Decision) and d.kind is Kind.REMOVED and d.rule == "scaffold.reminder"
    ]
    calls = [(e.name, e.arguments) for e in out if isinstance(e, Call) if e.origin == "recovered"]
    return refusals, removed, calls


def shown(out: Out, channel: Channel) -> set[int]:
    """Return the code points of a channel that are given out."""
    return {
        at
        for e in out
        if isinstance(e, Text | Reasoning) and e.channel == channel
        for at in range(e.start, e.start + len(e.text))
    }


def fates(out: Out) -> list[int]:
    """Return every code point of the text channel as often as it has a fate."""
    return sorted(
        [
            at
            for d in out
            if isinstance(d, Decision) and d.kind in SETTLES_TEXT and d.span is not None
            for at in range(d.span.start, d.span.end)
        ]
        + list(shown(out, Channel()))
    )


@PARTS
def test_a_finer_cut_shows_more_of_what_ends_in_a_trip_and_changes_no_verdict(part: int) -> None:
    @law(part, 0.5)
    @given(
        name=st.sampled_from(("qoder", "wiretail")),
        settings=st.sampled_from([one for one in _POLICIES if one["scaffold.policy"] == "refuse"]),
        text=said,
        cuts=cutting,
        end=st.sampled_from(EndKind),
        bounded=st.booleans(),
    )
    def holds(
        name: str,
        settings: dict[str, Any],
        text: str,
        cuts: list[int],
        end: EndKind,
        bounded: bool,
    ) -> None:
        small = {**settings, "scaffold.max_block_chars": 40}
        chosen = small if bounded else settings
        coarse, middle, fine = (
            run(rig(name, chosen, deltas, end))
            for deltas in (cut(text, []), cut(text, cuts), per_character(cut(text, [])))
        )
        assert verdict(coarse) == verdict(middle) == verdict(fine)
        here = Channel()
        assert shown(coarse, here) <= shown(middle, here) <= shown(fine, here)
        for out in (coarse, middle, fine):
            found = fates(out)
            assert found == list(range(len(found)))  # nothing is lost, and nothing told twice

    holds()


@PARTS
def test_turns_of_many_channels_have_one_verdict_however_they_are_cut(part: int) -> None:
    @law(part, 0.5)
    @given(
        name=st.sampled_from(("qoder", "wiretail")),
        policy=st.sampled_from(("refuse", "redact")),
        parts=st.lists(
            st.tuples(st.sampled_from((ChannelKind.TEXT, ChannelKind.REASONING)), said), max_size=5
        ),
        turn=turns(most=3),
        end=st.sampled_from(EndKind),
    )
    def holds(
        name: str,
        policy: str,
        parts: list[tuple[ChannelKind, str]],
        turn: tuple[Delta, ...],
        end: EndKind,
    ) -> None:
        settings = {"scaffold.policy": policy}
        deltas = [*[delta for kind, text in parts for delta in cut(text, [], kind)], *turn]
        whole = run(rig(name, settings, deltas, end))
        fine = run(rig(name, settings, per_character(deltas), end))
        if policy == "redact":
            assert outcome(fine) == outcome(whole)
        else:
            assert verdict(fine)[0] == verdict(whole)[0]

    holds()


def _but_for_the_delta_rule(out: Out) -> tuple[dict[Any, list[Any]], list[Any]]:
    """Return what no cut changes: all but the text in front of a trip, given out or taken back.

    With that text goes why candidates in it are shown.
    """
    found = outcome(out)
    timelines = {
        key: [row for row in rows if row[0] not in {"text", "reasoning"}]
        for key, rows in found.timelines.items()
    }
    refused = any(isinstance(event, Refusal) for event in out)
    verdicts = [row for row in found.verdicts if not (refused and _is_of_the_front(row))]
    return timelines, verdicts


def _is_of_the_front(row: tuple[Any, ...]) -> bool:
    return row[0] is Kind.PASSED or row[:2] == (Kind.REMOVED, "scaffold.trip")


@PARTS
def test_turns_of_every_kind_are_refused_alike_however_they_are_cut(part: int) -> None:
    @law(part, 0.5)
    @given(rig=rigs(("qoder", "wiretail"), most=5), bound=st.sampled_from((None, None, 13, 80)))
    def holds(rig: Rig, bound: int | None) -> None:
        refusing = {**rig.settings, "scaffold.policy": "refuse", "scaffold.containment_chars": 0}
        bounded = refusing if bound is None else {**refusing, "queue.max_bytes": bound}
        rig = replace(rig, settings=bounded)
        whole = run(rig)
        fine = run(rig.with_deltas(per_character(list(rig.deltas))))
        assert _but_for_the_delta_rule(fine) == _but_for_the_delta_rule(whole)
        for channel in inputs(rig.deltas):
            assert shown(whole, channel) <= shown(fine, channel)

    holds()
