"""Findings as rows."""

from pytestqt.modeltest import ModelTester

from gui.models.stores import store_of
from wiretail.gui.models.findings import FindingModel


def test_it_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    model = FindingModel()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.show(store_of())
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_a_finding_says_how_grave_it_is_where_and_what() -> None:
    model = FindingModel()
    assert model.row_of(0) == -1
    model.show(store_of())
    assert model.look(1).cells == ("\u25b2 W", "2-4", "A leaked tool call was recovered. (Read)")
    assert model.row_of(model.store_row(1)) == 1
    assert model.row_of(0) == -1


def test_a_frame_that_cannot_be_read_is_one() -> None:
    model = FindingModel()
    model.show(store_of(data=b'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {oops\n\n'))
    assert model.look(0).cells == ("\u2716 E", "1", "A frame cannot be read.")
