"""Lines of the timeline as rows: which are shown, and what changes when more comes."""

from array import array

from pytestqt.modeltest import ModelTester

from gui.models.stores import grown, store_of
from wiretail.gui.models.events import EventModel
from wiretail.store import Growth


def test_it_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    model = EventModel()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    store, growths = grown()
    model.show(store)
    for growth in growths:
        model.changed(growth)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.timing = True
    model.again()
    assert model.rowCount() == 9


def test_decisions_are_indented_under_the_run_that_they_fell_in() -> None:
    model = EventModel()
    model.show(store_of())
    looks = [model.look(row) for row in range(model.rowCount())]
    assert [look.indent for look in looks] == [0, 1, 1, 0, 0, 1, 1, 0]
    assert looks[2].cells[:4] == ("2-4", "W", "recovered", "text")
    assert looks[2].tint == "recovered"
    assert looks[2].spoken.startswith("frames 2-4, warning, recovered, text, A leaked tool call")


def test_rows_and_lines_find_each_other() -> None:
    model = EventModel()
    model.show(store_of())
    for row in range(model.rowCount()):
        assert model.row_of(model.entry(row)) == row
    assert model.entry(99) == -1
    assert model.row_of(0) == -1  # held: shown only when it is asked for


def test_only_chosen_lines_are_shown_and_then_all_again() -> None:
    model = EventModel()
    model.show(store_of())
    model.choose(array("q", [3]))
    assert model.rowCount() == 1
    model.choose(None)
    assert model.rowCount() == 8
    model.choose(None)
    assert model.rowCount() == 8


def test_a_line_that_is_dropped_goes_and_lines_in_the_middle_begin_anew() -> None:
    store, _ = grown()
    model = EventModel()
    model.show(store)
    model.changed(Growth(0, range(0), range(0), range(0), range(1), []))
    model.changed(Growth(0, range(0), range(0), range(0), range(0), [1]))
    assert model.rowCount() == 8
