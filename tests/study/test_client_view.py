"""A channel as it came and as it is given out, put together from the rows alone."""

import pytest

from gui.models.stores import store_of
from wiretail.model.deltas import Channel, ChannelKind
from wiretail.store import Store
from wiretail.study import client_view as module
from wiretail.study.client_view import View, channels_of, client_view
from wiretail.study.masks import MASK, Masks

LEAK = (
    "I will read the file first.\n\n<function_calls>\n"
    '<invoke name="Read">\n<parameter name="path">src/caf\u00e9.py</parameter>\n</invoke>\n'
    "</function_calls>"
)
REFUSED = (
    b'data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\n'
    b'data: {"choices":[{"index":0,"delta":{"content":"hunter2","\\ud800":1,"\\ufffd":2}}]}\n\n'
)


def shown(store: Store) -> View:
    return client_view(store, 0, Channel(), Masks(store))


def test_before_is_all_that_came_and_after_what_is_left() -> None:
    view = shown(store_of())
    assert view.before == LEAK
    assert view.after == "I will read the file first.\n\n\n\n"
    roles = {view.before[start:end][:10]: role for start, end, role, _ in view.pieces}
    assert roles == {
        "<function_": "leaked",
        "<invoke na": "recovered",
        "</function": "leaked",
    }
    assert not view.cut


def test_what_is_refused_is_not_in_it() -> None:
    view = shown(store_of(data=REFUSED))
    assert "hunter2" not in view.before + view.after


def test_scaffolding_that_was_taken_out_is_shown_as_that_and_what_is_refused_is_masked() -> None:
    store = store_of("scaffolding.wtail", profile="qoder")
    view = shown(store)
    assert [piece.role for piece in view.pieces] == ["leaked", "refused"]
    first, last = view.pieces
    assert view.before[first.start : first.end].startswith("<system-reminder>The todo list is ")
    assert view.before[last.start : last.end] == MASK * 72
    assert "reminder" not in view.after
    told = client_view(store, 0, Channel(), Masks(store), revealed=True)
    assert told.before[last.start : last.end].startswith("<functions.exec>")
    assert (told.after, [piece.role for piece in told.pieces]) == (
        view.after,
        ["leaked", "refused"],
    )


def test_a_long_channel_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMIT", 10)
    view = shown(store_of())
    assert view.cut
    assert view.before == LEAK[:10]


def test_the_channels_of_an_exchange_in_order() -> None:
    data = (
        b'data: {"choices":[{"index":0,"delta":{"reasoning_content":"hm"}}]}\n\n'
        b'data: {"choices":[{"index":0,"delta":{"content":"yes"}}]}\n\n'
    )
    kinds = [channel.kind for channel in channels_of(store_of(data=data), 0)]
    assert kinds == [ChannelKind.REASONING, ChannelKind.TEXT]
    assert channels_of(store_of(data=data), 7) == []
