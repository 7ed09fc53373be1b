"""The loop of the process, run here in a thread: the process itself is spawned in test_worker."""

import signal
import threading
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import pytest

from wiretail.worker.link import Cancel, Link, Report, Run, State
from wiretail.worker.process import outcome, serve
from worker import jobs


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A loop that serves, and the window's end of its pipe."""
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # only the main thread may
    ours, theirs = Pipe()
    thread = threading.Thread(target=serve, args=(theirs, ["wiretail.errors"]))
    thread.start()
    yield ours
    ours.close()
    thread.join(10)
    assert not thread.is_alive()


def test_it_says_when_it_is_warm_and_does_one_job_after_the_other(served: Connection) -> None:
    assert served.recv() == Report(0, State.READY)
    for job in (1, 2):
        served.send(Run(job, jobs.echo, ["a"]))
        assert served.recv() == Report(job, State.VALUE, "a")
        assert served.recv() == Report(job, State.FINISHED)


def test_what_is_no_job_is_passed_over(served: Connection) -> None:
    served.send(Cancel(3))
    served.send(Run(4, jobs.echo, []))
    assert served.recv().state is State.READY
    assert served.recv() == Report(4, State.FINISHED)


def test_it_ends_when_the_window_is_gone_in_the_middle_of_a_job(served: Connection) -> None:
    served.send(Run(1, jobs.listen, None))
    assert served.recv().state is State.READY


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("ours", "the file is gone: open it again."),
        ("other", "the capture could not be processed (KeyError in the worker)."),
    ],
)
def test_an_error_becomes_a_sentence_that_quotes_nothing(order: str, sentence: str) -> None:
    _, theirs = Pipe()
    run = Run(5, jobs.fail, order)
    assert outcome(run, Link(theirs, 5)) == Report(5, State.FAILED, sentence)


def test_a_job_that_was_cancelled_says_so() -> None:
    ours, theirs = Pipe()
    ours.send(Cancel(5))
    assert outcome(Run(5, jobs.listen, None), Link(theirs, 5)) == Report(5, State.CANCELLED)
