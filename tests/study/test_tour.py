from dataclasses import replace
from pathlib import Path

import pytest

from gui.models.stores import store_of
from wiretail.assets import assets_folder
from wiretail.captures import open_capture
from wiretail.errors import CaptureError
from wiretail.model.chunks import Boundary
from wiretail.study.tour import STOPS, Stop, shows, walk

CAPTURES = assets_folder() / "captures"


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.title)
def test_every_stop_comes_out_as_it_says(stop: Stop) -> None:
    walked = walk(stop, CAPTURES)
    assert walked.timeline == stop.timeline
    assert walked.as_expected


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.title)
def test_a_store_has_the_same_timeline(stop: Stop) -> None:
    store = store_of(stop.capture, profile=stop.profile)
    assert shows(stop, store)
    assert not shows(replace(stop, timeline=stop.timeline[:-1]), store)
    assert not shows(replace(stop, refusal="other_markup"), store)


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.title)
def test_the_demo_captures_are_real_reads(stop: Stop) -> None:
    [exchange] = open_capture(CAPTURES / stop.capture).exchanges
    reads = [chunk.data for chunk in exchange.chunks()]
    assert exchange.boundary is Boundary.WIRE
    assert exchange.notes == []
    assert not all(data.endswith(b"\n\n") for data in reads[:-1])
    with pytest.raises(UnicodeDecodeError):
        [data.decode() for data in reads]


def test_the_verdicts() -> None:
    leaked, quoted, broken, scaffolding, echo = (walk(stop, CAPTURES).verdict for stop in STOPS)
    assert leaked == "1 leaked tool call was recovered: Read, frames 2-4."
    assert quoted == "Nothing leaked: 1 turn, no tool calls."
    assert broken.startswith("Nothing leaked: 1 turn, no tool calls; also: bytes that are no UTF-8")
    assert scaffolding.startswith("The turn was refused: it holds tool-call markup of the vendor's")
    assert echo == "An echo of a structured call was removed (exec, frames 1-5)."


def test_nothing_of_what_is_refused_is_told_at_any_stop() -> None:
    [stop] = [stop for stop in STOPS if stop.profile == "qoder"]
    walked = walk(stop, CAPTURES)
    items = [item for step in walked.steps for item in step.items] + walked.last
    shown = [step.shown for step in walked.steps]
    came = b"".join(step.chunk.data for step in walked.steps)
    assert len(came) == len(b"".join(shown))
    for word in ("rm -r", "old-menus", "command", "ec>", "All done"):
        assert word in came.decode()
        assert word not in repr((items, shown, walked.verdict, walked.timeline))


def test_every_read_is_shown_with_what_it_brought() -> None:
    walked = walk(STOPS[0], CAPTURES)
    assert [step.chunk.number for step in walked.steps] == list(range(11))
    assert max(step.held for step in walked.steps) > 20
    assert walked.steps[-1].held == 0


def test_a_stop_that_comes_out_otherwise_says_so() -> None:
    assert not walk(Stop("x", "x", "quoted.wtail", (("end", "error"),)), CAPTURES).as_expected
    [stop] = [stop for stop in STOPS if stop.refusal]
    assert not walk(replace(stop, refusal=""), CAPTURES).as_expected


def test_a_capture_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CaptureError):
        walk(STOPS[0], tmp_path)
