"""How a store stands: the same, whether it was counted at once or as it grew."""

import json

import pytest

from gui.models.stores import store_of
from wiretail.captures import open_capture
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.feeder import Feeder
from wiretail.study.tally import Advice, Tally

BLOCK = '<function_calls>\n<invoke name="{}">\n</invoke>\n</function_calls>\n'
BAD = b'data: {"choices":[{"delta":{"content":"a"}}]}\n\n' + b"data: {oops\n\n" * 3


def tally_of(store: Store) -> Tally:
    tally = Tally(store)
    tally.update()
    return tally


@pytest.mark.parametrize("most", [1, 2000])
def test_tools_that_leaked_are_offered_the_most_frequent_first(most: int) -> None:
    text = "a\n" + BLOCK.format("Read") + BLOCK.format("Write") + BLOCK.format("Write")
    tally = Tally(store_of(data=text.encode()))
    for _ in range(10):
        tally.update(most)
    assert tally.advice.tools == ("Write", "Read")
    assert tally.advice.rule == "call.enclosed"


def test_without_a_leak_there_is_only_the_gravest_finding() -> None:
    assert tally_of(store_of("quoted.wtail")).advice == Advice()
    tally = tally_of(store_of())
    assert tally.advice == Advice((), 2, "call.wrapper")
    assert (tally.severity, tally.worst_end) == (2, 0)


def test_the_first_of_the_gravest_findings_counts_and_the_worst_end() -> None:
    tally = tally_of(store_of(data=BAD))
    assert (tally.worst_end, tally.severity) == (2, 3)
    assert tally.store.item(tally.advice.row).frame == 1  # type: ignore[union-attr]
    assert not tally.advice.rule


def test_exchanges_that_come_in_another_order_are_counted_as_well() -> None:
    leak = "a\n" + BLOCK.format("Write")
    answers = [json.dumps({"choices": [{"delta": {"content": one}}]}) for one in ("a", leak)]
    entries = [
        {
            "request": {"method": "POST", "url": "https://h/v1", "headers": []},
            "response": {"headers": [], "content": {"mimeType": mime, "text": text}},
        }
        for text in (f"data: {answers[0]}\n\ndata: {{oops\n\n", f"data: {answers[1]}\n\n")
        for mime in ("text/event-stream",)
    ]
    data = json.dumps({"log": {"version": "1.2", "creator": {}, "entries": entries}})
    capture = open_capture(None, data=data.encode())
    store = Store(capture)
    tally = Tally(store)
    feeder = Feeder(capture, load_profile("wiretail"), store.append)
    feeder.prefer(1)
    sizes = []
    while feeder.step(0.0):
        tally.update()
        sizes.append(tally.severity)
    tally.update()
    assert sizes[0] == 2
    assert tally.severity == 3
    assert store.item(tally.advice.row).frame == 1  # type: ignore[union-attr]
    assert tally.advice == tally_of(store).advice
    assert tally.advice.tools == ("Write",)
