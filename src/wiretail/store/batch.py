"""A piece of the tables of one exchange, packed: what the engine's side sends to a store."""

from dataclasses import dataclass, field
from typing import NamedTuple

from wiretail.store.columns import Source

#: The exchange of a batch that only says something of the capture.
NO_EXCHANGE = -1


class Change(NamedTuple):
    """What became of an entry that an earlier batch brought: its new code, flags and last row."""

    entry: int
    code: int
    flags: int
    last: int


@dataclass(slots=True)
class Batch:
    """What one exchange brought since the batch before.

    ``columns``: bytes of the columns of :class:`~wiretail.store.columns.Columns`, by name; numbers
    of rows and entries count from the start of the exchange, ``kept_end`` from the start of what is
    kept of it. ``kept``, ``sources`` and ``shapes`` go behind those that are there. ``malformed``
    are frames of earlier batches, ``changes`` entries of theirs, ``placed`` rows of theirs with
    their entry.

    ``verdict`` is the sentence over all exchanges so far; None where it did not change.
    ``bytes_done`` counts bytes of all exchanges that were processed; ``last``: the exchange is at
    its end; ``done``: the capture is.
    """

    exchange: int
    columns: dict[str, bytes] = field(default_factory=dict)
    kept: bytes = b""
    sources: list[Source] = field(default_factory=list)
    shapes: list[bytes] = field(default_factory=list)
    malformed: list[int] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    placed: list[tuple[int, int]] = field(default_factory=list)
    verdict: str | None = None
    unknown: dict[str, int] = field(default_factory=dict)
    bytes_done: int = 0
    last: bool = False
    done: bool = False
