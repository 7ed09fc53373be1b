"""A capture through the engine into packed batches: in slices, or as live bytes come."""

from collections.abc import Callable

from wiretail.captures import Capture
from wiretail.model.settings import Profile
from wiretail.store import Batch
from wiretail.study.run import Offer

Sink = Callable[[Batch], object]


class Feeder:
    """Runs all exchanges of a capture; ``sink`` (a store's ``append``) takes what comes out.

    For small captures in the window's process:

        store = Store(capture, profile["repair.bytes"])
        feeder = Feeder(capture, profile, store.append)
        while feeder.step(4.0):
            ...  # paint
    """

    def __init__(
        self, capture: Capture, profile: Profile, sink: Sink, offer: Offer | None = None
    ) -> None:
        raise NotImplementedError

    def step(self, budget_ms: float) -> bool:
        """Go on for about so long, give the sink a batch; return whether there is more to do."""
        raise NotImplementedError

    def prefer(self, exchange: int) -> None:
        """Process this exchange next: it is in view."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Stop for good; what was given out stays."""
        raise NotImplementedError


class LiveFeeder:
    """Takes bytes as they arrive for the last exchange of a capture whose body grows.

    The body must hold the bytes before they are fed.
    """

    def __init__(
        self, capture: Capture, profile: Profile, sink: Sink, offer: Offer | None = None
    ) -> None:
        raise NotImplementedError

    def feed(self, size: int, time_ms: float | None = None) -> None:
        """Process the next ``size`` bytes of the body as one chunk."""
        raise NotImplementedError

    def flush(self) -> None:
        """Give the sink what has gathered: once a frame of the window."""
        raise NotImplementedError

    def close(self, end: str = "eof") -> None:
        """There is no more input (``end``: a word of ``captures.capture.ENDS``)."""
        raise NotImplementedError
