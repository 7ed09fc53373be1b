"""Which dialect the frames of a body speak."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wiretail.captures.body import Body
from wiretail.captures.lines import SAMPLE, json_value
from wiretail.captures.names import shown
from wiretail.captures.wording import counted
from wiretail.engine.dialects import DIALECTS
from wiretail.engine.framing import FRAMINGS
from wiretail.errors import CaptureError
from wiretail.model.frames import Frame

#: The dialect that counts frames as unknown where none fits.
FALLBACK = "openai-chat"

PLAIN = "plain-text"

#: So many frames are asked at most; more change nothing.
_MOST_FRAMES = 256


@dataclass(frozen=True, slots=True)
class Spoken:
    """A dialect, why it was taken, and a note where that was not much of a reason."""

    name: str
    reason: str
    note: str = ""


def check_dialect(name: str | None) -> None:
    """Refuse the name of a dialect that there is none of; None is no name.

    Raises :class:`~wiretail.errors.CaptureError`, which lists the names.
    """
    if name is not None and name not in DIALECTS:
        raise CaptureError(
            f"there is no dialect {shown(name)}: choose one of {', '.join(sorted(DIALECTS))}."
        )


def spoken(body: Body, framing: str, asked: str | None = None) -> Spoken:
    """Choose the dialect of a body by its frames within the first 64 KiB.

    ``asked`` is a dialect that somebody named: it is taken.
    """
    if asked is not None:
        return Spoken(asked, "as asked")
    if framing == "plain":
        return Spoken(PLAIN, "plain text has no other")
    frames = _frames(body, framing)
    scores = _scores(frames)
    best = max(scores, key=lambda name: scores[name], default=FALLBACK)
    if not scores.get(best):
        are = "is" if len(frames) == 1 else "are"
        note = f"no known dialect: {counted(len(frames), 'frame')} {are} not understood."
        return Spoken(FALLBACK, "no dialect fits", note if frames else "")
    return Spoken(best, f"fits {round(scores[best])} of 100 in {counted(len(frames), 'frame')}")


def _frames(body: Body, framing: str) -> Sequence[Frame]:
    head = body.read(0, SAMPLE)
    framer = FRAMINGS[framing]()
    frames: list[Frame] = framer.feed(head)
    if body.size <= len(head):
        frames += framer.close()
    return frames[:_MOST_FRAMES]


def _scores(frames: Sequence[Frame]) -> dict[str, float]:
    """Return the mean fit (0..100) of each dialect over the frames that hold JSON."""
    values: list[Any] = []
    for frame in frames:
        try:
            values.append(json_value(frame.data))
        except ValueError:
            continue
    if not values:
        return {}
    dialects: dict[str, Any] = dict(DIALECTS)
    return {name: _mean(dialect.recognise, values) for name, dialect in dialects.items()}


def _mean(recognise: Callable[[Any], int], values: Sequence[Any]) -> float:
    return sum(map(recognise, values)) / len(values)
