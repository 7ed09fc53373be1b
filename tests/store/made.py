"""Stores and batches for tests, made from events by hand or from a capture's bytes."""

from collections.abc import Iterable
from typing import Any

from wiretail.captures import Capture, open_capture
from wiretail.model.decisions import Decision
from wiretail.model.events import Event
from wiretail.profiles import load_profile
from wiretail.store import Batch, Store
from wiretail.store.columns import Columns
from wiretail.store.pack import Packer
from wiretail.study.feeder import Feeder
from wiretail.study.run import Offer


def sse(*payloads: str) -> bytes:
    return "".join(f"data: {payload}\n\n" for payload in payloads).encode()


def chat(*texts: str) -> bytes:
    """Return the event stream of an answer in these pieces."""
    pieces = [f'{{"choices":[{{"index":0,"delta":{{"content":"{text}"}}}}]}}' for text in texts]
    return sse(*pieces, '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}', "[DONE]")


def opened(data: bytes) -> Capture:
    return open_capture("made.sse", data=data)


def processed(capture: Capture, profile: str = "wiretail", **offer: Any) -> Store:
    """Return a store with all of a capture in it."""
    loaded = load_profile(profile)
    store = Store(capture, loaded["repair.bytes"])
    feeder = Feeder(capture, loaded, store.append, Offer(**offer))
    while feeder.step(1000):
        pass
    return store


def packed(*items: Event | Decision, severity: int = 0) -> Batch:
    """Return a batch of one exchange with these rows."""
    packer = Packer(0)
    for item in items:
        packer.item(item, severity if isinstance(item, Decision) else 0)
    return packer.take()


def columns_of(batches: Iterable[Batch]) -> Columns:
    """Return the columns that batches come to."""
    columns = Columns()
    for batch in batches:
        columns.extend(batch.columns)
        columns.kept += batch.kept
        columns.sources += batch.sources
        columns.shapes += batch.shapes
    return columns
