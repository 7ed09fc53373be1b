"""Cases: one pattern for all markers, whole or cut by the end of the text (qoder 2)."""

import re

import pytest

from wiretail.engine.markup.heads import spelled, whole_or_cut
from wiretail.engine.markup.tags import FLAGS

HEADS = ("<invoke", "</invoke>", "<in.x", "<")
FINDER = re.compile(whole_or_cut(("<invoke", "</invoke>", "[tool call]")), FLAGS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a <invoke b", "<invoke"),
        ("a <INVOKE", "<INVOKE"),
        ("a </invoke>", "</invoke>"),
        ("a </invo\u212ae>", "</invo\u212ae>"),
        ("a <inv", "<inv"),
        ("a <", "<"),
        ("[Tool C", "[Tool C"),
        ("a <inv b", None),
        ("a < b", None),
        ("a <invok\u017f", None),
        ("[tool", "[tool"),
        ("[tools]", None),
        ("", None),
        ("<<inv", "<inv"),
    ],
)
def test_a_head_is_found_whole_or_at_the_end(text: str, found: str | None) -> None:
    match = FINDER.search(text)
    assert (match[0] if match else None) == found


def test_of_heads_that_begin_alike_the_shortest_tells() -> None:
    pattern = re.compile(whole_or_cut(HEADS), FLAGS)
    found = pattern.match("<invoke")
    assert found
    assert found[0] == "<"


def test_without_heads_nothing_is_found() -> None:
    assert re.search(whole_or_cut(()), "<invoke") is None


def test_a_head_is_spelled_as_it_is_written_but_for_its_k() -> None:
    assert re.fullmatch(spelled("[x].k"), "[x].\u212a")
    assert not re.fullmatch(spelled("[x].k"), "xy\u212a")
