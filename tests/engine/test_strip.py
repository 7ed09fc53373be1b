"""Cases: spec unicode 8.1: a span resolves to the deltas that brought it."""

from wiretail.engine.origins import Source
from wiretail.engine.strip import Order, Slot, Strip
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.span import Place, Span


def strip(*deltas: tuple[int, int, str, int]) -> Strip:
    """Return a strip of deltas: start, frame, text, offset into the frame's string."""
    made = Strip(Channel())
    for start, frame, text, offset in deltas:
        made.add(Slot(made, start, start + len(text), text, Source(frame), "p", offset))
    return made


def test_a_code_point_stands_in_the_delta_that_brought_it() -> None:
    found = strip((0, 7, "abc", 0), (3, 9, "de", 0))
    assert found.begin(0).place == Place(7, "p", 0)
    assert found.begin(2).place == Place(7, "p", 2)
    assert found.begin(3).place == Place(9, "p", 0)
    assert found.begin(4).source == Source(9)


def test_a_span_ends_in_the_delta_of_its_last_code_point() -> None:
    found = strip((0, 7, "abc", 0), (3, 9, "de", 0))
    assert found.end(3).place == Place(7, "p", 3)
    assert found.end(4).place == Place(9, "p", 1)
    assert found.end(5).place == Place(9, "p", 2)
    assert found.end(0).place == Place(7, "p", 0)


def test_a_delta_behind_a_joined_half_begins_within_its_string() -> None:
    found = strip((0, 7, "a", 0), (1, 8, "x", 1))
    assert found.begin(1).place == Place(8, "p", 1)
    assert found.end(1).place == Place(8, "p", 1)  # a joined pair ends in its second half


def test_entries_are_dropped_now_and_then_and_never_the_one_that_is_asked_for() -> None:
    found = strip(*((at, at, "x", 0) for at in range(200)))
    found.forget(60)
    assert len(found._slots) == 200
    found.forget(150)
    assert len(found._slots) == 50
    assert found.begin(150).place == Place(150, "p", 0)
    assert found.end(200).place == Place(199, "p", 1)


def test_adjacent_orders_to_show_are_one() -> None:
    found = strip((0, 0, "abc", 0))
    found.order(Order(1, visible=True))
    found.order(Order(2, visible=True))
    decision = Decision(Kind.REMOVED, "call.wrapper", "wrapper", Channel(), Span(2, 3))
    found.order(Order(3, visible=False, decision=decision))
    found.order(Order(4, visible=True))
    found.order(Order(4, visible=True, decision=decision))
    found.order(Order(5, visible=True))
    assert [(one.end, one.visible) for one in found.orders] == [
        (2, True),
        (3, False),
        (4, True),
        (4, True),
        (5, True),
    ]
