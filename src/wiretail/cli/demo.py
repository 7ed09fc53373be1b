"""``wiretail demo``: the tour in the terminal."""

import sys
from io import StringIO
from pathlib import Path

import click
from platformdirs import user_data_path
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from wiretail.assets import assets_folder
from wiretail.captures import open_capture, shown
from wiretail.cli.display import has_display, has_window
from wiretail.cli.html_report import write_whole
from wiretail.cli.picture import svg
from wiretail.cli.table import console
from wiretail.errors import WiretailError
from wiretail.model.decisions import Decision
from wiretail.model.events import Event
from wiretail.profiles import load_profile
from wiretail.study.commands import inspect_command
from wiretail.study.describe import describe
from wiretail.study.flat import flat, is_timing
from wiretail.study.html_report import Source, html_report
from wiretail.study.run import Offer
from wiretail.study.tour import STOPS, Step, Walk, walk
from wiretail.study.visible import visible
from wiretail.study.wording import counted

_PICTURE_WIDTH = 118
#: The columns that the numbers of the reads and the gaps take.
_NUMBERS = 10
_EVENT_END = visible("\n\n")


@click.command("demo")
@click.option("--terminal", is_flag=True, help="In the terminal, even where a window would open.")
@click.option("--svg", "picture", metavar="FILE", hidden=True, help="Draw the first stop instead.")
def command(picture: str | None, terminal: bool) -> int:
    """Take the tour: recorded streams, the raw reads beside what became of them.

    It opens in a window. Without a display it goes to the terminal, and a report is written. There
    every stop states what must come out, and the tour checks it; exits 1 if it came out otherwise.

    \b
    Example:
      wiretail demo
    """
    captures = assets_folder() / "captures"
    if picture is not None:
        _draw(walk(STOPS[0], captures), picture)
        return 0
    if not terminal and has_window() and has_display():
        from wiretail.gui.application import Wish, show  # noqa: PLC0415 - it loads Qt

        return show([Wish("", tour=True)])
    wrong = _in_terminal(captures)
    if not terminal:
        _write_report(captures)
    return 1 if wrong else 0


def _in_terminal(captures: Path) -> int:
    """Print the tour; return how many stops came out otherwise."""
    out = console(sys.stdout)
    wrong = 0
    for number, stop in enumerate(STOPS, 1):
        walked = walk(stop, captures)
        wrong += not walked.as_expected
        out.print(Text(f"{number}/{len(STOPS)}  {stop.title}", style="bold"))
        out.print(Text(stop.sentence))
        out.print(Text(""))
        out.print(beside(walked, out.width))
        out.print(Text(f"\n{walked.verdict}"))
        out.print(Text(f"{judged(walked)}\n"))
    return wrong


def _write_report(captures: Path) -> None:
    """Write the report of the first stop where the user's data is kept, and say where."""
    stop = STOPS[0]
    path = captures / stop.capture
    source = Source(
        open_capture(path),
        load_profile(stop.profile),
        Offer(),
        inspect_command(str(path), stop.profile),
    )
    target = user_data_path("wiretail") / "demo-report.html"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, html_report(source))
    except (OSError, WiretailError) as error:
        click.echo(f"wiretail: no report was written ({shown(str(error))}).", err=True)
        return
    click.echo(f"The first stop as a report: {shown(target)}")


def judged(walked: Walk) -> str:
    """Return whether a stop came out as it says, and what came instead."""
    if walked.as_expected:
        return "As expected."
    wanted = visible(repr(list(walked.stop.timeline)))
    return f"NOT as expected.\n  wanted {wanted}\n  got    {visible(repr(list(walked.timeline)))}"


def beside(walked: Walk, width: int) -> Table:
    """Return the table of a stop: each read, and what the engine gave out when it had it.

    ``width`` is that of the terminal, in columns.
    """
    table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
    table.add_column("read", justify="right", no_wrap=True)
    table.add_column("what came", overflow="fold", ratio=1)
    table.add_column("what became of it", overflow="fold", ratio=1)
    for step in walked.steps:
        raw = _folded(step.shown, (width - _NUMBERS) // 2)
        table.add_row(str(step.chunk.number), Text(raw, style="dim"), _became(step))
    if walked.last:
        table.add_row("end", Text(""), _lines(walked.last))
    return table


def _folded(data: bytes, width: int) -> str:
    """Return the bytes of a read as text, a line for each event, cut without regard to words."""
    events = visible(data.decode("utf-8", "backslashreplace")).split(_EVENT_END)
    lines = [event + _EVENT_END for event in events[:-1]] + events[-1:]
    cut = [line[at : at + width] for line in lines for at in range(0, len(line), width)]
    return "\n".join(cut)


def _became(step: Step) -> Text:
    lines = _lines(step.items)
    if step.held:
        held = Text(f"({counted(step.held, 'character')} held)", style="yellow")
        return Text("\n").join([lines, held]) if lines.plain else held
    return lines


def _lines(items: list[Event | Decision]) -> Text:
    lines = []
    for row in flat(items):
        if is_timing(row):
            continue
        told = describe(row)
        style = "bold green" if isinstance(row, Decision) else ""
        lines.append(Text(f"{told.what}: {told.detail}", style=style))
    return Text("\n").join(lines)


def _draw(walked: Walk, path: str) -> None:
    """Write a picture of a stop: the command, the title, the verdict, and the table."""
    out = Console(
        file=StringIO(),
        record=True,
        width=_PICTURE_WIDTH,
        markup=False,
        highlight=False,
        force_terminal=True,
        color_system="truecolor",
    )
    prompt = Text("$ wiretail demo", style="bold")
    out.print(
        Group(
            prompt,
            Text(f"1/{len(STOPS)}  {walked.stop.title}"),
            Text(walked.verdict, style="yellow"),
            Text(""),
            beside(walked, out.width),
        )
    )
    try:
        Path(path).write_text(svg(out, "wiretail"), "utf-8")
    except OSError as error:
        raise WiretailError(f"{shown(path)} cannot be written ({error.strerror}).") from error
