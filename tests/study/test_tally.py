"""How a store stands: the same, whether it was counted at once or as it grew."""

import pytest

from gui.models.stores import store_of
from wiretail.store import Store
from wiretail.study.advice import Advice
from wiretail.study.tally import Tally

BLOCK = '<function_calls>\n<invoke name="{}">\n</invoke>\n</function_calls>\n'
BAD = b'data: {"choices":[{"delta":{"content":"a"}}]}\n\n' + b"data: {oops\n\n" * 3


def tally_of(store: Store, most: int = 10_000) -> Tally:
    tally = Tally(store)
    while not tally.is_whole:
        tally.update(most)
    return tally


@pytest.mark.parametrize("most", [1, 10_000])
def test_tools_that_leaked_are_offered_the_most_frequent_first(most: int) -> None:
    text = "a\n" + BLOCK.format("Read") + BLOCK.format("Write") + BLOCK.format("Write")
    found = tally_of(store_of(data=text.encode()), most).advice
    assert found.tools == ("Write", "Read")
    assert found.rule == "call.enclosed"


def test_without_a_leak_there_is_only_the_gravest_finding() -> None:
    assert tally_of(store_of("quoted.wtail")).advice == Advice()
    tally = tally_of(store_of())
    found = tally.advice
    assert (found.tools, found.row, found.rule) == ((), 2, "call.wrapper")
    assert (tally.severity, tally.worst_end, tally.malformed) == (2, 0, 0)


@pytest.mark.parametrize("most", [1, 10_000])
def test_bad_frames_and_bad_ends_are_counted_once(most: int) -> None:
    tally = tally_of(store_of(data=BAD), most)
    assert (tally.malformed, tally.worst_end, tally.severity) == (3, 2, 3)
    tally.update(most)
    assert tally.malformed == 3
