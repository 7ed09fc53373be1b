"""The window's end of the worker process: give it a job, take what it sends, stop it.

Nothing here waits: the window asks ``receive`` when ``fileno`` is readable (QSocketNotifier), or
once a frame.
"""

import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from wiretail.worker.link import Cancel, Job, Report, Run, State, Tell
from wiretail.worker.process import serve

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

#: A job that was cancelled has so long to obey; then its process is ended.
PATIENCE_S = 1.0
#: A process that was told to end, or has died, is waited for at most so long.
_FAREWELL_S = 1.0


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

    ``run`` cancels what still runs. Messages of cancelled jobs are never received. ``generation``
    counts the processes: with each new one ``fileno`` is another.
    """

    def __init__(self, preload: tuple[str, ...] = ()) -> None:
        self._preload = preload
        self._job = 0  # the one that is wanted; 0 for none
        self._last = 0
        self._busy = True  # starting, or at work for some job: it may not read a long message
        self._waiting: Run | None = None
        self._words: list[Any] = []  # for a job that waits
        self._cancelled_at: float | None = None
        self.generation = 0
        self._start()

    def run(self, job: Job, order: Any) -> int:
        """Start ``job(order, link)``, a function of a module, in the process; return its number."""
        self.cancel()
        self._last += 1
        self._job = self._last
        self._waiting = Run(self._job, job, order)
        self._obeyed()
        if not self._busy:
            self._send_waiting()
        return self._job

    def tell(self, word: Any) -> None:
        """Send a word to the job that runs; without one nothing happens."""
        if self._waiting is not None:
            self._words.append(word)
        elif self._job:
            self._send(Tell(self._job, word))

    def cancel(self) -> None:
        """Stop the job that runs; a process that does not obey soon is ended by a later call."""
        if self._job and self._waiting is None:
            self._send(Cancel(self._job))
            if self._cancelled_at is None:
                self._cancelled_at = time.monotonic()
        self._job, self._waiting, self._words = 0, None, []

    def receive(self, budget_ms: float = 4.0) -> list[Message]:
        """Return what has come, without waiting, for about so long."""
        deadline = time.monotonic() + budget_ms / 1000
        messages: list[Message] = []
        self._obeyed()
        try:
            while self._connection.poll():
                self._take(self._connection.recv(), messages)
                if time.monotonic() >= deadline:
                    break
        except (EOFError, OSError):
            self._lost(messages)
        return messages

    def fileno(self) -> int:
        """Return the descriptor that is readable when something came."""
        return self._connection.fileno()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def close(self) -> None:
        """End the process."""
        self._job, self._waiting = 0, None
        self._end()

    def _start(self) -> None:
        import multiprocessing  # noqa: PLC0415 - 15 ms that a window without a worker does not need

        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=serve, args=(theirs, self._preload), name="wiretail-worker", daemon=True
        )
        self._process.start()
        theirs.close()  # so that its end of the pipe closes when it dies
        self._busy, self._cancelled_at = True, None
        self.generation += 1

    def _end(self) -> None:
        self._connection.close()
        self._process.join(0 if self._busy else _FAREWELL_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(_FAREWELL_S)

    def _obeyed(self) -> None:
        """Replace a process that goes on with a job that was cancelled long ago."""
        at = self._cancelled_at
        if at is not None and time.monotonic() - at > PATIENCE_S:
            self._end()
            self._start()

    def _take(self, report: Report, messages: list[Message]) -> None:
        if report.state is State.VALUE:
            if report.job == self._job:
                messages.append(Progressed(report.job, report.value))
            return
        self._busy, self._cancelled_at = False, None
        if report.job and report.job == self._job:
            self._job = 0
            if report.state is State.FINISHED:
                messages.append(Finished(report.job))
            else:
                messages.append(Failed(report.job, str(report.value)))
        self._send_waiting()

    def _send_waiting(self) -> None:
        if self._waiting is None:
            return
        run, words = self._waiting, self._words
        self._waiting, self._words, self._busy = None, [], True
        self._send(run)
        for word in words:
            self._send(Tell(run.job, word))

    def _send(self, said: Run | Tell | Cancel) -> None:
        with suppress(OSError):  # it is gone: ``receive`` finds that out, and tells
            self._connection.send(said)

    def _lost(self, messages: list[Message]) -> None:
        """Tell that the process is gone, and start another."""
        self._process.join(_FAREWELL_S)
        job, how = self._job, _how(self._process.exitcode)
        self._job, self._waiting, self._words = 0, None, []
        self._end()
        self._start()
        if job:
            messages.append(
                Crashed(
                    job,
                    f"the process that read the capture ended {how}; what was read so far stays, "
                    "open the capture again to read it anew.",
                )
            )


def _how(exitcode: int | None) -> str:
    """Say how a process ended."""
    if exitcode is None:
        return "without a word"
    if exitcode < 0:
        try:
            return f"by {signal.Signals(-exitcode).name}"
        except ValueError:
            return f"by signal {-exitcode}"
    return f"with exit code {exitcode}"
