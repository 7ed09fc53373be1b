import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.markup.heads import whole_or_cut
from wiretail.engine.markup.tags import FLAGS, head_tail

HEADS = ("<invoke", "<function_calls", "</function_calls", "[tool", "[tools")


def finds(text: str, heads: tuple[str, ...] = HEADS) -> bool:
    return re.search(whole_or_cut(heads), text, FLAGS) is not None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", False),
        ("prose", False),
        ("a <invoke b", True),
        ("a <INVOKE b", True),
        ("a <inv", True),  # cut by the end of the text
        ("a <inv b", False),
        ("a <", True),
        ("a < b", False),
        ("</func", True),
        ("</invoke", False),
        ("[tool]", True),  # a head that another one begins with
        ("[tools]", True),
        ("[to", True),
        ("[to]", False),
        ("a <b> <function_calls>", True),
    ],
)
def test_heads_are_found_whole_and_cut_by_the_end(text: str, found: bool) -> None:
    assert finds(text) is found


def test_without_heads_nothing_is_found() -> None:
    assert not finds("<invoke <", ())
    assert not finds("", ())


@given(st.text(st.sampled_from("</invokefuct_als b"), max_size=12))
def test_it_is_what_looking_for_each_head_finds(text: str) -> None:
    tags = HEADS[:3]
    whole = any(head in text for head in tags)
    assert finds(text, tags) is (whole or head_tail(text, 0, tags) < len(text))
