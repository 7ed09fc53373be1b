"""What comes next in a text outside candidates: a marker, whole or cut by the end of the text."""

from collections.abc import Sequence
from dataclasses import dataclass

from wiretail.engine.markup.grammar import Marker, Role
from wiretail.engine.markup.scaffold import LONGEST, MARKUP_END_HEADS, fold_scaffold, markup_end
from wiretail.engine.markup.scaffold import Marker as ScaffoldMarker
from wiretail.engine.markup.tags import head_tail
from wiretail.engine.plan import MatcherPlan

#: So many cut markers are remembered: all there are in one spelling, and some.
_MOST_CUTS = 2048


@dataclass(slots=True)
class Next:
    """A marker at ``start``, or the end of the text.

    Whole (``end`` set): one of a grammar (``marker``, with its ``name`` value), of scaffolding
    (``scaffold``), or the end of leaked markup (``ends_markup``). Cut: ``opens``, it may become a
    grammar's opener; ``guarded``, it may become scaffolding; ``lined``, only scaffolding that has
    to begin a line outside fences (it does begin one).
    """

    start: int
    end: int = 0
    marker: Marker | None = None
    name: str = ""
    opens: bool = False
    scaffold: ScaffoldMarker | None = None
    ends_markup: bool = False
    guarded: bool = False
    lined: bool = False


def find_next(
    plan: MatcherPlan,
    buffer: str,
    at: int,
    *,
    reasoning: bool = False,
    markup_waits: bool = False,
    begins_line: bool = True,
) -> Next:
    """Return what comes next from ``at`` on.

    ``reasoning``: the channel is one. ``markup_waits``: an opener of leaked markup looks for its
    end, and that comes first where both begin. ``begins_line``: ``at`` begins a line.
    """
    found = _marker(plan, buffer, at, reasoning=reasoning, begins_line=begins_line)
    if markup_waits:
        start, end = markup_end(buffer, at)
        cut = head_tail(buffer, at, MARKUP_END_HEADS, fold_scaffold)
        start = start if end > 0 else min(start, cut)
        whole_here = start == found.start < len(buffer) and (end > 0 or found.end > 0)
        if start < found.start or whole_here:
            whole = end > 0
            return Next(start, max(end, 0), ends_markup=whole, guarded=not whole)
    return found


def cut_rule(plan: MatcherPlan, text: str, *, reasoning: bool) -> str:
    """Return the rule under which a text is held that is all a cut marker, wherever it stands.

    Nothing where it is none, or where it depends on what stands in front of it.
    """
    rule = plan.cut_rules.get((text, reasoning))
    if rule is None:
        found = find_next(plan, text, 0, reasoning=reasoning, begins_line=False)
        held = found.guarded or (found.opens and not reasoning)
        rule = ""
        if held and not found.start and not found.end:
            rule = "scaffold.marker" if plan.waits_for_scaffold(text) else "call.enclosed"
        if len(plan.cut_rules) < _MOST_CUTS:
            plan.cut_rules[text, reasoning] = rule
    return rule


def _marker(plan: MatcherPlan, buffer: str, at: int, *, reasoning: bool, begins_line: bool) -> Next:
    markers = plan.markers if plan.reads_reasoning or not reasoning else []

    def scaffold(start: int) -> Next:
        begins = buffer[start - 1] == "\n" if start > at else begins_line
        return _scaffold(plan.scaffold, buffer, start, begins_line=begins)

    for head in plan.heads.finditer(buffer, at):
        found = scaffold(head.start())
        if found.scaffold or _grammar(markers, buffer, found):
            return found
    tags = head_tail(buffer, at, plan.tag_words if markers else ())
    guarded = head_tail(buffer, at, plan.scaffold_words, fold_scaffold)
    start = min(tags, guarded)
    if start == len(buffer):
        return Next(start)
    found = scaffold(start)
    found.opens = tags < len(buffer) and head_tail(buffer, tags, plan.opening_words) == tags
    return found


def _scaffold(
    markers: Sequence[ScaffoldMarker], buffer: str, start: int, *, begins_line: bool
) -> Next:
    """Return the marker of scaffolding at ``start``, whole, cut or none."""
    found = Next(start)
    folded = fold_scaffold(buffer[start : start + LONGEST]) if markers else ""
    for marker in markers:
        length = None
        if begins_line or not marker.begins_line:
            length = marker.match(folded, 0)
        if length is None:
            continue
        if length > 0:
            return Next(start, start + length, scaffold=marker)
        found.guarded |= not marker.begins_line
        found.lined |= marker.begins_line
    return found


def _grammar(markers: Sequence[Marker], buffer: str, found: Next) -> bool:
    """Add the marker of a grammar at its place, whole or cut; tell whether anything is there."""
    growing = []
    for marker in markers:
        whole = marker.tag.match(buffer, found.start)
        if whole:
            found.end, found.marker, found.name = whole.end, marker, whole.name
            found.opens = marker.role is not Role.WRAPPER_CLOSE
            return True
        if marker.tag.may_grow(buffer, found.start):
            growing.append(marker.role)
    found.opens = growing not in ([], [Role.WRAPPER_CLOSE])
    return bool(growing) or found.guarded or found.lined
