"""What the worker process does: a capture through the engine, batch by batch.

order = replay_order(capture, path, profile, offer)    # None: it cannot travel, use a Feeder
worker.run(replay_job, order)                          # -> Progressed(job, Batch) ...
worker.tell(Prefer(exchange))
"""

from dataclasses import dataclass
from typing import Any

from wiretail.captures import Capture
from wiretail.model.settings import Profile
from wiretail.study.run import Offer

#: Captures over so many bytes are processed in the worker, smaller ones in slices.
WORKER_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class Prefer:
    """The exchange that is in view: it comes next."""

    exchange: int


def replay_order(
    capture: Capture, path: str | None, profile: Profile, offer: Offer | None = None
) -> Any:
    """Return the order for a capture; None where it can neither travel nor be opened again."""
    raise NotImplementedError


def replay_job(order: Any, link: Any) -> None:
    """Run in the worker process: see :mod:`wiretail.worker`."""
    raise NotImplementedError
