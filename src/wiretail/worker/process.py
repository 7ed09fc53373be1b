"""The worker process itself: waits for a job, does it, waits again, ends with the window."""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from wiretail.errors import WiretailError
from wiretail.worker.link import CancelledError, Link, Report, Run, State

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_NO_JOB = 0
#: The window is in front of a person, this process is not: where both want a processor, it yields.
_NICENESS = 5


def serve(connection: "Connection", preload: Sequence[str]) -> None:
    """Do jobs until the window is gone. Runs in the process; ``preload`` are modules to import."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the window, which then ends us
    with suppress(OSError):
        os.nice(_NICENESS)
    try:
        for name in preload:
            import_module(name)
        connection.send(Report(_NO_JOB, State.READY))
        while True:
            said = connection.recv()
            if isinstance(said, Run):
                connection.send(outcome(said, Link(connection, said.job)))
    except (EOFError, OSError):  # the window is gone
        return


def outcome(run: Run, link: Link) -> Report:
    """Do a job and return how it ended; lets out only that the window is gone.

    Errors of ours carry their sentence; of others only the class is told: their text may quote.
    """
    try:
        run.function(run.order, link)
    except CancelledError:
        return Report(run.job, State.CANCELLED)
    except WiretailError as error:
        return Report(run.job, State.FAILED, str(error))
    except (EOFError, BrokenPipeError, ConnectionError):
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the window must hear of it
        name = type(error).__name__
        return Report(
            run.job, State.FAILED, f"the capture could not be processed ({name} in the worker)."
        )
    return Report(run.job, State.FINISHED)
