"""Cases: spec qoder 2 and 9, recommended 9, with the ids of their vectors."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.driving import profile_of
from wiretail.engine.markup.scaffold import (
    LONGEST,
    STEM,
    Kind,
    Marker,
    fold_scaffold,
    markers_of,
    markup_end,
)
from wiretail.engine.text.whitespace import WS

BAR = "\uff5c"


def markers(which: str = "basic", *, invoke_armed: bool = False) -> dict[str, Marker]:
    settings: Mapping[str, Any] = profile_of("qoder", {"scaffold.markers": which}).settings
    return {marker.text: marker for marker in markers_of(settings, invoke_armed=invoke_armed)}


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("<SYSTEM-Reminder", STEM),
        ("\u212a", "k"),
        ("\u017f\u0130\u0131", "\u017f\u0130\u0131"),
        ("\u00c4\u00df", "\u00c4\u00df"),
    ],
)
def test_one_character_folds_to_one(text: str, folded: str) -> None:
    assert fold_scaffold(text) == folded
    assert len(folded) == len(text)


def test_the_basic_markers_are_those_of_the_table() -> None:
    found = markers()
    assert {text: (str(m.kind.value), m.refusal_class) for text, m in found.items()} == {
        "<system-reminder": ("opens_reminder", "unterminated_reminder"),
        "</system-reminder>": ("closes_reminder", "stray_reminder_close"),
        "</invoke>": ("closes_markup", "tool_call_markup"),
        "<functions.": ("opens_markup", "tool_call_markup"),
        "<invoke name=": ("opens_markup", "tool_call_markup"),
        "<invoke>": ("opens_markup", "tool_call_markup"),
    }
    assert not any(marker.begins_line for marker in found.values())


def test_the_wider_list_has_one_invoke_and_markers_that_begin_a_line() -> None:
    found = markers("extended")
    added = found.keys() - markers().keys()
    assert markers().keys() - found.keys() == {"<invoke name=", "<invoke>"}
    assert added == {
        "<invoke",
        "</functions.",
        f"<{BAR}{BAR}dsml{BAR}{BAR}",
        f"</{BAR}{BAR}dsml{BAR}{BAR}",
        f"<{BAR}dsml{BAR}",
        f"</{BAR}dsml{BAR}",
        "[tool result]",
        "[tool error]",
        "[tool_result]",
        "[tool call]",
        "[tool call:",
    }
    lined = {text for text, marker in found.items() if marker.begins_line}
    assert lined == added - {"<invoke", "</functions."}
    for text in added:
        kind = Kind.CLOSES_MARKUP if text.startswith("</") else Kind.OPENS_MARKUP
        assert (found[text].kind, found[text].refusal_class) == (kind, "tool_call_markup")


@pytest.mark.parametrize("which", ["basic", "extended"])
def test_while_the_grammar_is_armed_its_tags_are_its_affair(which: str) -> None:
    armed = markers(which, invoke_armed=True)
    assert not any("invoke" in text for text in armed)
    rest = {text for text in markers(which) if "invoke" not in text}
    assert armed.keys() == rest


def test_every_marker_and_its_boundary_fit_into_the_window() -> None:
    for text in (*markers(), *markers("extended")):
        assert len(text) + 1 <= LONGEST
        assert fold_scaffold(text) == text
        assert not set("<[") & set(text[1:])


@pytest.mark.parametrize(
    ("text", "length"),
    [
        *((f"{STEM}{blank}x", len(STEM)) for blank in WS),
        (f"{STEM}/>", len(STEM)),
        (f"{STEM}>", len(STEM)),
        (f"{STEM}s>", None),  # S20
        (f"{STEM}\u0085", None),
        (STEM, -1),
        ("<system-", -1),
        ("<system_", None),
    ],
)
def test_a_stem_opens_in_front_of_a_boundary_only(text: str, length: int | None) -> None:
    assert markers()[STEM].match(text, 0) == length


@pytest.mark.parametrize(
    ("marker", "text", "length"),
    [
        ("</invoke>", "</invoke>", 9),
        ("</invoke>", "</invoke", -1),
        ("</invoke>", "</invoke >", None),
        ("<invoke>", "<invoked>", None),  # S16
        ("<functions.", "<functions>", None),  # S19
        ("<invoke name=", "<invoke name=", 13),
        ("<invoke name=", "<invoke  name=", None),  # S67
        ("<invoke name=", "<invoke\nname=", None),
    ],
)
def test_the_other_markers_are_exact(marker: str, text: str, length: int | None) -> None:
    assert markers()[marker].match(text, 0) == length


def test_a_marker_is_matched_at_its_place() -> None:
    assert markers()["</invoke>"].match("a </invoke>", 2) == 11
    assert markers()["</invoke>"].match("a </invoke>", 1) is None


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("a</invoke>b", 1, 10),
        ("a</INVO\u212aE>b", 1, 10),
        ("a</functions>b</invoke>", 1, 13),
        ("a</functions.exec>b", 1, 18),
        ("a</functions.x y>", 1, 17),
        ("a</functions.x", 1, -1),
        ("a</functions<x>", 15, -1),
        ("a</functions\n>", 14, -1),
        ("a</function>", 12, -1),
        (f"a</functions.{'x' * 63}>", 1, 77),
        (f"a</functions.{'x' * 64}>", 78, -1),
        ("", 0, -1),
    ],
)
def test_leaked_markup_ends_at_a_close_of_its_family(text: str, start: int, end: int) -> None:
    assert markup_end(text, 0) == (start, end)


def test_the_end_is_looked_for_behind_a_place() -> None:
    assert markup_end("</invoke> </invoke>", 1) == (10, 19)
