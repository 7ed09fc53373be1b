"""A strip over a capture: the same, whether it was put on at once or as the capture grew."""

import json
from unittest.mock import patch

from gui.models.stores import store_of
from wiretail.captures import open_capture
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study import overview
from wiretail.study.feeder import Feeder
from wiretail.study.overview import Overview, Spot


def sse(*texts: str) -> bytes:
    frames = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    return b"".join(b"data: " + json.dumps(frame).encode() + b"\n\n" for frame in frames)


DATA = sse(*["word "] * 200, "half \ud83d!", *["word "] * 200, "<invo", "lved") + b"data: {x\n\n"


def whole(store: Store) -> Overview:
    made = Overview(store)
    assert made.update()
    assert not made.update()
    return made


def test_findings_and_holds_have_their_places() -> None:
    spots = whole(store_of(data=DATA)).spots()
    assert [(spot.severity, spot.held) for spot in spots][:3] == [(1, False), (0, True), (3, False)]
    broken = DATA.index(b"data: {x")
    assert any(spot.start <= broken < spot.end and spot.severity == 3 for spot in spots)
    half = DATA.index(b"half") - 60
    assert abs(spots[0].start - half) < 200


def test_a_strip_that_grew_is_the_one_that_was_made_at_once() -> None:
    capture, profile = open_capture(None, data=DATA), load_profile("wiretail")
    store = Store(capture, profile["repair.bytes"])
    grown = Overview(store)
    with patch.object(overview, "CELLS", 8):
        feeder = Feeder(capture, profile, lambda batch: (store.append(batch), grown.update()))
        while feeder.step(0.0):
            pass
        assert grown.spots() == whole(store).spots()
        assert len(grown.spots()) <= 8


def test_cells_are_put_together_when_the_capture_outgrows_them() -> None:
    store = store_of(data=DATA)
    made = Overview(store)
    made.update()
    fine = made.spots()
    with patch.object(overview, "CELLS", 1):
        made._revision = -1
        assert made.update()
    size = made._size
    assert made.spots() == [Spot(0, size, 3, held=True)]
    assert len(fine) > 1


def test_a_capture_without_findings_has_none() -> None:
    assert Overview(store_of("quoted.wtail")).spots() == []
