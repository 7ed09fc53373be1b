"""The text that a decision is about, read again from the frames that carried it.

Text that no event shows (removed, refused, recovered) stands nowhere but there. The channel's
string is taken from each frame between the two ends of the span, halves of pairs are joined over
frames. If what comes out is not as long as the span, nothing is returned, and no other text.
"""

from collections.abc import Iterator

from wiretail.engine.text import surrogates
from wiretail.model.decisions import Decision
from wiretail.model.span import Place
from wiretail.store.codes import REASONING
from wiretail.store.columns import Columns
from wiretail.store.places import Places
from wiretail.store.zones import Zones

#: Spans over more frames than these are not read again.
_MOST_FRAMES = 20_000


def span_text(decision: Decision, columns: Columns, zones: Zones, places: Places) -> str:
    """Return the repaired text of a decision's span; empty where it has none, or it is not found.

    Raises :class:`~wiretail.errors.CaptureError` where the capture's bytes are gone.
    """
    start, end, span = decision.start, decision.end, decision.span
    if start is None or end is None or not span or end.frame - start.frame > _MOST_FRAMES:
        return ""
    try:
        parts = list(_parts(decision, start, end, columns, zones, places))
    except ValueError:
        return ""
    text, _ = surrogates.join("".join(parts))
    return text if len(text) == len(span) else ""


def _parts(
    decision: Decision,
    start: Place,
    end: Place,
    columns: Columns,
    zones: Zones,
    places: Places,
) -> Iterator[str]:
    if (start.frame, start.path) == (end.frame, end.path):
        yield places.text(start, end.offset)
        return
    yield places.text(start)
    paths = _paths(decision, start, end, columns)
    others = _others(decision, start, end, columns, zones)
    for frame in range(start.frame + 1, end.frame):
        for path in paths:
            if (frame, path) in others:
                continue
            try:
                yield places.text(Place(frame, path, 0))
            except ValueError:
                continue
            break
    yield places.text(Place(end.frame, end.path, 0), end.offset)


def _paths(decision: Decision, start: Place, end: Place, columns: Columns) -> list[str]:
    """Return the paths that the channel's strings may stand at, the likeliest first."""
    known = [source.path for source in columns.sources if source.channel == decision.channel]
    return [
        path for path in dict.fromkeys([start.path, end.path, *known]) if path or not start.path
    ]


def _others(
    decision: Decision, start: Place, end: Place, columns: Columns, zones: Zones
) -> set[tuple[int, str]]:
    """Return the strings, as frame and path, that belong to other channels."""
    found: set[tuple[int, str]] = set()
    for row in zones.rows(start.frame + 1, end.frame - 1):
        source = columns.sources[columns.row_source[row]]
        if columns.row_code[row] <= REASONING and source.channel != decision.channel:
            found.add((columns.row_frame[row], source.path))
    return found
