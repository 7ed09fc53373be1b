import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from wiretail.cli.table import TimelineTable, console
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.events import Text
from wiretail.study.flat import flat


def printed(console: Console, file: io.StringIO, text: str) -> str:
    decision = Decision(Kind.RECOVERED, "call.bare", "", Channel(), frames=(1, 2))
    console.print(TimelineTable(flat([Text(Channel(), 0, text, 7), decision])))
    return file.getvalue()


def test_a_file_gets_plain_text_of_a_fixed_width() -> None:
    file = io.StringIO()
    lines = printed(console(file), file, "[red]" + "x" * 500).splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) == 110
    assert "[red]xxx" in lines[1]
    assert lines[1].endswith("\u2026")
    assert "\x1b" not in file.getvalue()


def test_decisions_are_indented_and_flagged_with_a_letter() -> None:
    file = io.StringIO()
    lines = printed(console(file), file, "hi").splitlines()
    assert lines[1].split()[:3] == ["0", "7", "text"]
    assert "    W recovered" in lines[2]


def test_a_terminal_gets_colours_but_never_the_text_s_own() -> None:
    file = io.StringIO()
    terminal = Console(file=file, force_terminal=True, width=100, color_system="truecolor")
    assert "\x1b[" in printed(terminal, file, "\x1b[31mred")
    assert "\u241b[31mred" in file.getvalue()


@pytest.mark.parametrize("width", [20, 40, 400])
def test_a_line_is_never_wider_than_the_terminal(width: int) -> None:
    file = io.StringIO()
    terminal = Console(file=file, width=width)
    lines = printed(terminal, file, "\u6f22" * 30 + "end").splitlines()
    assert len(lines) == 3
    assert max(map(cell_len, lines)) <= width
    assert ("end" in lines[1]) == (width == 400)


def test_columns_stand_one_below_the_other() -> None:
    file = io.StringIO()
    lines = printed(console(file), file, "hi").splitlines()
    assert lines[0].index("detail") == lines[1].index("hi")
    assert lines[0].index("channel") == lines[1].index("text", 20) == lines[2].index("text")
