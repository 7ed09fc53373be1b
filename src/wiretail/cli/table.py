"""Timelines as tables. Text of a stream is plain text to rich: never markup, never wrapped."""

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wiretail.model.decisions import Decision
from wiretail.model.timeline import Run
from wiretail.study.describe import Described, describe

#: How wide a table is where nobody knows the width of a terminal.
_WIDTH = 110
_STYLES = {"E": "bold red", "W": "yellow", "N": "cyan", "": ""}


def console(file: TextIO) -> Console:
    """Return a console for a stream: no markup, no emoji codes, no guessing at what text means."""
    width = None if file.isatty() else _WIDTH
    return Console(file=file, width=width, markup=False, emoji=False, highlight=False)


def timeline_table(rows: Iterable[Run | Decision]) -> Table:
    """Return the table of a flat list: number, frames, what, channel, detail."""
    table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("frames", justify="right", no_wrap=True)
    table.add_column("what", no_wrap=True)
    table.add_column("channel", no_wrap=True)
    table.add_column("detail", no_wrap=True, overflow="ellipsis", ratio=1)
    for number, row in enumerate(rows):
        table.add_row(str(number), *_cells(describe(row)))
    return table


def _cells(row: Described) -> list[Text]:
    style = _STYLES[row.severity]
    flag = f"{row.severity} " if row.severity else ""
    indent = "  " if row.is_decision else ""
    what = Text(f"{indent}{flag}{row.what}", style=style)
    return [Text(row.frames), what, Text(row.channel), Text(row.detail)]
