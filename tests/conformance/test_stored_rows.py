"""The rows of a window are those that ``inspect --format json`` prints, on all three ways.

In slices in the window's process, through the worker process, and as live bytes; for every capture
that comes with the program and fifty recordings, where these are beside the checkout.
"""

import csv
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from shared import FIXTURES, SHARED
from wiretail.assets import assets_folder
from wiretail.captures import Capture, open_capture
from wiretail.cli.inspect import command
from wiretail.profiles import load_profile
from wiretail.store import Store
from wiretail.study.feeder import Feeder, LiveFeeder
from wiretail.study.job import replay_job, replay_order
from wiretail.study.rows import line, stored_row
from wiretail.study.run import Offer
from wiretail.worker import Finished, Progressed, Worker

PROFILE = load_profile("wiretail")
OFFER = Offer(any=True)
CAPTURES = SHARED / "captures"
FORMATS = {"sse", "ndjson", "chunks-txt", "har"}
PATIENCE_S = 60


def ours() -> list[Path]:
    """Return the captures that come with the program, and those of the tests."""
    fixtures = (FIXTURES / "captures").iterdir()
    demos = (assets_folder() / "captures").iterdir()
    return sorted([*demos, *(path for path in fixtures if not path.name.startswith("tools-"))])


def recordings() -> list[Path]:
    """Return fifty recordings, spread over formats and dialects; one name where there are none."""
    index = CAPTURES / "INDEX.tsv"
    if not index.exists():
        return [Path("INDEX.tsv")]
    with index.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["format"] in FORMATS]
    rows.sort(key=lambda row: (row["format"], row["dialect"], row["file"]))
    return [CAPTURES / row["file"] for row in rows[:: len(rows) // 50][:50]]


@cache
def printed(path: Path) -> list[str]:
    """Return what the command line prints."""
    arguments = ["--format", "json", "--tools", "any", str(path)]
    ran = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert ran.exception is None, ran.exception
    return ran.stdout.splitlines()


def lines(store: Store) -> list[str]:
    assert store.done
    return [line(stored_row(store, number)) for number in range(store.row_count)]


def sliced(capture: Capture) -> Store:
    store = Store(capture, PROFILE["repair.bytes"])
    feeder = Feeder(capture, PROFILE, store.append, OFFER)
    while feeder.step(1):
        pass
    return store


def lived(capture: Capture) -> Store:
    store = Store(capture, PROFILE["repair.bytes"])
    feeder = LiveFeeder(capture, PROFILE, store.append, OFFER)
    for chunk in capture.exchanges[0].chunks():
        feeder.feed(len(chunk.data), chunk.time_ms)
        feeder.step(1)
    feeder.close(capture.exchanges[0].end)
    feeder.flush()
    return store


def worked(worker: Worker, capture: Capture, path: Path) -> Store:
    store = Store(capture, PROFILE["repair.bytes"])
    worker.run(replay_job, replay_order(capture, path, PROFILE, OFFER))
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for message in worker.receive():
            if not isinstance(message, Progressed):
                assert isinstance(message, Finished), message
                return store
            store.append(message.value)
    raise AssertionError("the worker did not come to an end")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker(preload=("wiretail.study.job",))
    yield made
    made.close()


@pytest.mark.parametrize("path", [*ours(), *recordings()], ids=lambda path: path.name)
def test_the_rows_are_the_lines_of_the_command_line(path: Path, worker: Worker) -> None:
    if not path.exists():
        pytest.skip("the recordings are not here; set WIRETAIL_SHARED to their folder")
    expected = printed(path)
    assert lines(sliced(open_capture(path))) == expected
    assert lines(worked(worker, open_capture(path), path)) == expected
    capture = open_capture(path)
    if len(capture.exchanges) == 1:
        assert lines(lived(capture)) == expected


def test_there_are_fifty_recordings() -> None:
    found = recordings()
    if not found[0].exists():
        pytest.skip("the recordings are not here; set WIRETAIL_SHARED to their folder")
    assert len(found) == 50
