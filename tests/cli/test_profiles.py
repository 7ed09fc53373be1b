from cli.terminal import Terminal
from wiretail.profiles import profile_names


def test_every_profile_is_one_line(wiretail: Terminal) -> None:
    answer = wiretail("profiles")
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert [line.split()[0] for line in lines] == profile_names()
    assert all(len(line.split()) > 3 for line in lines)
