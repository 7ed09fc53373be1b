import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from wiretail.worker import Crashed, Failed, Finished, Message, Progressed, Worker
from wiretail.worker import worker as module
from worker import jobs

#: Longer than anything here takes; only a hang comes to it.
PATIENCE_S = 60


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker(preload=("worker.jobs",))
    yield made
    made.close()


def messages(worker: Worker, enough: Callable[[list[Message]], bool]) -> list[Message]:
    """Receive until it is enough."""
    found: list[Message] = []
    deadline = time.monotonic() + PATIENCE_S
    while not enough(found):
        assert time.monotonic() < deadline, found
        select.select([worker.fileno()], [], [], 0.05)
        found += worker.receive()
    return found


def ended(found: list[Message]) -> bool:
    return any(not isinstance(message, Progressed) for message in found)


def done(worker: Worker) -> list[Message]:
    return messages(worker, ended)


def begun(worker: Worker, count: int = 1) -> list[Message]:
    return messages(worker, lambda found: len(found) >= count)


def values(found: list[Message]) -> list[Any]:
    return [message.value for message in found if isinstance(message, Progressed)]


def test_jobs_run_one_after_the_other_in_one_process(worker: Worker) -> None:
    for _ in range(2):
        job = worker.run(jobs.echo, ["a", {"b": 2}])
        assert done(worker) == [
            Progressed(job, "a"),
            Progressed(job, {"b": 2}),
            Finished(job),
        ]
    assert worker.generation == 1
    assert worker.pid is not None  # it yields to the window
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) == min(19, ours + 5)


def test_nothing_waits_where_nothing_came(worker: Worker) -> None:
    worker.tell("to nobody")
    worker.cancel()
    began = time.monotonic()
    assert worker.receive() == []
    assert time.monotonic() - began < 1


def test_words_reach_the_job_also_before_it_has_begun(worker: Worker) -> None:
    worker.run(jobs.listen, None)
    worker.tell("early")
    assert values(begun(worker)) == ["early"]
    worker.tell("late")
    worker.tell("stop")
    assert values(done(worker)) == ["late"]


def test_a_new_job_takes_the_place_of_one_that_floods_the_pipe(worker: Worker) -> None:
    worker.run(jobs.flood, 1_000_000)
    begun(worker)
    # An order that is longer than the pipe holds waits until the process reads again.
    job = worker.run(jobs.echo, [bytes(3_000_000)])
    assert done(worker) == [Progressed(job, bytes(3_000_000)), Finished(job)]
    assert worker.generation == 1


def test_a_job_that_is_cancelled_is_not_heard_of_again(worker: Worker) -> None:
    worker.run(jobs.flood, 10)
    begun(worker)
    worker.cancel()
    job = worker.run(jobs.echo, ["next"])
    assert done(worker) == [Progressed(job, "next"), Finished(job)]


def test_a_receiver_with_little_time_gets_the_rest_later(worker: Worker) -> None:
    worker.run(jobs.echo, list(range(50)))
    found: list[Message] = []
    deadline = time.monotonic() + PATIENCE_S
    while not ended(found):
        assert time.monotonic() < deadline
        some = worker.receive(0)
        assert len(some) <= 1
        found += some
    assert values(found) == list(range(50))


def test_a_process_that_does_not_obey_is_replaced(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker.run(jobs.be_deaf, "begun")
    begun(worker)
    monkeypatch.setattr(module, "PATIENCE_S", 0.0)
    job = worker.run(jobs.echo, ["next"])
    assert done(worker) == [Progressed(job, "next"), Finished(job)]
    assert worker.generation == 2


@pytest.mark.parametrize(("order", "part"), [("ours", "the file is gone"), ("other", "KeyError")])
def test_an_error_of_the_job_is_told_in_a_sentence(worker: Worker, order: str, part: str) -> None:
    job = worker.run(jobs.fail, order)
    (failed,) = done(worker)
    assert isinstance(failed, Failed)
    assert failed.job == job
    assert part in failed.sentence
    assert "sk-" not in failed.sentence


@pytest.mark.parametrize(
    ("function", "order", "how"),
    [(jobs.die, "last words", "by SIGKILL"), (jobs.leave, 3, "with exit code 3")],
)
def test_a_crash_is_a_message_and_the_next_job_runs(
    worker: Worker, function: Callable[..., None], order: Any, how: str
) -> None:
    job = worker.run(function, order)
    found = done(worker)
    crashed = found[-1]
    assert isinstance(crashed, Crashed)
    assert crashed.job == job
    assert how in crashed.sentence
    assert values(found) in ([], ["last words"])
    job = worker.run(jobs.echo, ["next"])
    assert done(worker) == [Progressed(job, "next"), Finished(job)]
    assert worker.generation == 2


def test_a_process_that_dies_while_it_waits_is_replaced_without_a_word(worker: Worker) -> None:
    worker.run(jobs.echo, [])
    done(worker)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE_S
    while worker.generation == 1:
        assert time.monotonic() < deadline
        assert worker.receive() == []
    job = worker.run(jobs.echo, ["next"])
    assert done(worker) == [Progressed(job, "next"), Finished(job)]


def test_a_job_for_a_process_that_has_just_died_ends_in_a_message(worker: Worker) -> None:
    worker.run(jobs.echo, [])
    done(worker)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    worker._process.join()
    job = worker.run(jobs.echo, ["lost"])
    worker.tell("lost as well")
    found = done(worker)
    assert [type(message) for message in found] == [Crashed]
    assert found[0].job == job


def test_closing_ends_the_process_whatever_it_does() -> None:
    for job, order in ((jobs.echo, []), (jobs.be_deaf, "begun")):
        worker = Worker(preload=("worker.jobs",))
        worker.run(job, order)
        begun(worker)
        process = worker._process
        worker.close()
        assert process.exitcode is not None


@pytest.mark.parametrize(
    ("exitcode", "how"),
    [
        (None, "without a word"),
        (-9, "by SIGKILL"),
        (-99, "by signal 99"),
        (1, "with exit code 1"),
    ],
)
def test_an_exit_code_in_words(exitcode: int | None, how: str) -> None:
    assert module._how(exitcode) == how
