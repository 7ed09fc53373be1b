"""Law 3, work: what a delta costs does not hang on what came before, whatever the text is.

Counted are characters looked at (``properties.work``), never time.
"""

from collections.abc import Callable
from typing import Any

import pytest

from bench.hostile import TEXTS, over_and_over
from properties.strategies import AT_LENGTH, PROFILE_NAMES, PROFILES, TOOLS
from properties.work import looks_of
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    TextDelta,
)

_TEXT = Channel()
_CALL = Channel(ChannelKind.ARGUMENTS)
#: A text is read late, 8,192 characters at a time: both sizes are some of these, and a little.
_SIZE = 8_800
_TIMES = 2
#: Cut everywhere: this is no divisor of what markers are long.
_DELTA = 23
#: So little of a line is read for a cue that all of it is there in the smaller text.
_SETTINGS = {"recover.cue_chars": 32}
#: The profile that has everything, cut small; the others where there is time for them.
_PROFILES = PROFILE_NAMES if AT_LENGTH else ("wiretail",)
_CUTS = ("one delta", "many deltas") if AT_LENGTH else ("many deltas",)
#: n^1.1; what a character costs at most.
_MOST_GROWTH = _TIMES**1.1
_MOST_LOOKS = 400


def _run(profile: str, text: str, size: int) -> Callable[[Any], None]:
    """Return what feeds a text, in deltas of a size, and then a native call that echoes it."""

    def run(made: Any) -> None:
        fed = made(PROFILES[profile].with_settings(_SETTINGS), tools=TOOLS)
        for at in range(0, len(text), size):
            fed.feed_delta(TextDelta(_TEXT, text[at : at + size]))
        fed.feed_delta(CallStartDelta(_CALL, "c1", "run"))
        fed.feed_delta(CallArgumentsDelta(_CALL, '{"input":"x"}'))
        fed.feed_delta(CallEndDelta(_CALL))
        fed.close("done")

    return run


@pytest.mark.parametrize("cut", _CUTS)
@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("profile", _PROFILES)
def test_work_is_linear_in_every_hostile_text(profile: str, name: str, cut: str) -> None:
    looks = []
    for size in (_SIZE, _TIMES * _SIZE):
        text = over_and_over(name)(size)
        delta = _DELTA if cut == "many deltas" else size
        looks.append(looks_of(_run(profile, text, delta)))
    assert looks[1] <= _MOST_GROWTH * looks[0]
    assert looks[1] <= _MOST_LOOKS * _TIMES * _SIZE
