"""What the laws of the engine are tried on: turns made of our own markers, whole, cut and hostile.

A :class:`Rig` is everything that a stream is given. ``rigs`` makes them; the pieces that its texts
are made of meet each other more often than letters drawn at random would.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from wiretail.model.calls import Tool
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndDelta,
    EndKind,
    ErrorDelta,
    FinishDelta,
    StopReason,
    TextDelta,
    UsageDelta,
)
from wiretail.model.settings import Profile
from wiretail.profiles import load_profile

PROFILE_NAMES = ("vscode-lm", "wiretail", "observe", "runanywhere", "openai-chat")
PROFILES = {name: load_profile(name) for name in PROFILE_NAMES}

_COUNTS = {"ci": 150, "deep": 5000}
_WANTED = os.environ.get("WIRETAIL_EXAMPLES", "ci")


def law(share: float = 1.0) -> settings:
    """Return how often a law is tried: ``WIRETAIL_EXAMPLES`` is ``ci``, ``deep`` or a number.

    ``share`` is for laws whose single example costs more. The examples of ``ci`` are always the
    same ones, so that a change of something else never fails.
    """
    count = _COUNTS.get(_WANTED) or int(_WANTED)
    return settings(
        max_examples=max(1, int(count * share)),
        deadline=None,
        derandomize=_WANTED == "ci",
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


NAMESPACE = "antml" + ":"
SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "count": {"type": "integer"},
        "either": {"type": ["integer", "string"]},
        "deep": {"type": "object"},
    },
    "required": ["path"],
}
TOOLS = (Tool("run"), Tool("read", SCHEMA), Tool("get_uuid", {"type": "object"}))


def tag(name: str, *, close: bool = False, ns: bool = False, attribute: str = "") -> str:
    """Return one tag, with the name space or without."""
    return f"<{'/' if close else ''}{NAMESPACE if ns else ''}{name}{attribute}>"


def block(name: str = "run", body: str = "", *, ns: bool = False) -> str:
    """Return a whole block."""
    opened = tag("invoke", ns=ns, attribute=f' name="{name}"')
    return opened + body + tag("invoke", close=True, ns=ns)


def parameter(name: str, value: str, *, ns: bool = False) -> str:
    """Return a whole parameter."""
    opened = tag("parameter", ns=ns, attribute=f' name="{name}"')
    return opened + value + tag("parameter", close=True, ns=ns)


def wrapped(inner: str, *, ns: bool = False) -> str:
    """Return something in a wrapper of its own."""
    return tag("function_calls", ns=ns) + inner + tag("function_calls", close=True, ns=ns)


PATH = parameter("path", "a.md")
_WHOLE = (
    block(),
    block("read", PATH),
    block("nope"),
    block("read"),
    block("read", PATH + parameter("count", "1.0")),
    block("read", PATH + parameter("either", "1")),
    block("read", PATH + PATH),
    block("run", parameter("q", "x\n<b>&")),
    block("run", parameter("q", "\ud83d"), ns=True),
    wrapped(block()),
    wrapped("\n" + block("read", PATH) + "\n"),
    wrapped(block(ns=True) + block(), ns=True),
    wrapped(""),
    wrapped(block("nope") + block()),
    "\n" + wrapped(block()) + "\n",
    "\n" + block() + "\n",
)
_TAGS = tuple(
    tag(name, close=close, ns=ns, attribute=attribute)
    for name, attribute in (
        ("function_calls", ""),
        ("invoke", ' name="run"'),
        ("invoke", ' name="nope"'),
        ("parameter", ' name="q"'),
    )
    for close in (False, True)
    for ns in (False, True)
    if not (close and attribute.endswith(('nope"', 'q"')))
)
_CLOSES = tuple(tag(name, close=True) for name in ("invoke", "parameter", "function_calls"))
_PARTS = (
    "<", "</", ">", '"', "\\", "<i", "<inv", "<invoke", "<invoke ", '<invoke name="', "<invoke\n",
    "</inv", "</f", "<function_ca", "<param", "<parameter", '<parameter name="', "</param",
    f"<{NAMESPACE}", f"</{NAMESPACE}inv", f"<{NAMESPACE}function", "invoke", ' name="run"',
    ' name="run">', "function_calls>", "INVOKE", '<INVOKE NAME="run">', "ſ", "\u212a",
)  # fmt: skip
_MARKDOWN = (
    "`", "``", "```", "~~~", "````", "~~~~", "```\n", "\n```\n", "\n```xml\n", "\n~~~ `\n",
    "\n~~\n", "``` `", "> ", "\n> ", "    ", "\n\t", "\n    ", "   ", "<pre>", "\n<pre>",
    "</pre>", "<code>", "</code>", "<code", "</code \n", "</code", "\n<xmp>", "<textarea\n",
)  # fmt: skip
_PROSE = (
    "a", "word ", "Do not ", "for example ", "e.g. ", ".", "! ", "don\u2019t", " ", "  ", "\n",
    "\n\n", "\t", "\r\n", "\u00a0", "\ufeff", "\u0085", "é", "😀", "x" * 40, " " * 40,
)  # fmt: skip
_WORDS = ("call", "\ncall\n", "count", "\ncourt ", "co", "\ncal", "course\n", "call\n\n")
_HALVES = ("\ud83d", "\ude00", "\ud83d\ude00", "\ud83d\ud83d\ude00", "\ufffd")

#: Echoes of the calls of ``run`` that the strategies make, whole and in parts.
_ECHOES = (
    "<tool_call><function=run>x</function></tool_call>",
    "\n<tool_call>\n<function=run>x</tool_call>",
    "<tool_call><function=run></function></tool_call>", '<tool_call>{"name":"run","arguments":{}}',
    "<tool_call>", "<tool_c", "all>", "<function=run>", "<function=", "</function>", "</tool_call>",
)  # fmt: skip

pieces = st.one_of(
    *map(st.sampled_from, (_WHOLE, _WHOLE, _TAGS, _TAGS, _CLOSES, _PARTS, _MARKDOWN, _PROSE)),
    st.sampled_from(_WORDS),
    st.sampled_from(_HALVES),
    st.sampled_from(_ECHOES),
)
#: What a provider may send in one delta.
texts = st.lists(pieces, max_size=5).map("".join)


@dataclass(frozen=True)
class Rig:
    """All that a stream is given; ``end``: how it is closed."""

    name: str
    settings: Mapping[str, Any]
    tools: tuple[Tool, ...] | None
    deltas: tuple[Delta, ...]
    end: EndKind | None = EndKind.DONE

    @property
    def profile(self) -> Profile:
        """Return the profile of that name with its settings."""
        return PROFILES[self.name].with_settings(self.settings)

    def with_deltas(self, deltas: Sequence[Delta]) -> "Rig":
        """Return this rig with other deltas."""
        return replace(self, deltas=tuple(deltas))


def _channel(kind: ChannelKind, choice: int, block: int) -> Channel:
    return Channel(kind, choice, block)


def _texts_of(channels: st.SearchStrategy[Channel]) -> st.SearchStrategy[tuple[Delta, ...]]:
    return st.builds(lambda channel, text: (TextDelta(channel, text),), channels, texts)


_VALUES: tuple[Any, ...] = (None, None, {"path": "a.md"}, {}, [], 7)
_BAD_NAMES = (None, "", 7, "\ud83d")
_ARGUMENTS = (
    "{}",
    '{"path":"a.md"}',
    '{"input":"x"}',
    '{"input":"xx"}',
    "[1]",
    "",
    "7",
    '{"a":1,"a":2}',
    '{"a":"\\ud83d"}',
    "{",
    "\ud83d",
)


@st.composite
def _native_calls(
    draw: st.DrawFn, choices: tuple[int, ...], numbers: list[int]
) -> tuple[Delta, ...]:
    numbers[0] += 1
    channel = Channel(ChannelKind.ARGUMENTS, draw(st.sampled_from(choices)), numbers[0])
    good = draw(st.booleans())
    name = "run" if good else draw(st.sampled_from(("read", "nope", *_BAD_NAMES)))
    call_id = "c1" if good else draw(st.sampled_from(("c2", *_BAD_NAMES)))
    server = not good and draw(st.booleans())
    value: Any = draw(st.sampled_from(_VALUES))
    pieces = draw(st.lists(st.sampled_from(_ARGUMENTS), max_size=2))
    started = CallStartDelta(channel, call_id, name, server)
    middle = [CallArgumentsDelta(channel, piece) for piece in pieces]
    ended = [CallEndDelta(channel, value)] if draw(st.integers(0, 4)) else []
    return (started, *middle, *ended)


_OTHERS: tuple[Delta, ...] = (
    UsageDelta({"tokens": 1}),
    ErrorDelta("malformed_json"),
    ErrorDelta("slow", "m"),
)


def _others(choices: tuple[int, ...]) -> st.SearchStrategy[tuple[Delta, ...]]:
    finish = st.builds(
        partial(FinishDelta, raw="raw"),
        st.sampled_from(StopReason),
        choice=st.sampled_from(choices),
    )
    rest: st.SearchStrategy[Delta] = st.sampled_from(_OTHERS)
    return st.tuples(st.one_of(finish, rest))


@st.composite
def turns(draw: st.DrawFn, *, most: int = 8) -> tuple[Delta, ...]:
    """Return the deltas of a turn: mostly text of one channel, sometimes of several."""
    wide = draw(st.integers(0, 3)) == 0
    choices = (0, 1) if wide and draw(st.booleans()) else (0,)
    blocks = (0, 1) if wide else (0,)
    text, reasoning = (
        st.builds(partial(_channel, kind), st.sampled_from(choices), st.sampled_from(blocks))
        for kind in (ChannelKind.TEXT, ChannelKind.REASONING)
    )
    calls = _native_calls(choices, [0])
    usual = [_texts_of(text)] * 5
    step = st.one_of(*usual, _texts_of(reasoning), calls, _others(choices))
    steps = draw(st.lists(step, min_size=1, max_size=most))
    deltas = [delta for deltas in steps for delta in deltas]
    end = draw(st.sampled_from((None, None, *EndKind)))
    return tuple(deltas) if end is None else (*deltas, EndDelta(end))


def _bounds(draw: st.DrawFn) -> dict[str, Any]:
    if draw(st.booleans()):
        return {}
    tag_chars = draw(st.sampled_from((32, 40, 64)))
    name_chars = draw(st.sampled_from((1, 4, 8)))
    return {
        "recover.max_tag_chars": tag_chars,
        "recover.max_name_chars": name_chars,
        "recover.max_held_chars": tag_chars + name_chars + draw(st.sampled_from((0, 1, 30, 100))),
        "recover.max_trailing_blank_chars": draw(st.sampled_from((0, 1, 3, 60))),
        "recover.cue_chars": draw(st.sampled_from((0, 1, 8, 1024))),
    }


@st.composite
def rigs(draw: st.DrawFn, name: str, *, most: int = 8) -> Rig:
    """Return a profile of that name with its bounds, tools, a turn and an end."""
    changes = _bounds(draw)
    if draw(st.integers(0, 3)) == 0:
        changes["recover.tools"] = "any"
    tools = draw(st.sampled_from((TOOLS, TOOLS, TOOLS, TOOLS[:1], (), None)))
    end = draw(st.sampled_from((EndKind.DONE, *EndKind, None)))
    return Rig(name, changes, tools, draw(turns(most=most)), end)
