"""What is hidden: the bytes of refusals until they are revealed, and secrets always."""

import json

import pytest

from gui.models.stores import store_of
from wiretail.captures import open_capture
from wiretail.model.decisions import Kind
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study import masks as module
from wiretail.study.feeder import Feeder, LiveFeeder
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


def frames(*texts: str) -> bytes:
    deltas = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    return b"".join(f"data: {json.dumps(delta)}\n\n".encode() for delta in deltas)


DONE = b"data: [DONE]\n\n"
TRIPPED = frames("Hello. ", "hunter2 </system-reminder> hunter3", " hunter4")


def test_what_was_withheld_in_front_of_a_trip_is_contained_too() -> None:
    data = TRIPPED + DONE
    store = store_of(data=data, profile="qoder")
    masks = Masks(store)
    kinds = [store.row(row).kind for row in store.findings() if masks.contains(row)]
    assert kinds == [Kind.REMOVED, Kind.REFUSED]
    assert b"hunter" not in masks.masked(0, len(data))
    assert b"Hello. " in masks.masked(0, len(data))
    assert masks.masked(0, len(data), revealed=True) == data


def test_what_was_given_out_of_the_frame_of_a_trip_is_seen() -> None:
    data = frames("Hello. <functions.x> hunter2", " hunter3") + DONE
    delta = b'{"reasoning_content": "hunter1", "content": "Hello. '
    for given in (data, data.replace(b'{"content": "Hello. ', delta)):
        masks = Masks(store_of(data=given, profile="qoder"))
        seen = masks.masked(0, len(given))
        assert b"#Hello. #" in seen
        assert b"hunter2" not in seen
        assert b"hunter3" not in seen


def test_what_was_taken_out_is_contained_where_nothing_else_was_left_of_the_turn() -> None:
    data = frames("<functions.x>hunter2</functions>") + DONE
    assert b"hunter2" not in Masks(store_of(data=data)).masked(0, len(data))
    data = frames("<functions.x>hunter2</functions> Hello.") + DONE
    masks = Masks(store_of(data=data))
    assert not masks.has_refused
    assert masks.masked(0, len(data)) == data


def test_what_a_profile_would_only_refuse_is_given_out_and_not_hidden() -> None:
    data = frames("a <functions.x>hunter2") + DONE
    profile = load_profile("observe").with_settings({"scaffold.policy": "refuse"})
    store = Store(open_capture(None, data=data))
    feeder = Feeder(store.capture, profile, store.append)
    while feeder.step(1000.0):
        pass
    assert Kind.REFUSED in {store.row(row).kind for row in store.findings()}
    assert Masks(store).masked(0, len(data)) == data


def test_a_refused_turn_that_still_goes_on_is_hidden_as_far_as_it_has_come() -> None:
    data = TRIPPED + DONE
    store = Store(open_capture(None, data=data))
    feeder = LiveFeeder(store.capture, load_profile("qoder"), store.append)
    masks = Masks(store)
    feeder.feed(len(TRIPPED))
    feeder.flush()
    assert masks.has_refused
    assert b"hunter" not in masks.masked(0, len(TRIPPED))
    assert masks.hidden(0, 20) == []
    feeder.feed(len(DONE))
    feeder.close()
    feeder.flush()
    assert b"hunter" not in masks.masked(0, len(data))
    assert Masks(store).hidden(0, len(data)) == masks.hidden(0, len(data))


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


def test_exchanges_may_come_in_any_order() -> None:
    two = [
        {"kind": "capture", "v": 1, "framing": "sse", "dialect": "openai-chat"},
        {"t": 0, "s": (TRIPPED + DONE).decode()},
        {"t": 1, "end": "eof"},
    ] * 2
    data = "".join(json.dumps(record) + "\n" for record in two).encode()
    store = Store(open_capture(None, data=data))
    feeder = Feeder(store.capture, load_profile("qoder"), store.append)
    feeder.prefer(1)
    masks = Masks(store)
    while feeder.step(0.0):
        store_end = store.capture.exchanges[1].start + 60
        masks.masked(0, store_end)  # looked at as it grows
    seen = masks.masked(0, store.capture.size)
    assert seen == Masks(store).masked(0, store.capture.size)
    assert b"hunter" not in seen
    assert seen.count(b"Hello. ") == 2
    contained = [row for row in store.findings() if masks.contains(row)]
    assert [store.row(row).kind for row in contained] == [Kind.REMOVED, Kind.REFUSED] * 2


def test_ranges_that_touch_are_hidden_as_one() -> None:
    masks = Masks(store_of(data=REFUSED))
    for start, end in ((10, 12), (14, 16), (11, 14), (20, 22), (0, 3)):
        masks._hide(start, end)
    assert masks.hidden(0, 50) == [(0, 3), (10, 16), (20, 22)]
    assert masks.hidden(11, 21) == [(10, 16), (20, 22)]
