"""What comes next in a text outside candidates: a marker, whole or cut by the end of the text."""

from dataclasses import dataclass

from wiretail.engine.markup.grammar import Marker, Role
from wiretail.engine.markup.scaffold import LONGEST, MARKUP_END_HEADS, fold_scaffold, markup_end
from wiretail.engine.markup.scaffold import Marker as ScaffoldMarker
from wiretail.engine.markup.tags import head_tail
from wiretail.engine.plan import MatcherPlan


@dataclass(slots=True)
class Next:
    """A marker at ``start``, or the end of the text.

    Whole (``end`` set): one of a grammar (``marker``, with its ``name`` value), of scaffolding
    (``scaffold``), or the end of leaked markup (``ends_markup``). Cut: ``opens``, it may become a
    grammar's opener; ``guarded``, it may become scaffolding.
    """

    start: int
    end: int = 0
    marker: Marker | None = None
    name: str = ""
    opens: bool = False
    scaffold: ScaffoldMarker | None = None
    ends_markup: bool = False
    guarded: bool = False


def find_next(
    plan: MatcherPlan, buffer: str, at: int, *, reasoning: bool, markup_waits: bool
) -> Next:
    """Return what comes next from ``at`` on.

    ``reasoning``: the channel is one. ``markup_waits``: an opener of leaked markup looks for its
    end, and that comes first where both begin.
    """
    found = _marker(plan, buffer, at, reasoning=reasoning)
    if markup_waits:
        start, end = markup_end(buffer, at)
        start = start if end > 0 else min(start, head_tail(buffer, at, MARKUP_END_HEADS))
        if start < found.start or (end > 0 and start == found.start):
            whole = end > 0
            return Next(start, max(end, 0), ends_markup=whole, guarded=not whole)
    return found


def _marker(plan: MatcherPlan, buffer: str, at: int, *, reasoning: bool) -> Next:
    markers = plan.markers if plan.reads_reasoning or not reasoning else []
    for head in plan.heads.finditer(buffer, at):
        found = _at(markers, plan.scaffold, buffer, head.start())
        if found:
            return found
    tags = head_tail(buffer, at, plan.tag_words if markers else ())
    guarded = head_tail(buffer, at, plan.scaffold_words, fold_scaffold)
    start = min(tags, guarded)
    opens = tags < len(buffer) and head_tail(buffer, tags, plan.opening_words) == tags
    return Next(start, opens=opens, guarded=guarded < len(buffer))


def _at(
    markers: list[Marker], scaffold: list[ScaffoldMarker], buffer: str, start: int
) -> Next | None:
    """Return the marker at ``start``, whole or cut; None: there is none."""
    guarded = False
    if scaffold:
        folded = fold_scaffold(buffer[start : start + LONGEST])
        for each in scaffold:
            length = each.match(folded, 0)
            if length is not None and length > 0:
                return Next(start, start + length, scaffold=each)
            guarded |= length is not None
    growing = []
    for marker in markers:
        whole = marker.tag.match(buffer, start)
        if whole:
            opens = marker.role is not Role.WRAPPER_CLOSE
            return Next(start, whole.end, marker, whole.name, opens=opens)
        if marker.tag.may_grow(buffer, start):
            growing.append(marker.role)
    if not growing and not guarded:
        return None
    return Next(start, opens=growing not in ([], [Role.WRAPPER_CLOSE]), guarded=guarded)
