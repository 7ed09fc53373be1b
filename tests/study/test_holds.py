"""Held text: from where to where, and what became of it."""

from gui.models.stores import store_of
from wiretail.study.holds import hold_of


def test_a_held_tail_knows_what_settled_it() -> None:
    store = store_of()
    hold = hold_of(store, 0)
    assert hold is not None
    assert hold.settled == 2
    assert hold.settling is not None
    assert hold.settling.rule == "call.wrapper"
    assert hold.chunks == range(5)
    assert hold_of(store, 1) is None


def test_every_held_row_of_broken_text_was_settled() -> None:
    store = store_of("broken-text.wtail")
    held = [row for row in range(store.row_count) if store.row(row).kind == "held"]
    holds = [hold_of(store, row) for row in held]
    assert held
    assert all(hold is not None and hold.settling is not None for hold in holds)
