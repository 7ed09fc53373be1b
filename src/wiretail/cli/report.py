"""What ``inspect`` prints for people: verdict, timeline, and what was left out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

from wiretail.captures import Capture
from wiretail.cli.table import TimelineTable, console
from wiretail.model.calls import Tool
from wiretail.model.decisions import Decision
from wiretail.model.events import Event
from wiretail.study.flat import flat, is_timing
from wiretail.study.run import Replay
from wiretail.study.verdict import Verdict
from wiretail.study.visible import name, visible
from wiretail.study.wording import counted, listed

_TOOLS_SHOWN = 5
_NOTE = 300

Done = tuple[Replay, Sequence[Event | Decision]]


def print_report(file: TextIO, capture: Capture, verdict: Verdict, done: Sequence[Done]) -> None:
    """Print the verdict first, then each exchange as a table, then what was not understood."""
    out = console(file)
    _say(file, verdict.sentence())
    for replay, items in done:
        _say(file, "")
        _say(file, headline(replay, several=len(done) > 1))
        rows = flat(items)
        shown = [row for row in rows if not is_timing(row)]
        if shown:
            out.print(TimelineTable(shown))
        for note in _notes(replay, len(rows) - len(shown)):
            _say(file, f"note: {note}")
    for note in capture_notes(capture):
        _say(file, f"note: {note}")


def headline(replay: Replay, *, several: bool) -> str:
    """Return what an exchange is: framing, dialect, size, borders, tools."""
    exchange = replay.exchange
    number = f"exchange {exchange.number}: " if several else ""
    words = [
        exchange.framing,
        exchange.dialect,
        counted(replay.frames, "frame"),
        f"{exchange.boundary} chunks",
        _tools(replay.tools),
    ]
    return number + ", ".join(words)


def capture_notes(capture: Capture) -> Iterator[str]:
    """Yield what is to be said of a capture as a whole."""
    for note in capture.notes:
        yield visible(note, _NOTE)
    if capture.unknown:
        yield f"skipped: {_counts(capture.unknown)}"


def _notes(replay: Replay, hidden: int) -> Iterator[str]:
    for note in replay.exchange.notes:
        yield visible(note, _NOTE)
    if replay.unknown:
        yield f"skipped, of no known type: {_counts(replay.unknown)}"
    if hidden:
        yield f"{counted(hidden, 'row')} on held text left out (see --format json)"


def _tools(tools: Sequence[Tool] | None) -> str:
    if tools is None:
        return "tools unknown"
    if not tools:
        return "no tools offered"
    names = [name(tool.name) for tool in tools[:_TOOLS_SHOWN]]
    if len(tools) > _TOOLS_SHOWN:
        names.append(f"{len(tools) - _TOOLS_SHOWN} more")
    return f"{'tool' if len(tools) == 1 else 'tools'} {listed(names)}"


def _counts(found: Mapping[str, int]) -> str:
    return ", ".join(f"{name(kind)} ({number:,})" for kind, number in sorted(found.items()))


def _say(file: TextIO, words: str) -> None:
    file.write(words + "\n")
