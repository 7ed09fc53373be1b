"""A piece of the tables of one exchange, packed: what the engine's side sends to a store."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Batch:
    """Columns as bytes (see ``columns``), in the order of :data:`~wiretail.store.columns.TABLES`.

    ``verdict`` is the sentence over all exchanges so far; None where it did not change.
    ``bytes_done`` counts bytes of all exchanges that were processed; ``last``: the exchange is at
    its end; ``done``: the capture is.
    """

    exchange: int
    columns: dict[str, bytes] = field(default_factory=dict)
    verdict: str | None = None
    unknown: dict[str, int] = field(default_factory=dict)
    bytes_done: int = 0
    last: bool = False
    done: bool = False
