"""Law 3 for the queue (qoder 7.7): what is held and queued has a bound, and it changes no more."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.driving import choices
from properties.chance import Chance, made
from properties.runs import inputs, outcome, run, stream
from properties.strategies import PARTS, TOOLS, UNREFUSED, Rig, block, law, rigs, wrapped
from properties.test_chunk_invariance import per_code_point
from wiretail.engine.lane import Lane
from wiretail.engine.stream import Stream
from wiretail.model.decisions import SETTLES_TEXT, Decision
from wiretail.model.deltas import Channel, ChannelKind, TextDelta
from wiretail.model.events import Event, Reasoning, Refusal, Text

#: Bytes of the longest character: what one character may take where nothing else is queued.
_LONGEST = 4
bounds = st.sampled_from((1, 3, 4, 5, 8, 13, 30, 80, 200))


def _within(rig: Rig, bound: int) -> Rig:
    return replace(rig, settings={**rig.settings, "queue.max_bytes": bound})


def _queued(fed: Stream) -> list[int]:
    return [
        choice.outlet.queued_bytes + sum(_cut_bytes(lane) for lane in choice.lanes.values())
        for choice in choices(fed)
    ]


def _cut_bytes(lane: Lane) -> int:
    """Return the bytes of a cut marker that went the short way: it is held, and not queued."""
    cut = lane.short._cut
    return len(cut.text.encode()) if cut else 0


@PARTS
def test_what_is_held_and_queued_has_a_bound(part: int) -> None:
    @law(part, 0.25)
    @given(rig=rigs(most=12), bound=bounds)
    def holds(rig: Rig, bound: int) -> None:
        fed = stream(_within(rig, bound))
        for delta in rig.deltas:
            fed.feed_delta(delta)
            assert max(_queued(fed), default=0) <= max(bound, _LONGEST)
            assert fed.held_chars <= sum(_queued(fed))

    holds()


def _spans(out: Sequence[Event | Decision], channel: Channel) -> list[tuple[int, int]]:
    found = []
    for item in out:
        if item.channel != channel:
            continue
        if isinstance(item, Text | Reasoning) and item.text:
            found.append((item.start, item.start + len(item.text)))
        elif isinstance(item, Decision) and item.kind in SETTLES_TEXT and not item.proposed:
            assert item.span
            found.append((item.span.start, item.span.end))
    return found


@PARTS
def test_nothing_is_lost_or_out_of_order_at_the_bound(part: int) -> None:
    @law(part, 0.25)
    @given(rig=rigs(), bound=bounds)
    def holds(rig: Rig, bound: int) -> None:
        out = run(_within(rig, bound))
        for channel, text in inputs(rig.deltas).items():
            spans = _spans(out, channel)
            assert spans == sorted(spans)
            begins, ends = [start for start, _ in spans], [end for _, end in spans]
            assert begins == [0, *ends][: len(begins)]
            # A half that was let go is a mark, and so is the one that came too late for it.
            whole = (ends or [0])[-1] >= len(text)
            assert whole or any(isinstance(item, Refusal) for item in out)

    holds()


@PARTS
def test_deltas_may_be_cut_at_every_code_point_whatever_the_bound(part: int) -> None:
    @law(part, 0.25)
    @given(rig=rigs(UNREFUSED, most=5), bound=bounds)
    def holds(rig: Rig, bound: int) -> None:
        rig = _within(rig, bound)
        assert outcome(run(per_code_point(rig))) == outcome(run(rig))

    holds()


#: Pieces that fill the room behind a candidate to the last byte.
_NARROW = ("<in", "\ud83d", "\ude00", "\ud83d\ude00", "é", "€", "x", "\ud83dx", "\ud83d<")
_CHANNELS = (Channel(), Channel(ChannelKind.REASONING), Channel(ChannelKind.REFUSAL))


def _narrow(chance: Chance) -> list[TextDelta]:
    count = 1 + chance.below(4)
    return [
        TextDelta(chance.pick(_CHANNELS), chance.joined((_NARROW,), 4, 1)) for _ in range(count)
    ]


@PARTS
def test_characters_and_halves_count_alike_however_they_come(part: int) -> None:
    begun = TextDelta(Channel(), wrapped("\n" + block())[: -len("</function_calls>")])

    @law(part, 0.25)
    @given(name=st.sampled_from(UNREFUSED), deltas=made(_narrow, 28), room=st.integers(0, 16))
    def holds(name: str, deltas: list[TextDelta], room: int) -> None:
        rig = Rig(name, {}, TOOLS, (begun, *deltas, TextDelta(Channel(), "\n")))
        rig = _within(rig, len(begun.text) + room)
        assert outcome(run(per_code_point(rig))) == outcome(run(rig))

    holds()
