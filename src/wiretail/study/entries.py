"""A line of a store's flat timeline in words."""

from wiretail.model.decisions import Decision
from wiretail.model.timeline import Run
from wiretail.store import Store
from wiretail.study.describe import SHOWN, Described, describe
from wiretail.study.masks import hide_secrets


def entry_item(store: Store, number: int, limit: int = SHOWN + 1) -> Run | Decision:
    """Return the run, its text cut behind ``limit`` code points, or the decision of a line.

    Raises :class:`~wiretail.errors.CaptureError` where the capture's bytes are gone.
    """
    entry = store.entry(number)
    item = store.item(entry.last)
    if isinstance(item, Decision):
        return item
    first, last = store.row(entry.first), store.row(entry.last)
    return Run(
        type=entry.type,
        channel=item.channel,
        first=first.first,
        last=last.last,
        event=item,
        start=first.start,
        parts=[store.entry_text(number, limit)],
        dropped=entry.dropped,
    )


def describe_entry(store: Store, number: int) -> Described:
    """Return the words for a line, secrets masked."""
    told = describe(entry_item(store, number))
    return told._replace(detail=hide_secrets(told.detail))
