"""What the inspector says: the state, the reason with its rule and page, the fields, the bytes."""

import pytest

from gui.models.stores import store_of
from wiretail.gui.controllers.details import Details, details, row_of
from wiretail.gui.controllers.selection import Selection
from wiretail.store import Store
from wiretail.study.masks import Masks


@pytest.fixture(scope="module")
def store() -> Store:
    return store_of()


def told(store: Store, selection: Selection) -> Details:
    return details(store, Masks(store), selection, revealed=False)


def test_a_recovered_call_gives_its_reason(store: Store) -> None:
    found = told(store, Selection(229, 425, 4))
    assert found.title == "recovered by call.enclosed"
    assert found.rule == "call.enclosed"
    reason = dict(found.reason)
    assert reason["Page"] == "vscode-lm 9 and 10, recommended 3"
    assert reason["Finding"] == "A leaked tool call was recovered."
    assert reason["Tool"] == "Read"
    assert dict(found.state)["From chunks"] == "3 to 8"
    assert dict(found.fields)["evidence.gates.body"] == "pass"
    assert found.raw.startswith("data: {")


def test_held_text_says_from_where_to_where_and_how_it_was_resolved(store: Store) -> None:
    state = dict(told(store, Selection(155, 160, 0)).state)
    assert state["Held"] == "5 code points: marker prefix"
    assert state["Held from, to"] == "0 to 4"
    assert state["Resolved"] == "removed, wrapper by call.wrapper"


def test_bytes_lead_to_the_row_that_is_closest(store: Store) -> None:
    assert row_of(store, Selection(229, 425)) == 4
    assert row_of(store, Selection(130, 131)) == 1
    assert row_of(store, Selection(600, 601)) >= -1


def test_bytes_that_nothing_is_about_say_so() -> None:
    store = store_of(data=b": a comment\n\n" * 3 + b'data: {"choices":[]}\n\n')
    found = told(store, Selection(0, 5))
    assert dict(found.state)["Events"] == "none is about these bytes"
