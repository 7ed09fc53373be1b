"""What to do about a verdict."""

from gui.models.stores import store_of
from wiretail.study.advice import Advice, advice

BLOCK = '<function_calls>\n<invoke name="{}">\n</invoke>\n</function_calls>\n'


def test_tools_that_leaked_are_offered_the_most_frequent_first() -> None:
    text = "a\n" + BLOCK.format("Read") + BLOCK.format("Write") + BLOCK.format("Write")
    found = advice(store_of(data=text.encode()))
    assert found.tools == ("Write", "Read")
    assert found.rule == "call.enclosed"


def test_without_a_leak_there_is_only_the_gravest_finding() -> None:
    assert advice(store_of("quoted.wtail")) == Advice()
    found = advice(store_of())
    assert (found.tools, found.row, found.rule) == ((), 2, "call.wrapper")
