"""The tour: demo captures, what each shows, and what must come of it.

A stop is data. Whoever shows it asserts its timeline, so a tour that tells untruths fails.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from wiretail.captures import open_capture
from wiretail.model.chunks import Chunk
from wiretail.model.decisions import Decision
from wiretail.model.events import Event
from wiretail.model.timeline import Timeline, plain
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.run import Replay
from wiretail.study.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop: ``capture`` is a file of the demo captures, ``timeline`` what must come of it.

    The tools are those of the capture's request.
    """

    title: str
    sentence: str
    capture: str
    timeline: tuple[tuple[str, str], ...]
    profile: str = "wiretail"


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
)


class Step(NamedTuple):
    """One read, and what the engine gave out when it had it; ``held`` code points are withheld."""

    chunk: Chunk
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

    @property
    def as_expected(self) -> bool:
        """Whether the timeline is the one that the stop states."""
        return self.timeline == self.stop.timeline


def stored_timeline(store: Store) -> tuple[tuple[str, str], ...]:
    """Return the timeline of a store's events, as stops state theirs."""
    timeline = Timeline()
    for row in range(store.row_count):
        item = store.item(row)
        if not isinstance(item, Decision):
            timeline.add(item)
    return tuple((word, text) for word, text in plain(timeline.runs()))


def walk(stop: Stop, folder: Path) -> Walk:
    """Run a stop; ``folder`` holds the demo captures.

    Raises :class:`~wiretail.errors.CaptureError` for a capture that is not there.
    """
    capture = open_capture(folder / stop.capture)
    replay = Replay(capture.exchanges[0], load_profile(stop.profile))
    walked = Walk(stop)
    timeline, verdict = Timeline(), Verdict()
    for chunk, items in replay.steps():
        if chunk is None:
            walked.last = items
        else:
            walked.steps.append(Step(chunk, items, replay.stream.held_chars))
        for item in items:
            verdict.add(0, item)
            if not isinstance(item, Decision):
                timeline.add(item)
    verdict.read(replay.frames, sum(replay.unknown.values()))
    walked.timeline = tuple((word, text) for word, text in plain(timeline.runs()))
    walked.verdict = verdict.sentence()
    return walked
