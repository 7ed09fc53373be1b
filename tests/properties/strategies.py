"""What the laws of the engine are tried on: turns made of our own markers, whole, cut and hostile.

A :class:`Rig` is everything that a stream is given. ``rigs`` makes them; the pieces that its texts
are made of meet each other more often than letters drawn at random would.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st

from properties.chance import Chance, joined, made
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
from wiretail.profiles import load_profile, profile_names

PROFILES = {name: load_profile(name) for name in profile_names()}
PROFILE_NAMES = tuple(PROFILES)
#: Those in which no turn is refused unless the setting asks for it: there a cut shows nowhere.
#: With qoder it shows in what was given out in front of a refusal; its law of cuts stands apart.
UNREFUSED = tuple(name for name in PROFILE_NAMES if name != "qoder")

_COUNTS = {"ci": 2000, "deep": 100_000}
_WANTED = os.environ.get("WIRETAIL_EXAMPLES", "ci")
#: Whether there is time for all that is tried, and not only for what counts the coverage.
AT_LENGTH = _WANTED != "ci"
#: A law is tried in parts, which several processes may take: ``@PARTS`` over ``law(part)``.
_SHARDS = 4
PARTS = pytest.mark.parametrize("part", range(_SHARDS))


def law(part: int, share: float = 1.0) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return how often one part of a law is tried.

    ``WIRETAIL_EXAMPLES``, for the whole law over all profiles, is ``ci``, ``deep`` or a number;
    ``share`` is for laws whose single example costs more. A part always has the same examples, so
    that a change of something else never fails.
    """
    count = _COUNTS.get(_WANTED) or int(_WANTED)
    tried = settings(
        max_examples=max(1, int(count * share / _SHARDS)),
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    return lambda check: seed(part)(tried(check))


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

#: Scaffolding, whole and in parts, shown, taken out or refused.
_SCAFFOLD = (
    "<system-reminder>", "</system-reminder>", "<system-reminder>a</system-reminder>",
    "<system-reminder", "<system-rem", "inder>", "</system-", "<functions.a>", "</functions.a>",
    "</functions>", "<functions", ".a>", "<invoke>", "</invoke>", "<invo\u212ae>", "\n\n",
    "[Tool Call]", "\n[tool_result]",
)  # fmt: skip

#: What texts are made of; a group is as likely as another, and the first is the simplest.
PIECES = (
    _PROSE, _WHOLE, _WHOLE, _TAGS, _TAGS, _CLOSES, _PARTS, _MARKDOWN, _WORDS, _HALVES, _ECHOES,
    _SCAFFOLD,
)  # fmt: skip
_MOST_PIECES = 5
#: What a provider may send in one delta.
texts = joined(PIECES, _MOST_PIECES)


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


def _native_call(chance: Chance, choices: Sequence[int], number: int) -> list[Delta]:
    channel = Channel(ChannelKind.ARGUMENTS, chance.pick(choices), number)
    bad = chance.one_in(2)
    name = chance.pick(("read", "nope", *_BAD_NAMES)) if bad else "run"
    call_id = chance.pick(("c2", *_BAD_NAMES)) if bad else "c1"
    server = bad and chance.one_in(2)
    started = CallStartDelta(channel, call_id, name, server)
    pieces = [chance.pick(_ARGUMENTS) for _ in range(chance.below(3))]
    middle = [CallArgumentsDelta(channel, piece) for piece in pieces]
    cut = chance.one_in(5)
    return [started, *middle, *([] if cut else [CallEndDelta(channel, chance.pick(_VALUES))])]


_OTHERS: tuple[Delta, ...] = (
    UsageDelta({"tokens": 1}),
    ErrorDelta("malformed_json"),
    ErrorDelta("slow", "m"),
)


def _other(chance: Chance, choices: Sequence[int]) -> Delta:
    if chance.one_in(2):
        return FinishDelta(chance.pick(_STOPS), choice=chance.pick(choices), raw="raw")
    return chance.pick(_OTHERS)


_STOPS = tuple(StopReason)
_ENDS = (EndKind.DONE, *EndKind)


def turn(chance: Chance, most: int) -> tuple[Delta, ...]:
    """Return the deltas of a turn: mostly text of one channel, sometimes of several."""
    wide = chance.one_in(4)
    choices = (0, 1) if wide and chance.one_in(2) else (0,)
    blocks = (0, 1) if wide else (0,)
    deltas: list[Delta] = []
    for number in range(1 + chance.below(most)):
        match chance.below(8):
            case 5:
                deltas += _native_call(chance, choices, number)
            case 6:
                deltas.append(_other(chance, choices))
            case other:
                kind = ChannelKind.REASONING if other == 7 else ChannelKind.TEXT
                channel = Channel(kind, chance.pick(choices), chance.pick(blocks))
                deltas.append(TextDelta(channel, chance.joined(PIECES, _MOST_PIECES)))
    end = chance.pick((None, None, *EndKind))
    return tuple(deltas) if end is None else (*deltas, EndDelta(end))


def turns(*, most: int) -> st.SearchStrategy[tuple[Delta, ...]]:
    """Return turns of up to ``most`` steps."""
    return made(lambda chance: turn(chance, most), _BYTES_OF_A_STEP * most)


#: A delta of text takes so many bytes, and a step of another kind about as many.
_BYTES_OF_A_STEP = 4 + 2 * _MOST_PIECES


def _bounds(chance: Chance) -> dict[str, Any]:
    if chance.one_in(2):
        return {}
    tag_chars = chance.pick((32, 40, 64))
    name_chars = chance.pick((1, 4, 8))
    return {
        "recover.max_tag_chars": tag_chars,
        "recover.max_name_chars": name_chars,
        "recover.max_held_chars": tag_chars + name_chars + chance.pick((0, 1, 30, 100)),
        "recover.max_trailing_blank_chars": chance.pick((0, 1, 3, 60)),
        "recover.cue_chars": chance.pick((0, 1, 8, 1024)),
        "echo.max_held_bytes": chance.pick((4_194_304, 20, 60, 150)),
        "scaffold.max_block_chars": chance.pick((65_536, 0, 5, 40)),
        "scaffold.containment_chars": chance.pick((2048, 0, 1, 30)),
    }


def _rig(chance: Chance, names: Sequence[str], most: int) -> Rig:
    name = chance.pick(names)
    changes = _bounds(chance)
    if chance.one_in(4):
        changes["recover.tools"] = "any"
    tools = chance.pick((TOOLS, TOOLS, TOOLS, TOOLS[:1], (), None))
    end = chance.pick((*_ENDS, None))
    return Rig(name, changes, tools, turn(chance, most), end)


def rigs(names: Sequence[str] = PROFILE_NAMES, *, most: int = 8) -> st.SearchStrategy[Rig]:
    """Return profiles of these names with bounds, tools, a turn and an end."""
    return made(lambda chance: _rig(chance, names, most), 12 + _BYTES_OF_A_STEP * most)
