"""What is hidden: the bytes of refusals until they are revealed, and secrets always."""

import pytest

from gui.models.stores import store_of
from wiretail.study import masks as module
from wiretail.study.masks import MASK, Masks, hide_secrets

KEY = b"sk-a1B2c3D4e5F6g7H8i9J0"
REFUSED = (
    b'data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\n'
    b'data: {"choices":[{"index":0,"delta":{"content":"hunter2","\\ud800":1,"\\ufffd":2}}]}\n\n'
)


def test_what_a_refusal_contains_is_hidden_until_it_is_revealed() -> None:
    store = store_of(data=REFUSED)
    masks = Masks(store)
    assert masks.has_refused
    size = len(REFUSED)
    assert b"hunter2" not in masks.masked(0, size)
    assert b"Hello" in masks.masked(0, size)
    assert len(masks.masked(0, size)) == size
    assert masks.masked(0, size, revealed=True) == REFUSED
    assert masks.hidden(0, 10) == []


def test_a_secret_is_hidden_where_only_a_part_of_it_is_in_view() -> None:
    masks = Masks(store_of(data=b"key: " + KEY + b" ."))
    assert not masks.has_refused
    assert masks.hidden(0, 40) == [(5, 5 + len(KEY))]
    assert masks.masked(10, 14, revealed=True) == b"####"


def test_a_secret_in_text_is_masked_and_places_stay() -> None:
    text = f"a {KEY.decode()} b ?api_key=xyz&b"
    hidden = hide_secrets(text)
    assert hidden == f"a {MASK * len(KEY)} b ?api_key={MASK * 3}&b"
    assert hide_secrets("plain") == "plain"


def test_of_many_refusals_whole_frames_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_EXACT", 0)
    masks = Masks(store_of(data=REFUSED))
    assert b"hunter2" not in masks.masked(0, len(REFUSED))
