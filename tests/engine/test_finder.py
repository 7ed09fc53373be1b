"""Cases: what comes next outside candidates: qoder 2 and 3, recommended 9."""

import pytest

from engine.driving import READ, profile_of
from wiretail.engine.finder import Next, find_next
from wiretail.engine.markup.grammar import Role
from wiretail.engine.plan import MatcherPlan

WIDE = {"scaffold.markers": "extended"}
QODER = MatcherPlan(profile_of("qoder"), recovers=True)
EXTENDED = MatcherPlan(profile_of("qoder", WIDE), recovers=True)
WIRETAIL = MatcherPlan(profile_of("wiretail"), recovers=True)
UNREAD = MatcherPlan(profile_of("wiretail", {"reasoning.calls": "ignore"}), recovers=True)


def told(found: Next) -> tuple[int, int, str]:
    """Return start, end, and what it is."""
    names = [name for name in ("opens", "guarded", "lined") if getattr(found, name)]
    if found.scaffold:
        names = [found.scaffold.text]
    elif found.marker:
        names = [str(found.marker.role.value), found.name]
    elif found.ends_markup:
        names = ["ends_markup"]
    return found.start, found.end, " ".join(names)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a <functions.x", (2, 13, "<functions.")),
        ("a </invoke> <functions.", (2, 11, "</invoke>")),
        ("a <system-reminders <invoke>", (20, 28, "<invoke>")),
        ("a <sys", (2, 0, "guarded")),
        ("a <system-reminder", (2, 0, "guarded")),
        ("a </invo\u212a", (2, 0, "guarded")),
        ("a <\u017f", (4, 0, "")),
        ("<invok <s", (7, 0, "guarded")),
        ("a <invoked <invoke-d>", (21, 0, "")),
        ("", (0, 0, "")),
    ],
)
def test_markers_of_scaffolding(text: str, what: tuple[int, int, str]) -> None:
    assert told(find_next(QODER, text, 0)) == what


@pytest.mark.parametrize(
    ("text", "begins", "what"),
    [
        ("[tool result]", True, (0, 13, "[tool result]")),
        ("[Tool Result]", False, (13, 0, "")),
        ("a\n[Tool call:", False, (2, 13, "[tool call:")),
        ("a [Tool call:\n[TOOL ERROR]", False, (14, 26, "[tool error]")),
        ("a\n[Tool", False, (2, 0, "lined")),
        ("a [Tool", True, (2, 0, "")),
        ("</\uff5c\uff5cDS", True, (0, 0, "lined")),
        ("</", True, (0, 0, "guarded lined")),
        ("</", False, (0, 0, "guarded")),
        ("a </functions.x", False, (2, 14, "</functions.")),
        ("a <invoke", False, (2, 0, "guarded")),
        ("a <invoke\t", False, (2, 9, "<invoke")),
    ],
)
def test_some_of_the_wider_markers_begin_a_line(
    text: str, begins: bool, what: tuple[int, int, str]
) -> None:
    assert told(find_next(EXTENDED, text, 0, begins_line=begins)) == what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"a {READ}", (2, 22, "block_open Read")),
        ("a <function_calls>", (2, 18, "wrapper_open ")),
        ("a </function_calls>", (2, 19, "wrapper_close ")),
        ("a <", (2, 0, "opens guarded")),
        ("a <function", (2, 0, "opens guarded")),
        ('a <invoke name="R', (2, 0, "opens")),
        ("a </function_c", (2, 0, "")),
        ("a </s", (2, 0, "guarded")),
        ("a </invo", (8, 0, "")),
        ('a <invo\u212ae name="R">', (19, 0, "")),
    ],
)
def test_markers_of_grammars(text: str, what: tuple[int, int, str]) -> None:
    assert told(find_next(WIRETAIL, text, 0)) == what


def test_a_wrapper_close_opens_nothing() -> None:
    found = find_next(WIRETAIL, "</function_calls>", 0)
    assert found.marker
    assert (found.marker.role, found.opens) == (Role.WRAPPER_CLOSE, False)
    assert find_next(WIRETAIL, "<function_calls>", 0).opens


@pytest.mark.parametrize(("plan", "start"), [(WIRETAIL, 2), (UNREAD, 24)])
def test_reasoning_is_read_for_calls_only_where_that_is_asked(
    plan: MatcherPlan, start: int
) -> None:
    text = f"a {READ[:20]} <functions.x"
    assert find_next(plan, text, 0, reasoning=True).start == start - (start == 24)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a </functions.x> <functions.y", (2, 16, "ends_markup")),
        ("a <functions.y> </functions>", (2, 13, "<functions.")),
        ("a </invoke>", (2, 11, "ends_markup")),
        ("a </functions.x", (2, 0, "guarded")),
        ("a </invo", (2, 0, "guarded")),
        ("a </invo\u212a", (2, 0, "guarded")),
        ("a <s </inv", (5, 0, "guarded")),
        ("a b", (3, 0, "")),
    ],
)
def test_leaked_markup_looks_for_its_end(text: str, what: tuple[int, int, str]) -> None:
    assert told(find_next(WIRETAIL, text, 0, markup_waits=True)) == what


def test_looking_begins_at_a_place() -> None:
    assert told(find_next(QODER, "<invoke> <invoke>", 1)) == (9, 17, "<invoke>")
