"""The flat list that a timeline is shown as: runs, and under each the decisions that fell there."""

from collections.abc import Iterable

from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import Event
from wiretail.model.timeline import Run, Timeline
from wiretail.study.findings import is_finding

#: They tell when, not what: shown where somebody asks for them.
_TIMING = frozenset({Kind.HELD, Kind.RELEASED})


def flat(items: Iterable[Event | Decision]) -> list[Run | Decision]:
    """Return runs and decisions in order; calls that were withdrawn are left out.

    A run goes on over the decisions that fall while it grows, so they stand below it.
    """
    timeline = Timeline()
    rows: list[Run | Decision] = []
    for item in items:
        if isinstance(item, Decision):
            rows.append(item)
            continue
        known = len(timeline.placed)
        timeline.add(item)
        rows += timeline.placed[known:]
    return [row for row in rows if isinstance(row, Decision) or not row.dropped]


def is_timing(row: Run | Decision) -> bool:
    """Tell whether a row says only when text was withheld or given out."""
    return (
        isinstance(row, Decision) and row.kind in _TIMING and not is_finding(row.kind, row.reason)
    )
