from multiprocessing import Pipe

import pytest

from wiretail.worker.link import Cancel, CancelledError, Link, Report, State, Tell


def test_a_job_sends_under_its_number() -> None:
    ours, theirs = Pipe()
    Link(theirs, 7).send({"a": 1})
    assert ours.recv() == Report(7, State.VALUE, {"a": 1})


def test_a_job_hears_only_what_is_said_to_it() -> None:
    ours, theirs = Pipe()
    for said in (Tell(6, "old"), Tell(7, "one"), Cancel(6), Tell(7, "two")):
        ours.send(said)
    link = Link(theirs, 7)
    assert link.words() == ["one", "two"]
    assert link.words() == []


def test_a_job_that_is_not_wanted_any_more_is_told_so() -> None:
    ours, theirs = Pipe()
    ours.send(Cancel(7))
    with pytest.raises(CancelledError):
        Link(theirs, 7).words()


def test_a_job_ends_with_the_window() -> None:
    ours, theirs = Pipe()
    ours.close()
    with pytest.raises(EOFError):
        Link(theirs, 7).words()
