"""The window's end of the worker process: give it a job, take what it sends, stop it.

Nothing here waits: the window asks ``receive`` when ``fileno`` is readable (QSocketNotifier), or
once a frame.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Progressed:
    """The job sent something: for ``study.job.replay_job`` a packed batch."""

    job: int
    value: Any


@dataclass(frozen=True, slots=True)
class Finished:
    """The job is done."""

    job: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The job raised an error: ``sentence`` is fit to be shown, and quotes nothing."""

    job: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """The process is gone, and with it the job; the next ``run`` starts a new one."""

    job: int
    sentence: str


Message: TypeAlias = Progressed | Finished | Failed | Crashed


class Worker:
    """A spawned process that runs one job after the other.

        worker = Worker(preload=("wiretail.study.job",))       # warm before it is needed
        job = worker.run(replay_job, order)                    # study.job
        for message in worker.receive(): ...                   # Progressed(job, batch) ...
        worker.tell(Prefer(exchange))                          # the exchange in view first
        worker.cancel(); worker.close()

    ``run`` cancels what still runs. Messages of cancelled jobs are never received.
    """

    def __init__(self, preload: tuple[str, ...] = ()) -> None:
        raise NotImplementedError

    def run(self, job: Callable[..., None], order: Any) -> int:
        """Start ``job(order, link)``, a function of a module, in the process; return its number."""
        raise NotImplementedError

    def tell(self, word: Any) -> None:
        """Send a word to the job that runs."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Stop the job that runs; a process that does not obey soon is ended by the next call."""
        raise NotImplementedError

    def receive(self, budget_ms: float = 4.0) -> list[Message]:
        """Return what has come, without waiting, for about so long."""
        raise NotImplementedError

    def fileno(self) -> int:
        """Return the descriptor that is readable when something came (changes with a new process)."""
        raise NotImplementedError

    def close(self) -> None:
        """End the process."""
        raise NotImplementedError
