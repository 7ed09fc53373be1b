"""A capture runs in slices here, or in the worker; what was cancelled says nothing more."""

import pytest
from pytestqt.qtbot import QtBot

from wiretail.captures import open_capture
from wiretail.gui.controllers import running
from wiretail.gui.controllers.running import Running
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.run import Offer

DATA = b'data: {"choices":[{"index":0,"delta":{"content":"abc"}}]}\n\n' * 50


def test_both_ways_give_the_same_store(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = load_profile("wiretail")
    stores = []
    for limit in (10**9, -1):
        monkeypatch.setattr(running, "WORKER_BYTES", limit)
        made = Running()
        capture = open_capture(None, data=DATA)
        store = Store(capture)
        with qtbot.waitSignal(made.finished, timeout=60_000) as waiting:
            made.start(store, capture, None, profile, Offer())
            made.prefer(0)
        assert waiting.args == [""]
        stores.append([store.item(row) for row in range(store.row_count)])
        made.shut_down()
    assert stores[0] == stores[1]
    assert stores[0]


def test_what_was_cancelled_is_silent(qtbot: QtBot) -> None:
    made = Running()
    ends: list[object] = []
    made.finished.connect(ends.append)
    capture = open_capture(None, data=DATA)
    made.start(Store(capture), capture, None, load_profile("wiretail"), Offer())
    made.cancel()
    other = Running()
    with qtbot.waitSignal(other.finished):
        other.start(Store(capture), capture, None, load_profile("wiretail"), Offer())
    assert ends == []
