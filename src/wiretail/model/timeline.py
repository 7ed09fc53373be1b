"""What came out, in order: runs.

A run is adjacent text of one channel, one call, or one event of another type. A native call stands
where its first delta stood (``call_started``), a recovered call at its ``call`` event; a call that
is withdrawn leaves no run, and the text on both sides of it joins. Usage belongs to no place: the
last one of a choice stands in front of its end.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from wiretail.model.calls import Origin
from wiretail.model.deltas import Channel, ChannelKind
from wiretail.model.events import (
    Call,
    CallArguments,
    CallStarted,
    CallWithdrawn,
    End,
    Event,
    Reasoning,
    Text,
    Usage,
)


@dataclass(slots=True)
class Run:
    """One row of a timeline.

    ``type`` is the type of its events (for a call that is whole ``call``, else ``call_started``).
    ``first`` and ``last`` are the numbers of the first and last frame that carried it. ``parts``
    are the pieces of its text, or of a call's arguments text. ``start`` counts code points of the
    channel's text. ``event`` is the last event of the run: the whole call, the end, the error.
    """

    type: str
    channel: Channel
    first: int
    last: int
    event: Event
    start: int = 0
    parts: list[str] = field(default_factory=list)
    dropped: bool = False

    @property
    def text(self) -> str:
        """The joined text of a text or reasoning run."""
        return "".join(self.parts)


class Timeline:
    """Joins events to runs as they come; linear, and nothing is looked at twice.

    Events of several turns and choices may be mixed. ``placed`` are the runs as they stand, those
    that were dropped too; ``runs()`` answers what is left of them.
    """

    def __init__(self) -> None:
        self.placed: list[Run] = []
        self._calls: dict[tuple[Channel, str], Run] = {}
        self._usage: dict[tuple[int, int], Usage] = {}

    def add(self, event: Event) -> Run | None:
        """Take one event; return the run that it belongs to, if it has one by now."""
        match event:
            case Text() | Reasoning():
                return self._text(event)
            case CallStarted():
                return self._started(event)
            case CallArguments():
                return self._arguments(event)
            case Call():
                return self._call(event)
            case CallWithdrawn():
                self._withdraw(event)
                return None
            case Usage():
                self._usage[event.channel.turn, event.channel.choice] = event
                return None
            case End():
                self._settle_usage(event.channel)
        return self._append(event, event.frame)

    def runs(self) -> list[Run]:
        """Return the runs so far, withdrawn calls left out and the text round them joined."""
        answer: list[Run] = []
        for run in self.placed:
            if run.dropped:
                continue
            if answer and _joins(answer[-1], run):
                answer[-1].parts += run.parts
                answer[-1].last = run.last
                answer[-1].event = run.event
            else:
                answer.append(replace(run, parts=list(run.parts)))
        return answer

    def _append(self, event: Event, frame: int) -> Run:
        run = Run(event.type, event.channel, frame, frame, event)
        self.placed.append(run)
        return run

    def _text(self, event: Text | Reasoning) -> Run | None:
        if not event.text:
            return None
        last = self.placed[-1] if self.placed else None
        if last is None or last.type != event.type or last.channel != event.channel:
            last = self._append(event, event.frame)
            last.start = event.start
        last.parts.append(event.text)
        last.last = event.frame
        last.event = event
        return last

    def _started(self, event: CallStarted) -> Run:
        run = self._append(event, event.frame)
        self._calls[event.channel, event.id] = run
        return run

    def _arguments(self, event: CallArguments) -> Run | None:
        run = self._calls.get((event.channel, event.id))
        if run is not None:
            run.parts.append(event.text)
            run.last = event.frame
        return run

    def _call(self, event: Call) -> Run:
        run = self._calls.pop((event.channel, event.id), None)
        if run is not None and event.origin is Origin.RECOVERED:
            run.dropped = True
            run = None
        if run is None:
            run = self._append(event, event.frame)
        run.type = event.type
        run.last = event.frame
        run.event = event
        return run

    def _withdraw(self, event: CallWithdrawn) -> None:
        run = self._calls.pop((event.channel, event.id), None)
        if run is not None:
            run.dropped = True

    def _settle_usage(self, channel: Channel) -> None:
        usage = self._usage.pop((channel.turn, channel.choice), None)
        if usage is not None:
            self._append(usage, usage.frame)


def runs(events: Iterable[Event]) -> list[Run]:
    """Return the runs of ``events``, in order."""
    timeline = Timeline()
    for event in events:
        timeline.add(event)
    return timeline.runs()


def plain(found: Iterable[Run]) -> list[list[str]]:
    """Return the bare order of text, reasoning, whole calls and ends, as vectors write it.

    ``[["text", S], ["reasoning", S], ["tool_call", NAME], ["end", END]]``. What lies between two
    texts of one channel without being one of these does not part them. The provider's own refusal
    is no text of the answer.
    """
    rows: list[tuple[str, list[str]]] = []
    last: Run | None = None
    for run in found:
        row = _row(run)
        if row is None:
            continue
        if last is not None and _joins(last, run):
            rows[-1][1].append(row[1])
        else:
            rows.append((row[0], [row[1]]))
        last = run
    return [[word, "".join(parts)] for word, parts in rows]


def _row(run: Run) -> tuple[str, str] | None:
    event = run.event
    match event:
        case Text() | Reasoning() if run.channel.kind is not ChannelKind.REFUSAL:
            return run.type, run.text
        case Call():
            return "tool_call", event.name
        case End():
            return "end", str(event.end)
    return None


def _joins(left: Run, right: Run) -> bool:
    return left.type == right.type and left.channel == right.channel and _is_text(left)


def _is_text(run: Run) -> bool:
    return isinstance(run.event, Text | Reasoning)
