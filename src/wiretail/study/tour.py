"""The tour: demo captures, what each shows, and what must come of it.

A stop is data. Whoever shows it asserts its timeline, so a tour that tells untruths fails.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from wiretail.captures import Capture, open_capture
from wiretail.model.chunks import Chunk
from wiretail.model.decisions import Decision
from wiretail.model.events import Event, Refusal
from wiretail.model.settings import Profile
from wiretail.model.timeline import Timeline, plain
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.feeder import Feeder
from wiretail.study.masks import Masks
from wiretail.study.run import Replay
from wiretail.study.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop: ``capture`` is a file of the demo captures, ``timeline`` what must come of it.

    The tools are those of the capture's request. ``refusal``: the class of the refusal that must
    end it (empty: none may).
    """

    title: str
    sentence: str
    capture: str
    timeline: tuple[tuple[str, str], ...]
    profile: str = "wiretail"
    refusal: str = ""


_MARKUP = (
    "<function_calls>\n"
    '<invoke name="Read">\n'
    '<parameter name="path">src/caf\u00e9.py</parameter>\n'
    "</invoke>\n"
    "</function_calls>"
)

STOPS = (
    Stop(
        "A call that leaked",
        "The model wrote its tool call as text, and the reads cut right through the markup: "
        "it is held until it is certain, then given out as the call that it is.",
        "split-marker.wtail",
        (
            ("text", "I will read the file first.\n\n\n"),
            ("tool_call", "Read"),
            ("text", "\n"),
            ("end", "done"),
        ),
    ),
    Stop(
        "The same markup, quoted",
        "In a code block the very same text is an example, not a call: it stays text.",
        "quoted.wtail",
        (
            (
                "text",
                (
                    "A leaked call looks like this:\n\n"
                    f"```xml\n{_MARKUP}\n```\n\nIt should have been a call."
                ),
            ),
            ("end", "done"),
        ),
    ),
    Stop(
        "Broken text",
        "A character in two halves is joined; half a character and bytes that are no text become "
        "one U+FFFD each, and the record says which bytes they were.",
        "broken-text.wtail",
        (
            (
                "text",
                (
                    "A pair in two halves: \U0001f600. Half a pair: \ufffd! "
                    "Bytes that are no text: \ufffd( Done, na\u00efvely."
                ),
            ),
            ("end", "done"),
        ),
    ),
    Stop(
        "Scaffolding of a vendor",
        "A reminder that was never meant for a reader is taken out; markup that would run a "
        "command refuses the turn, and nothing of it is shown anywhere.",
        "scaffolding.wtail",
        (("text", "The caf\u00e9 list is ready.\n\nNow I tidy up: "),),
        profile="qoder",
        refusal="tool_call_markup",
    ),
    Stop(
        "The same call twice",
        "The model printed its call, and made it as well: the text that repeats the call is left "
        "out, because a call of that name and that input is really there.",
        "echo.wtail",
        (
            ("text", "I look into the caf\u00e9 folder.\n"),
            ("tool_call", "exec"),
            ("end", "done"),
        ),
    ),
)


_SLICE_MS = 1000.0


class Step(NamedTuple):
    """One read, and what the engine gave out when it had it; ``held`` code points are withheld.

    ``shown`` are the bytes of the read, those masked that a refusal contains.
    """

    chunk: Chunk
    shown: bytes
    items: list[Event | Decision]
    held: int


@dataclass(slots=True)
class Walk:
    """A stop, walked: every read with what became of it, the verdict, and whether it is right."""

    stop: Stop
    steps: list[Step] = field(default_factory=list)
    last: list[Event | Decision] = field(default_factory=list)
    timeline: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    refusal: str = ""

    @property
    def as_expected(self) -> bool:
        """Whether the timeline is the one that the stop states, and a refusal ends it or none."""
        said = self.timeline, self.refusal
        return said == (self.stop.timeline, self.stop.refusal)


def shows(stop: Stop, store: Store) -> bool:
    """Tell whether a store's timeline is the one that a stop states, and how it was refused."""
    timeline, refusal = Timeline(), ""
    for row in range(store.row_count):
        item = store.item(row)
        if isinstance(item, Decision):
            continue
        timeline.add(item)
        if isinstance(item, Refusal):
            refusal = item.refusal_class
    said = tuple((word, text) for word, text in plain(timeline.runs()))
    return (said, refusal) == (stop.timeline, stop.refusal)


def walk(stop: Stop, folder: Path) -> Walk:
    """Run a stop; ``folder`` holds the demo captures.

    Raises :class:`~wiretail.errors.CaptureError` for a capture that is not there.
    """
    capture = open_capture(folder / stop.capture)
    profile = load_profile(stop.profile)
    replay = Replay(capture.exchanges[0], profile)
    masks = _masks(capture, profile)
    walked = Walk(stop)
    timeline, verdict = Timeline(), Verdict()
    at = 0
    for chunk, items in replay.steps():
        if chunk is None:
            walked.last = items
        else:
            shown = masks.masked(at, at + len(chunk.data))
            walked.steps.append(Step(chunk, shown, items, replay.stream.held_chars))
            at += len(chunk.data)
        for item in items:
            verdict.add(0, item)
            if isinstance(item, Decision):
                continue
            timeline.add(item)
            if isinstance(item, Refusal):
                walked.refusal = item.refusal_class
    verdict.read(replay.frames, sum(replay.unknown.values()))
    walked.timeline = tuple((word, text) for word, text in plain(timeline.runs()))
    walked.verdict = verdict.sentence()
    return walked


def _masks(capture: Capture, profile: Profile) -> Masks:
    """Return what hides what a refusal contains: how far it reaches is known at the end."""
    store = Store(capture, profile["repair.bytes"])
    feeder = Feeder(capture, profile, store.append)
    while feeder.step(_SLICE_MS):
        pass
    return Masks(store)
