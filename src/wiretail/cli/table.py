"""Timelines as tables. Text of a stream is plain text to rich: never markup, never wrapped."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment

from wiretail.model.decisions import Decision
from wiretail.model.timeline import Run
from wiretail.study.describe import Described, describe

#: How wide a table is where nobody knows the width of a terminal.
_WIDTH = 110
_Line = tuple[str, str, str, str, str]
_HEADER: _Line = ("#", "frames", "what", "channel", "detail")
_GAP = "  "
_STYLES = {"E": "bold red", "W": "yellow", "N": "cyan", "": ""}


def console(file: TextIO) -> Console:
    """Return a console for a stream: no markup, no emoji codes, no guessing at what text means."""
    width = None if file.isatty() else _WIDTH
    return Console(file=file, width=width, markup=False, emoji=False, highlight=False)


class TimelineTable:
    """The table of a flat list: number, frames, what, channel, detail; a line each.

    A renderable of rich. Its own tables cost a millisecond a row, and a capture may have a million.
    """

    def __init__(self, rows: Iterable[Run | Decision]) -> None:
        self._rows = [describe(row) for row in rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [_HEADER, *(_cells(number, row) for number, row in enumerate(self._rows))]
        widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
        widths[-1] = options.max_width - sum(widths[:-1]) - len(_GAP) * (len(widths) - 1)
        yield Segment("".join(_pieces(_HEADER, widths)), console.get_style("dim"))
        for row, cells in zip(self._rows, lines[1:], strict=True):
            before, what, behind = _pieces(cells, widths)
            yield from (Segment(before), Segment(what, console.get_style(_STYLES[row.severity])))
            yield Segment(behind)


def _pieces(cells: _Line, widths: Sequence[int]) -> tuple[str, str, str]:
    """Return a line in three pieces: what stands before the middle cell, the cell, the rest."""
    number, frames, what, channel, detail = cells
    before = f"{number:>{widths[0]}}{_GAP}{frames:>{widths[1]}}{_GAP}"
    behind = f"{_GAP}{channel:<{widths[3]}}{_GAP}{_fitted(detail, widths[4])}"
    return before, f"{what:<{widths[2]}}", f"{behind.rstrip()}\n"


def _cells(number: int, row: Described) -> _Line:
    flag = f"{row.severity} " if row.severity else ""
    indent = "  " if row.is_decision else ""
    return str(number), row.frames, f"{indent}{flag}{row.what}", row.channel, row.detail


def _fitted(text: str, room: int) -> str:
    """Return the text cut to so many columns, at least one, an ellipsis behind what was cut."""
    if cell_len(text) <= room:
        return text
    return set_cell_size(text, max(room - 1, 0)).rstrip() + "\u2026"
