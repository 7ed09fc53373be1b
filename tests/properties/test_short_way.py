"""What goes the short way comes out as it does on the long one, decisions and places included."""

from collections.abc import Iterator
from contextlib import nullcontext
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from properties.chance import Chance, made
from properties.strategies import (
    PARTS,
    PIECES,
    PROFILE_NAMES,
    Rig,
    block,
    law,
    rigs,
    tag,
    turn,
    wrapped,
)
from wiretail.engine.outlet import Out
from wiretail.engine.short_way import ShortWay
from wiretail.engine.stream import Stream
from wiretail.model.calls import Tool
from wiretail.model.deltas import Channel, ChannelKind, Delta, EndKind, TextDelta

_TEXT, _REASONING = Channel(), Channel(ChannelKind.REASONING)
_LIKE_MARKUP = (
    "<", "<", "a < b", "</", "<i", "<inv", "<invo", "ke name", "<f", "unction", "<div>", "<<",
    " \n", "<t", "<tool_c", "all><function=run>x</tool_call>",
    "\n", "\n  ", "call\n", "co", "court", "<sys", "tem-reminder>x</system-reminder>", "</sys",
    "<functions.a>", "`", "```\n", "> ", "[Tool", "\n[tool_result]", "\ud83d", "\ude00", "\u00e9<",
    "<K", "<INV", "</function_calls", tag("function_calls"), block(), wrapped(block()),
)  # fmt: skip
_GROUPS = (_LIKE_MARKUP,) * 8 + PIECES
_BOUNDS = st.sampled_from(
    [{}, {"queue.max_bytes": 40}, {"recover.max_held_chars": 64}, {"scaffold.markers": "extended"}]
)
_TOOLS = (Tool("run"), Tool("read"))


def _told(rig: Rig) -> Iterator[tuple[Out, bool, int]]:
    """Yield all that a caller sees after each delta, and at the end."""
    stream = Stream(rig.profile, tools=rig.tools)
    for delta in rig.deltas:
        yield stream.feed_delta(delta), stream.heartbeat, stream.held_chars
    yield stream.close(rig.end), stream.heartbeat, stream.held_chars


def _not_short(*_: object) -> None:
    return None


def _long(rig: Rig) -> list[tuple[Out, bool, int]]:
    # The long way gives out no more at once than the queue has room for.
    straight = patch.object(ShortWay, "pass_through", _not_short)
    fits = "queue.max_bytes" not in rig.settings
    with patch.object(ShortWay, "go_on", _not_short), straight if fits else nullcontext():
        return list(_told(rig))


_CHANNELS = (_TEXT, _TEXT, _TEXT, _REASONING)


def _cut(chance: Chance) -> tuple[Delta, ...]:
    deltas: list[Delta] = []
    for _ in range(1 + chance.below(3)):
        channel, text = chance.pick(_CHANNELS), chance.joined(_GROUPS, 8, 1)
        size = 1 + chance.below(6)
        deltas += [TextDelta(channel, text[at : at + size]) for at in range(0, len(text), size)]
        deltas += turn(chance, 1) if chance.one_in(2) else ()
    return tuple(deltas)


_cut_up = made(_cut, 96)


@PARTS
def test_the_short_way_is_the_long_way(part: int) -> None:
    @law(part, 0.5)
    @given(
        name=st.sampled_from(PROFILE_NAMES),
        deltas=_cut_up,
        bounds=_BOUNDS,
        end=st.sampled_from(EndKind),
    )
    def holds(name: str, deltas: tuple[Delta, ...], bounds: dict[str, int], end: EndKind) -> None:
        rig = Rig(name, bounds, _TOOLS, deltas, end)
        assert list(_told(rig)) == _long(rig)

    holds()


@PARTS
def test_whole_turns_go_the_same_way(part: int) -> None:
    @law(part, 0.5)
    @given(rig=rigs())
    def holds(rig: Rig) -> None:
        assert list(_told(rig)) == _long(rig)

    holds()
