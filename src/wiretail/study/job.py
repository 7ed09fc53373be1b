"""What the worker process does: a capture through the engine, batch by batch.

order = replay_order(capture, path, profile, offer)    # None: it cannot travel, use a Feeder
worker.run(replay_job, order)                          # -> Progressed(job, Batch) ...
worker.tell(Prefer(exchange))
"""

from dataclasses import dataclass
from pathlib import Path

from wiretail.captures import Capture, open_capture
from wiretail.captures.body import Body, FileBody, MemoryBody, Part
from wiretail.errors import CaptureError
from wiretail.model.settings import Profile
from wiretail.study.feeder import Feeder
from wiretail.study.run import Offer
from wiretail.worker.link import Link

#: Captures over so many bytes are processed in the worker, smaller ones in slices.
WORKER_BYTES = 2_000_000
#: So many bytes of a capture that lies in memory travel to the worker; more are read there anew.
_MOST_CARRIED = 16_000_000

#: A batch gathers for so long (ms): the first rows come at once, later ones in larger batches.
_FIRST_MS = 4.0
_MOST_MS = 50.0


@dataclass(frozen=True, slots=True)
class Prefer:
    """The exchange that is in view: it comes next."""

    exchange: int


@dataclass(frozen=True, slots=True)
class Reopen:
    """A capture that is read anew in the worker; ``size`` is what it had when it was opened."""

    path: str
    input_format: str
    dialect: str | None
    size: int


@dataclass(frozen=True, slots=True)
class Order:
    """A capture, or how to open it again, and what is done to it."""

    capture: Capture | Reopen
    profile: Profile
    offer: Offer


def replay_order(
    capture: Capture,
    path: str | Path | None,
    profile: Profile,
    offer: Offer | None = None,
    *,
    dialect: str | None = None,
) -> Order | None:
    """Return the order for a capture; None where it can neither travel nor be opened again.

    ``path`` is the file that it was opened from, ``dialect`` the one that was asked for.
    """
    offer = offer or Offer()
    carried = [_carried(exchange.body) for exchange in capture.exchanges]
    if None not in carried and sum(size or 0 for size in carried) <= _MOST_CARRIED:
        return Order(capture, profile, offer)
    if path is None:
        return None
    where = str(Path(path).absolute())
    return Order(Reopen(where, capture.format, dialect, capture.size), profile, offer)


def replay_job(order: Order, link: Link) -> None:
    """Run in the worker process: send the batches of a capture.

    Raises :class:`~wiretail.errors.CaptureError` where it cannot be read any more.
    """
    capture = order.capture
    if isinstance(capture, Reopen):
        capture = _opened(capture)
    feeder = Feeder(capture, order.profile, link.send, order.offer)
    budget = _FIRST_MS
    while feeder.step(budget):
        for word in link.words():
            if isinstance(word, Prefer):
                feeder.prefer(word.exchange)
        budget = min(2 * budget, _MOST_MS)


def _opened(again: Reopen) -> Capture:
    capture = open_capture(again.path, input_format=again.input_format, dialect=again.dialect)
    if capture.size != again.size:
        raise CaptureError(f"{capture.name} changed while it was open: open it again.")
    return capture


def _carried(body: Body) -> int | None:
    """Return how many bytes travel with a body; None for one that cannot travel."""
    match body:
        case FileBody():
            return 0
        case MemoryBody():
            return body.size
        case Part():
            return _carried(body.whole)
    return None
