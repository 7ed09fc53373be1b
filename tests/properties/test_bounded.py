"""Law 3: what is held has a bound, and memory does not grow with the turn (work: test_work)."""

import pickle
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.chance import Chance, made
from properties.laws import most_held
from properties.runs import stream
from properties.strategies import (
    PARTS,
    PATH,
    PROFILE_NAMES,
    TOOLS,
    Rig,
    block,
    law,
    tag,
    wrapped,
)
from wiretail.engine.stream import Stream
from wiretail.model.deltas import Channel, ChannelKind, Delta, TextDelta, UsageDelta

#: Deltas are so long that what is read late, in a bounded amount, is all there after some of them.
_DELTA, _SOME, _MANY = 16, 700, 3_500
#: How much of the text may be kept unread, and the deltas that brought what may be given out next.
_KEPT = 16_384
_TEXT = Channel()
_RUN = tag("invoke", attribute=' name="run"')
_NOPE = tag("invoke", attribute=' name="nope"')
_WRAPPER = tag("function_calls")


# --- the bound of what is held ----------------------------------------------------------


_HOLDING = (
    _WRAPPER,
    _RUN,
    '<parameter name="q">',
    "x" * 40,
    " " * 40,
    "\n",
    "call\n",
    block(),
    "</parameter>",
    "</function_ca",
)


def _holding(chance: Chance) -> list[str]:
    return [chance.pick(_HOLDING) for _ in range(chance.below(21))]


@PARTS
def test_what_is_held_has_a_bound_where_all_of_it_is_held(part: int) -> None:
    @law(part)
    @given(
        name=st.sampled_from(PROFILE_NAMES),
        begun=st.sampled_from((block(), _WRAPPER + _RUN, _WRAPPER + _RUN + '<parameter name="q">')),
        said=made(_holding, 21),
        most=st.sampled_from((36, 60, 200)),
    )
    def holds(name: str, begun: str, said: list[str], most: int) -> None:
        bounds = {"max_tag_chars": 32, "max_name_chars": 4, "max_held_chars": most}
        settings = {f"recover.{key}": value for key, value in bounds.items()}
        rig = Rig(name, settings, TOOLS, tuple(TextDelta(_TEXT, text) for text in (begun, *said)))
        fed = stream(rig)
        for delta in rig.deltas:
            fed.feed_delta(delta)
            assert fed.held_chars <= most_held(rig.profile)

    holds()


# --- memory -----------------------------------------------------------------------------

#: What may come for ever: a beginning, and the deltas that then come again and again.
_ENDLESS: dict[str, tuple[str, Sequence[str]]] = {
    "prose": ("", ("some words ", "and a line\n")),
    "one line": ("", ("word ",)),
    "blanks": ("", (" ",)),
    "empty lines": ("", ("\n",)),
    "behind a tag": (_WRAPPER + "x", ("word ", "\n")),
    "backticks": ("", ("`",)),
    "in a fence": ("```\n", ("code\n", "``` x\n")),
    "cut markers": ("", ("<", "<inv", "</function_cal ")),
    "stray words": ("", ("call\n", "words\n")),
    "an unknown tool's body": (_NOPE + tag("parameter", attribute=' name="q"'), ("word ", "\n")),
    "blanks behind an unknown tool": (_NOPE, (" ", "\n")),
    "a quoted open": ("```\n" + _NOPE, ("word\n",)),
    "an open in inline code": ("`" + _NOPE, ("word ",)),
    "wrapped calls": ("", (wrapped(block()) + "\n",)),
    "wrapped calls in one wrapper": (_WRAPPER, (block("read", PATH), "\n")),
    "failed blocks": (_WRAPPER, (block("nope"), "\n")),
    "bare blocks that words follow": ("", ("\n" + block(), " word\n")),
    "halves": ("", ("\ud83d", "\ude00", "\ude00")),
    "elements": ("", ("<pre>\n", "</pre>\n", "<code", "</code ")),
    "quotes and slashes": ("", ('"', "\\", "> ")),
}


class _Scale(pickle.Pickler):
    """Writes what a snapshot copies, and so not what it shares because it never changes."""

    def persistent_id(self, item: object) -> str | None:
        return "shared" if hasattr(type(item), "__deepcopy__") else None


def snapshot_bytes(fed: Stream) -> int:
    """Return how large the state of a stream is, in bytes of a pickle."""
    written = BytesIO()
    _Scale(written).dump(fed.snapshot())
    return written.tell()


def _endless(said: tuple[str, Sequence[str]], count: int) -> Iterator[Delta]:
    yield TextDelta(_TEXT, said[0])
    for text in islice(cycle(said[1]), count):
        yield TextDelta(_TEXT, text * (1 + _DELTA // len(text)))


@pytest.mark.parametrize("said", _ENDLESS.values(), ids=_ENDLESS.keys())
@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_memory_does_not_grow_with_the_turn(name: str, said: tuple[str, Sequence[str]]) -> None:
    # Bounds are small, so that they are reached at once; what remains must not grow.
    settings = {
        "recover.max_held_chars": 400,
        "recover.max_trailing_blank_chars": 100,
        "recover.cue_chars": 100,
    }
    fed = stream(Rig(name, settings, TOOLS, ()))
    sizes = []
    for number, delta in enumerate(_endless(said, _MANY)):
        fed.feed_delta(delta)
        if number in {_SOME, _MANY}:
            sizes.append(snapshot_bytes(fed))
    assert sizes[1] <= sizes[0] + _KEPT


def test_other_events_leave_nothing_behind() -> None:
    fed = stream(Rig("wiretail", {}, TOOLS, ()))
    sizes = []
    for number in range(_MANY + 1):
        fed.feed_delta(TextDelta(Channel(ChannelKind.REASONING), "hm " * _DELTA))
        fed.feed_delta(UsageDelta({"tokens": number}))
        if number in {_SOME, _MANY}:
            sizes.append(snapshot_bytes(fed))
    assert sizes[1] <= sizes[0] + _KEPT
