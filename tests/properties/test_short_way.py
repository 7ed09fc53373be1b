"""What goes the short way comes out as it does on the long one, decisions and places included."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.strategies import Rig, block, law, pieces, rigs, tag, turns, wrapped
from wiretail.engine.lane import Lane
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream
from wiretail.model.calls import Tool
from wiretail.model.deltas import Channel, ChannelKind, Delta, EndKind, TextDelta
from wiretail.model.settings import Profile
from wiretail.profiles import load_profile, profile_names

_TEXT, _REASONING = Channel(), Channel(ChannelKind.REASONING)
_LIKE_MARKUP = (
    "<", "<", "a < b", "</", "<i", "<inv", "<invo", "ke name", "<f", "unction", "<div>", "<<",
    " \n", "<t", "<tool_c", "all><function=run>x</tool_call>",
    "\n", "\n  ", "call\n", "co", "court", "<sys", "tem-reminder>x</system-reminder>", "</sys",
    "<functions.a>", "`", "```\n", "> ", "[Tool", "\n[tool_result]", "\ud83d", "\ude00", "\u00e9<",
    "<K", "<INV", "</function_calls", tag("function_calls"), block(), wrapped(block()),
)  # fmt: skip
_said = st.lists(st.sampled_from(_LIKE_MARKUP) | pieces, min_size=1, max_size=8).map("".join)
_BOUNDS = st.sampled_from(
    [{}, {"queue.max_bytes": 40}, {"recover.max_held_chars": 64}, {"scaffold.markers": "extended"}]
)
_TOOLS = (Tool("run"), Tool("read"))


class _Any(Rig):
    @property
    def profile(self) -> Profile:
        return load_profile(self.name).with_settings(self.settings)


def _told(rig: Rig) -> Iterator[tuple[Out, bool, int]]:
    """Yield all that a caller sees after each delta, and at the end."""
    stream = Stream(rig.profile, tools=rig.tools)
    for delta in rig.deltas:
        yield stream.feed_delta(delta), stream.heartbeat, stream.held_chars
    yield stream.close(rig.end), stream.heartbeat, stream.held_chars


def _long(rig: Rig) -> list[tuple[Out, bool, int]]:
    with patch.object(Lane, "hold_cut", lambda *_: None):
        return list(_told(rig))


@st.composite
def _cut_up(draw: st.DrawFn) -> tuple[Delta, ...]:
    deltas: list[Delta] = []
    for _ in range(draw(st.integers(1, 3))):
        text, channel = draw(_said), draw(st.sampled_from((_TEXT, _TEXT, _TEXT, _REASONING)))
        size = draw(st.integers(1, 6))
        deltas += [TextDelta(channel, text[at : at + size]) for at in range(0, len(text), size)]
        deltas += draw(st.just(()) | turns(most=1))
    return tuple(deltas)


@pytest.mark.parametrize("name", profile_names())
def test_the_short_way_is_the_long_way(name: str) -> None:
    @law()
    @given(deltas=_cut_up(), bounds=_BOUNDS, end=st.sampled_from(EndKind))
    def holds(deltas: tuple[Delta, ...], bounds: dict[str, int], end: EndKind) -> None:
        rig = _Any(name, bounds, _TOOLS, deltas, end)
        assert list(_told(rig)) == _long(rig)

    holds()


@pytest.mark.parametrize("name", ["vscode-lm", "wiretail"])
def test_whole_turns_go_the_same_way(name: str) -> None:
    @law()
    @given(rig=rigs(name))
    def holds(rig: Rig) -> None:
        assert list(_told(rig)) == _long(rig)

    holds()
