"""Law 3: what is held has a bound, memory does not grow with the turn, and work is linear."""

import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import cycle, islice
from typing import Any

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


# --- work ---------------------------------------------------------------------------------

_HOSTILE: dict[str, tuple[str, str]] = {
    "opening brackets": ("", "<"),
    "brackets": ("", "<>"),
    "closing brackets": ("", ">"),
    "slashes": ("", "</"),
    "backticks": ("", "`"),
    "backticks and letters": ("", "``a`"),
    "square brackets": ("", "["),
    "cut opens": ("", '<invoke name="'),
    "opens": ("", _RUN),
    "opens of an unknown tool": ("", _NOPE),
    "opens in a wrapper": (_WRAPPER, _RUN),
    "a parameter that never closes": (_WRAPPER + _RUN + '<parameter name="q">', "word <"),
    "parameters": (_WRAPPER + _RUN, '<parameter name="q">'),
    "closers of parameters": (_WRAPPER + _RUN + '<parameter name="q">', "</paramete"),
    "quotes": ("", '"'),
    "backslashes": ("", "\\"),
    "a name that never ends": ('<invoke name="', "x"),
    "blanks in a tag": ("<invoke", " "),
    "wrapper tags": ("", _WRAPPER),
    "wrapper closers": ("", tag("function_calls", close=True)),
    "wrappers on one line": ("x", wrapped(block())),
    "wrappers without blocks": ("", wrapped("")),
    "blocks on one line": (_WRAPPER, block()),
    "blocks and brackets": (_WRAPPER, block() + "<"),
    "bare blocks": ("", block() + "\n"),
    "blocks that fail": (_WRAPPER, block("nope") + block()),
    "stray words": ("", "call\n"),
    "stray words on a line": ("call", " call"),
    "halves": ("", "\ud83d"),
    "low halves": ("", "\ude00"),
    "marks and low halves": ("", "\ufffd\ude00a"),
    "fences": ("", "\n```\n"),
    "elements": ("", "<code></code"),
    "blanks behind a block": (_RUN + tag("invoke", close=True), " "),
    "blanks": ("", " "),
    "lines": ("", "\n"),
}


def _work(run: Callable[[], None]) -> int:
    """Return how many functions were called, those of the interpreter included: no clock."""
    count = 0

    def counted(_: Any, event: str, __: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def _feeding(name: str, deltas: Sequence[Delta]) -> Callable[[], None]:
    def feed() -> None:
        fed = stream(Rig(name, {"recover.cue_chars": 32}, TOOLS, ()))
        for delta in deltas:
            fed.feed_delta(delta)
        fed.close("done")

    feed()  # what is made once, and kept by libraries, does not count
    return feed


@pytest.mark.parametrize("said", _HOSTILE.values(), ids=_HOSTILE.keys())
@pytest.mark.parametrize("name", ["vscode-lm", "wiretail"])
def test_twice_the_text_is_at_most_twice_the_work(name: str, said: tuple[str, str]) -> None:
    def deltas(characters: int, *, many: bool) -> list[Delta]:
        text = said[0] + said[1] * (characters // len(said[1]))
        return [TextDelta(_TEXT, piece) for piece in (text if many else [text])]

    for many, characters in ((False, 12_000), (True, 1_500)):
        once = _work(_feeding(name, deltas(characters, many=many)))
        twice = _work(_feeding(name, deltas(2 * characters, many=many)))
        assert twice <= 2.1 * once + 200
