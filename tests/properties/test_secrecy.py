"""Law 6: what a refusal holds, or a removed region, is in nothing that comes out (qoder 5)."""

import traceback
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.chance import joined
from properties.strategies import PARTS, PIECES, TOOLS, law
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream
from wiretail.model.decisions import SETTLES_TEXT, Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, TextDelta
from wiretail.model.events import Reasoning, Refusal, Text
from wiretail.model.settings import Profile
from wiretail.profiles import load_profile

OPEN, CLOSE = "<system-reminder>", "</system-reminder>"
#: What every profile takes out or refuses, whole or cut; ``{}`` is where the secret stands.
LEAKS = (
    OPEN + "{}" + CLOSE,
    f"{OPEN}a {OPEN}b{CLOSE}" + "{}" + CLOSE,
    "<functions.exec>{}</functions.exec>",
    "<functions.{}></invoke>",
    "\n[Tool Call] {} </functions>",
)
#: What only the policy ``refuse`` keeps back.
REFUSED = (
    OPEN + "{}", "<functions.x>{}", "<invoke>{}", '<invoke name="{}">', "\n[tool_result]{}",
    "<functions.x><tool_call><function={}>a</function></tool_call>",
    '<functions.x><tool_call>{"name":"{}","arguments":{"{}":1}}</tool_call>',
    '<tool_call>{"a":"<functions.x>","name":"{}"}</tool_call>',
    '<functions.x><invoke name="{}"><parameter name="{}">a</parameter></invoke>',
)  # fmt: skip
SECRET = "s3cr3t"
CASES = [
    ("qoder", {}),
    ("qoder", {"scaffold.markers": "extended"}),
    ("wiretail", {"scaffold.policy": "refuse", "scaffold.quoted": "count"}),
    ("wiretail", {"scaffold.quoted": "count", "scaffold.markers": "extended"}),
]
FILLINGS = ("", "a ", "\n", "<sys", "</invo", "<", "\ud83d", "é😀", OPEN, CLOSE, "</invoke>")


def everything(value: Any) -> list[str]:
    """Return every string in events and decisions, keys and names of places included."""
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return [text for entry in fields(value) for text in everything(getattr(value, entry.name))]
    if isinstance(value, dict):
        return [text for pair in value.items() for item in pair for text in everything(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in everything(item)]
    return []


def fed(stream: Stream, pieces: list[str], kind: ChannelKind, end: EndKind) -> Out:
    out: Out = []
    for piece in pieces:
        out += stream.feed_delta(TextDelta(Channel(kind), piece))
    return out + stream.close(end)


def cut(text: str, cuts: list[int]) -> list[str]:
    borders = [0, *sorted(at for at in cuts if 0 < at < len(text)), len(text)]
    return [text[a:b] for a, b in pairwise(borders)]


def gone(out: Out, channel: Channel) -> list[tuple[int, int]]:
    """Return the places of a channel that are said not to be given out."""
    return [
        (item.span.start, item.span.end)
        for item in out
        if isinstance(item, Decision) and item.kind in SETTLES_TEXT
        if item.span is not None and item.channel == channel
    ]


def assert_silent(out: Out, stream: Stream) -> None:
    assert not any(SECRET in text for text in everything(out))
    assert SECRET not in repr(out)
    assert SECRET not in repr(stream)


def _leaking() -> Iterator[tuple[Profile, str]]:
    """Yield what each case keeps back."""
    for name, settings in CASES:
        profile = load_profile(name).with_settings(settings)
        leaks = LEAKS if profile["scaffold.policy"] == "redact" else LEAKS + REFUSED
        wide = profile["scaffold.markers"] == "extended"
        for leak in leaks:
            if (wide or "[" not in leak) and not (name == "wiretail" and "<invoke" in leak):
                yield profile, leak


@PARTS
def test_a_secret_that_is_kept_back_is_in_nothing_that_comes_out(part: int) -> None:
    @law(part, 0.5)
    @given(
        front=st.sampled_from(("", "a ", "so\n", "1 < 2 ", "é😀 ")),
        leaking=st.sampled_from(list(_leaking())),
        filling=st.sampled_from(FILLINGS),
        after=st.sampled_from(("", " b", "\n", "<", "</inv")),
        cuts=st.lists(st.integers(1, 90), max_size=8),
        kind=st.sampled_from((ChannelKind.TEXT, ChannelKind.REASONING)),
        end=st.sampled_from(EndKind),
    )
    def holds(
        front: str,
        leaking: tuple[Profile, str],
        filling: str,
        after: str,
        cuts: list[int],
        kind: ChannelKind,
        end: EndKind,
    ) -> None:
        profile, leak = leaking
        closes = OPEN in filling or CLOSE in filling or filling == "</invoke>"
        inner = SECRET if closes else filling + SECRET  # a filling of whole tags is another leak
        text = front + leak.replace("{}", inner) + after
        stream = Stream(profile, tools=TOOLS)
        out = fed(stream, cut(text, cuts), kind, end)
        assert_silent(out, stream)

    holds()


@PARTS
def test_nothing_that_is_shown_lies_in_what_is_said_to_be_gone(part: int) -> None:
    groups = ((*LEAKS, *REFUSED, *FILLINGS),) * len(PIECES) + PIECES

    @law(part, 0.5)
    @given(
        profile=st.sampled_from([load_profile(name).with_settings(its) for name, its in CASES]),
        text=joined(groups, 12),
        cuts=st.lists(st.integers(1, 200), max_size=8),
        end=st.sampled_from(EndKind),
    )
    def holds(profile: Profile, text: str, cuts: list[int], end: EndKind) -> None:
        out = fed(Stream(profile, tools=TOOLS), cut(text, cuts), ChannelKind.TEXT, end)
        hidden = gone(out, Channel())
        shown = [
            (item.start, item.start + len(item.text))
            for item in out
            if isinstance(item, Text | Reasoning)
        ]
        everywhere = sorted((*hidden, *shown))
        for (_, last), (first, _) in pairwise(everywhere):
            assert last == first  # each code point has one fate: shown, or gone
        refused = [item for item in out if isinstance(item, Refusal)]
        assert len(refused) <= 1

    holds()


@pytest.mark.parametrize("name", ["qoder", "wiretail"])
def test_an_error_of_a_stream_that_was_refused_says_nothing_of_it(name: str) -> None:
    profile = load_profile(name).with_settings({"scaffold.policy": "refuse"})
    stream = Stream(profile, tools=TOOLS)
    text = f"a <functions.x>{SECRET}"
    out = fed(stream, [text, SECRET], ChannelKind.TEXT, EndKind.DONE)
    assert any(isinstance(item, Refusal) for item in out)
    with pytest.raises(ValueError, match="closed") as caught:
        stream.feed_delta(TextDelta(Channel(), "b"))
    chain = "".join(traceback.format_exception(caught.value))
    assert SECRET not in chain
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_the_law_can_fail() -> None:
    stream = Stream(load_profile("qoder").with_settings({"scaffold.policy": "flag"}), tools=TOOLS)
    out = fed(stream, [f"{OPEN}{SECRET}{CLOSE}"], ChannelKind.TEXT, EndKind.DONE)
    assert any(SECRET in text for text in everything(out))
    told = [item for item in out if isinstance(item, Decision) and item.kind is Kind.PASSED]
    assert told
