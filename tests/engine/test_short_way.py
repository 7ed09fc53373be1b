"""Which deltas go the short way; that both ways come to the same is a law (properties)."""

from collections.abc import Sequence
from unittest.mock import patch

import pytest

from engine.driving import TOOLS, profile_of
from wiretail.engine.origins import Source
from wiretail.engine.outlet import Out
from wiretail.engine.short_way import ShortWay
from wiretail.engine.stream import Stream
from wiretail.model.deltas import Channel, ChannelKind, TextDelta
from wiretail.model.events import Call, Event, Text

TEXT = Channel()
WRAPPER = "<function_calls>"
OPEN = '<invoke name="any"><parameter name="command">'
CLOSE = "</parameter></invoke>"


def ways(texts: Sequence[str], profile: str = "wiretail") -> list[str]:
    """Return how each delta was taken: passed through, gone on from what is held, or read."""
    taken: list[str] = []
    passes, goes_on = ShortWay.pass_through, ShortWay.go_on

    def pass_through(short: ShortWay, text: str, frame: int, path: str) -> Event | None:
        event = passes(short, text, frame, path)
        if event is not None:
            taken.append("passed")
        return event

    def go_on(short: ShortWay, text: str, source: Source, path: str) -> Out | None:
        out = goes_on(short, text, source, path)
        taken.append("read" if out is None else "gone on")
        return out

    fed = Stream(profile_of(profile), tools=TOOLS)
    fed.feed_delta(TextDelta(TEXT, "So: "))  # the first delta of a channel makes it
    with (
        patch.object(ShortWay, "pass_through", pass_through),
        patch.object(ShortWay, "go_on", go_on),
    ):
        for text in texts:
            fed.feed_delta(TextDelta(TEXT, text))
    return taken


@pytest.mark.parametrize(
    ("texts", "taken"),
    [
        (["plain words, ", "more of them\n", "é 😀"], ["passed"] * 3),
        (["1 < 2", "b"], ["passed"] * 2),
        (["a <", "i", "x"], ["gone on"] * 3),
        (["\ud83d", "\ude00", "a"], ["read", "read", "passed"]),
        (["", "a"], ["read", "passed"]),
        # A word that stands alone in its line may be a stray one (recommended 3).
        (["a\n", "call", "\n", "b"], ["passed", "read", "gone on", "gone on"]),
        ([WRAPPER, OPEN, "a value", "and more", CLOSE], ["read"] + ["gone on"] * 4),
        (
            ["a <invoke", ' name="any"', ">", "x", "y"],
            ["gone on", "read", "gone on", "read", "passed"],
        ),
    ],
)
def test_what_is_settled_as_it_comes_is_not_read_at_once(
    texts: list[str], taken: list[str]
) -> None:
    assert ways(texts) == taken


def test_a_profile_without_stray_words_looks_at_no_line() -> None:
    assert ways(["a\n", "call", "\n"], "vscode-lm") == ["passed"] * 3


def test_text_that_was_passed_is_known_when_a_call_comes() -> None:
    # The fence went the short way; a call between its lines is quoted.
    fed = Stream(profile_of("wiretail"), tools=TOOLS)
    texts = ["see\n", "``", "`\n", f"{OPEN}x{CLOSE}\n", "```\n"]
    out = [item for text in texts for item in fed.feed_delta(TextDelta(TEXT, text))]
    out += fed.close()
    assert "".join(item.text for item in out if isinstance(item, Text)) == "".join(texts)
    assert not [item for item in out if isinstance(item, Call)]


def test_a_long_text_is_read_now_and_then_so_that_nothing_grows() -> None:
    fed = Stream(profile_of("wiretail"), tools=TOOLS)
    with patch.object(ShortWay, "read", autospec=True, side_effect=ShortWay.read) as read:
        for _ in range(100):
            assert fed.feed_delta(TextDelta(TEXT, "plain words " * 100))
    assert read.call_count == 120_000 // (7 * 1200)


def test_what_goes_the_short_way_is_an_event_of_its_channel_in_its_place() -> None:
    fed = Stream(profile_of("wiretail"), tools=TOOLS)
    reasoning = Channel(ChannelKind.REASONING)
    out = fed.feed_delta(TextDelta(TEXT, "ab", "p")) + fed.feed_delta(TextDelta(reasoning, "c"))
    out += fed.feed_delta(TextDelta(TEXT, "d"))
    assert [(item.type, item.text, item.start, item.frame) for item in out] == [  # type: ignore[union-attr]
        ("text", "ab", 0, 0),
        ("reasoning", "c", 0, 1),
        ("text", "d", 2, 2),
    ]
