"""What goes over the pipe between the window and its worker process."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Run(NamedTuple):
    """To the process: start a job."""

    job: int
    function: "Job"
    order: Any


class Tell(NamedTuple):
    """To the process: a word for a job."""

    job: int
    word: Any


class Cancel(NamedTuple):
    """To the process: stop a job."""

    job: int


class State(Enum):
    """From the process: what became of a job (or, without one, of itself)."""

    READY = "ready"  # the process is warm and waits
    VALUE = "value"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    FAILED = "failed"


class Report(NamedTuple):
    """From the process: a state, and what goes with it (a value of the job, or a sentence)."""

    job: int
    state: State
    value: Any = None


class CancelledError(Exception):
    """The job that asks is not wanted any more."""


@dataclass(slots=True)
class Link:
    """A job's way to the window. Blocks in ``send`` while the window has too much to take."""

    connection: "Connection"
    job: int

    def send(self, value: Any) -> None:
        """Give the window a value that can be pickled."""
        self.connection.send(Report(self.job, State.VALUE, value))

    def words(self) -> list[Any]:
        """Return what the window said since; a job asks often.

        Raises :class:`CancelledError` where the job is to stop, ``EOFError`` where the window is
        gone.
        """
        words: list[Any] = []
        while self.connection.poll():
            said = self.connection.recv()
            if isinstance(said, Cancel) and said.job == self.job:
                raise CancelledError
            if isinstance(said, Tell) and said.job == self.job:
                words.append(said.word)
        return words


Job = Callable[[Any, Link], None]
