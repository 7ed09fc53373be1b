"""Cases: spec recommended 9, containment: the blank line behind its first other text."""

import pytest

from wiretail.engine.stretch import Fate, Stretch
from wiretail.engine.text.markdown import Markdown


def stretch() -> Stretch:
    return Stretch(0, Markdown(extended=True, cue_chars=0), "")


@pytest.mark.parametrize(
    ("parts", "ends"),
    [
        (["a\n\n"], [True]),
        (["a\n \t\n"], [True]),
        (["a\r\n\r\n"], [True]),
        (["a\n", "\n"], [False, True]),
        (["a", "\n", "\n"], [False, False, True]),
        (["a\n", " ", "b\n", "\n"], [False, False, False, True]),
        (["\n\n"], [False]),  # nothing was said yet
        (["\n\na\n"], [False]),
        (["\n\na\n", "\n"], [False, True]),
        (["a\n b\n"], [False]),
        (["a\n", "b", "\n"], [False, False, False]),
        ([""], [False]),
    ],
)
def test_it_ends_at_a_blank_line_however_it_is_cut(parts: list[str], ends: list[bool]) -> None:
    found = stretch()
    assert [found.ends_in(part) for part in parts] == ends
    one = stretch()
    assert any(one.ends_in(character) for character in "".join(parts)) is any(ends)


def test_its_fate_is_open_at_first() -> None:
    assert stretch().fate is Fate.WAITING
