from cli.terminal import Terminal
from wiretail.captures import FORMATS


def test_every_format_is_one_line(wiretail: Terminal) -> None:
    answer = wiretail("formats")
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert [line.split()[0] for line in lines] == [entry.name for entry in FORMATS]
    assert any("reads, writes" in line for line in lines)
