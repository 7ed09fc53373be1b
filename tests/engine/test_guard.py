"""Cases: spec qoder 3 to 6, recommended 9: places, evidence, and what is said to be held."""

import pytest

from engine.driving import (
    READ,
    REASONING,
    TEXT,
    Driven,
    Step,
    assert_nothing_lost,
    drive,
    native,
    settled,
)
from wiretail.model.decisions import Kind
from wiretail.model.deltas import EndKind, TextDelta
from wiretail.model.events import Refusal
from wiretail.model.span import Place, Span

OPEN, CLOSE = "<system-reminder>", "</system-reminder>"
BLOCK = f"{OPEN}servers: alpha{CLOSE}"
WIDE = {"scaffold.markers": "extended"}


def qoder(*steps: Step, **options: object) -> Driven:
    return drive(steps, "qoder", **options)  # type: ignore[arg-type]


def refusal(driven: Driven) -> tuple[str, str, str]:
    (found,) = [item for item in driven.items if isinstance(item, Refusal)]
    return found.refusal_class, str(found.channel.kind), found.marker


# --- blocks -----------------------------------------------------------------------


def test_a_block_is_removed_and_its_decision_says_no_text() -> None:
    driven = settled(f"Answer {BLOCK} goes on.", "qoder")
    (decision,) = driven.of(Kind.REMOVED)
    assert (driven.text, driven.end) == ("Answer  goes on.", EndKind.DONE)
    assert decision.span == Span(7, 7 + len(BLOCK))
    assert decision.evidence == {"depth": 1, "length": len(BLOCK)}
    assert (decision.rule, decision.reason) == ("scaffold.reminder", "reminder")


def test_a_block_over_frames_knows_the_first_and_the_last() -> None:
    driven = qoder("a", "b<system-rem", "inder>hidden", f"x{CLOSE}c")
    (decision,) = driven.of(Kind.REMOVED)
    assert decision.frames == (1, 3)
    assert decision.start
    assert decision.end
    assert (decision.start.frame, decision.start.offset) == (1, 1)
    assert (decision.end.frame, decision.end.offset) == (3, 19)


@pytest.mark.parametrize(
    ("profile", "held"), [("qoder", [0, 0, 0]), ("wiretail", [17, 23, 1]), ("observe", [0, 0, 0])]
)
def test_an_open_block_is_said_to_be_held_once(profile: str, held: list[int]) -> None:
    driven = drive([f"a{OPEN}", "hidden", f"{CLOSE}b"], profile)
    assert driven.held == held
    assert driven.timing[:1] == [("held", "reminder")]
    assert ("released", "not_a_marker") not in driven.timing
    (decision,) = driven.of(Kind.HELD)[:1]
    assert decision.rule == "scaffold.reminder"
    assert decision.span
    assert decision.span.start == 1


def test_a_cut_marker_is_said_to_be_held_and_let_go() -> None:
    driven = qoder("a <sys", "tem", "s b <", "/inv")
    assert driven.held == [4, 7, 1, 5]
    assert driven.timing == [
        ("held", "marker_prefix"),
        ("released", "not_a_marker"),
        ("held", "marker_prefix"),
        ("released", "end_of_turn"),
    ]
    assert {one.rule for one in driven.of(Kind.HELD)} == {"scaffold.marker"}
    assert driven.text == "a <systems b </inv"


@pytest.mark.parametrize(
    ("text", "held"),
    [("a <sys", "marker_prefix"), ("a </sys", "marker_prefix"), ("a <inv", "marker_prefix")],
)
def test_beside_a_grammar_the_rule_is_that_of_what_may_come(text: str, held: str) -> None:
    driven = drive([text], "wiretail")
    rule = "call.enclosed" if text == "a <inv" else "scaffold.marker"
    assert [(one.rule, one.reason) for one in driven.of(Kind.HELD)] == [(rule, held)]


@pytest.mark.parametrize("profile", ["qoder", "wiretail"])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_block_ends_with_its_own_closer(profile: str, depth: int) -> None:
    text = f"A{OPEN * depth}x{CLOSE * depth}B"
    assert settled(text, profile).text == "AB"


@pytest.mark.parametrize(("length", "removed"), [(10, True), (11, False)])
def test_the_ceiling_counts_the_body_however_it_is_cut(length: int, removed: bool) -> None:
    limit = {"scaffold.max_block_chars": 11}  # the ``>`` of the opener counts
    text = f"a{OPEN}{'x' * length}{CLOSE}b"
    shown = settled(text, "wiretail", settings=limit)
    assert (shown.text == "ab") is removed
    assert shown.told[0][2] == ("reminder" if removed else "unterminated_reminder")
    for pieces in ([text], list(text)):
        driven = qoder(*pieces, settings=limit)
        assert driven.text == ("ab" if removed else "a")
        if not removed:
            assert refusal(driven)[0] == "unterminated_reminder"
            (decision,) = driven.of(Kind.REFUSED)
            assert decision.span == Span(1, len(text))


@pytest.mark.parametrize("cut", [0, 5, 16, 17, 24])
def test_a_block_goes_on_behind_a_native_call(cut: int) -> None:
    text = f"{OPEN}hid{CLOSE}"
    for profile in ("qoder", "wiretail"):
        driven = drive([f"a{text[:cut]}", *native("any"), f"{text[cut:]}b"], profile)
        if cut in {0, 17, 24} or profile == "qoder":
            assert driven.text == "ab"
            assert driven.order == [
                ["text", "a"],
                ["tool_call", "any"],
                ["text", "b"],
                ["end", "done"],
            ]


def test_a_cut_marker_waits_behind_a_native_call_where_markers_trip() -> None:
    driven = qoder("a <func", *native("any"), "tions.x>hidden")
    assert driven.text == "a "
    assert driven.calls == [("any", {})]
    assert refusal(driven) == ("tool_call_markup", "text", "<functions.")


# --- trips ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "text", "marker"),
    [
        (["Go <functions.x"], "Go ", "<functions."),
        (["Go <Invoke NAME=x"], "Go ", "<invoke name="),
        (["Go ", "on </INVOKE>x"], "Go ", "</invoke>"),
        (["Go ", "on <", "/invoke>x"], "Go on ", "</invoke>"),
        ([f"Go{BLOCK}on <invoke>"], "Go", "<invoke>"),
        ([f"Go{BLOCK}on", " by <invoke>"], "Goon", "<invoke>"),
        ([f"Go{BLOCK}on{BLOCK}by{CLOSE}"], "Goon", CLOSE),
    ],
)
def test_how_much_stands_in_front_of_a_trip(steps: list[str], text: str, marker: str) -> None:
    driven = qoder(*steps)
    assert driven.text == text
    assert refusal(driven)[2] == marker
    assert_nothing_lost("".join(steps), driven)


def test_a_trip_says_marker_offset_and_length_of_all_that_follows() -> None:
    driven = qoder("Go <functions.x", " more", TextDelta(REASONING, "why"), "end")
    (decision,) = driven.of(Kind.REFUSED)
    assert decision.evidence == {"marker": "<functions.", "offset": 3, "length": 20}
    assert decision.span == Span(3, 23)
    assert decision.frames == (0, 3)
    assert driven.of(Kind.HELD, Kind.RELEASED) == []


def test_halves_of_swallowed_text_are_counted_as_what_they_become() -> None:
    driven = qoder("<invoke>", "\ud83d", "\ude00")
    (decision,) = driven.of(Kind.REFUSED)
    assert decision.span == Span(0, 9)


@pytest.mark.parametrize(
    ("front", "back"), [("<sys", "tem-reminder>"), ("<system-reminder", ">"), ("</invo", "ke>")]
)
def test_no_marker_is_made_of_both_sides_of_a_block(front: str, back: str) -> None:
    text = f"A{front}{BLOCK}{back}hidden{CLOSE if 'sys' in front else ''}B"
    for pieces in ([text], list(text)):
        driven = qoder(*pieces)
        assert "hidden" not in driven.text
        assert driven.text.startswith(f"A{front}")
        assert driven.held[0] == 0


def test_text_that_passed_in_between_is_no_continuation() -> None:
    driven = qoder("A<sys", *native("any"), f"hello {BLOCK}tem-reminder> B")
    assert driven.text == "A<syshello tem-reminder> B"


# --- quoted, and the wider markers ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"`{CLOSE}`", "inline_code"),
        (f"```\n{OPEN}\n```", "fence"),
        ("> <functions.x>", "blockquote"),
    ],
)
def test_quoted_markers_are_passed_with_how_they_are_quoted(text: str, reason: str) -> None:
    driven = settled(text, "wiretail")
    assert (driven.text, driven.told) == (text, [("passed", "scaffold.marker", reason)])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\n[Tool Result] b", "a\n"),
        ("[TOOL CALL: x", ""),
        ("```\nb\n```\n[tool_result]", "```\nb\n```\n"),
        ("a [Tool Result] b", None),
        ("```\n[Tool Result]\n```", None),
        ("a\n [Tool Result]", None),
        ("a\n[Tool Resu", None),
        ("a\n[Tools]", None),
    ],
)
def test_some_wider_markers_count_at_the_start_of_a_line(text: str, shown: str | None) -> None:
    for pieces in ([text], list(text)):
        driven = qoder(*pieces, settings=WIDE)
        assert driven.text == (text if shown is None else shown)
        assert bool(driven.of(Kind.REFUSED)) is (shown is not None)


def test_a_removed_block_leaves_nothing_of_a_line() -> None:
    assert qoder(f"a\n{BLOCK}[Tool Call]", settings=WIDE).text == "a\n"
    text = f"a{OPEN}\n{CLOSE}[Tool Call]"
    assert qoder(text, settings=WIDE).text == "a[Tool Call]"


# --- ends -------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [EndKind.DONE, EndKind.INCOMPLETE])
@pytest.mark.parametrize("rest", [f"{OPEN}hidden", f"{OPEN}hidden</sys", "<system-reminder"])
def test_what_never_ends_refuses_the_turn(end: EndKind, rest: str) -> None:
    driven = qoder(f"a {rest}", end=end)
    assert driven.text == "a "
    assert refusal(driven) == ("unterminated_reminder", "text", "<system-reminder")
    assert_nothing_lost(f"a {rest}", driven)


@pytest.mark.parametrize("end", [EndKind.ERROR, EndKind.CANCELLED])
@pytest.mark.parametrize("rest", [f"{OPEN}hidden", f"{OPEN}hidden</sys", "<system-reminder"])
def test_a_vendor_s_own_failure_stands_and_what_is_open_is_dropped(end: EndKind, rest: str) -> None:
    driven = qoder(f"a {rest}", end=end)
    assert (driven.text, driven.end) == ("a ", end)
    assert driven.told == [("removed", "scaffold.reminder", "reminder")]
    assert_nothing_lost(f"a {rest}", driven)


@pytest.mark.parametrize("rest", [f"{OPEN}hidden", f"{OPEN}hidden</sys", "<system-reminder"])
@pytest.mark.parametrize("end", list(EndKind))
def test_where_it_is_redacted_what_never_ends_is_shown(end: EndKind, rest: str) -> None:
    driven = drive([f"a {rest}"], "wiretail", end=end)
    assert (driven.text, driven.end) == (f"a {rest}", end)
    assert driven.told == [("passed", "scaffold.marker", "unterminated_reminder")]


# --- blocks in candidates -----------------------------------------------------------------


def test_data_of_a_call_is_no_leak() -> None:
    driven = settled(READ.replace("a.md", BLOCK), "wiretail")
    assert driven.calls == [("Read", {"path": BLOCK})]
    assert driven.told == [("recovered", "call.bare", "")]


@pytest.mark.parametrize("policy", ["redact", "flag"])
def test_a_candidate_that_is_passed_shows_the_blocks_in_it(policy: str) -> None:
    inner = f"{BLOCK}{CLOSE}{OPEN}{BLOCK}{CLOSE}{OPEN}"
    text = f"{READ.replace('a.md', inner)} x"
    driven = settled(text, "wiretail", settings={"scaffold.policy": policy})
    spans = [one.span for one in driven.of(Kind.PASSED) if one.reason == "reminder"]
    start = text.index(OPEN)
    second = start + len(BLOCK + CLOSE)
    assert spans == [
        Span(start, start + len(BLOCK)),
        Span(second, second + len(OPEN + BLOCK + CLOSE)),
    ]
    assert driven.text == text


def test_so_does_one_that_fails_in_its_body() -> None:
    text = READ.replace("a.md", f'{BLOCK}<invoke name="Read">')
    driven = settled(text, "wiretail")
    assert driven.text == text
    assert ("passed", "scaffold.marker", "reminder") in driven.told


def test_in_a_candidate_that_was_never_held_a_block_is_removed() -> None:
    text = READ.replace("Read", "nope").replace("a.md", f"1{BLOCK}2")
    driven = settled(text, "wiretail")
    assert driven.text == text.replace(BLOCK, "")
    assert ("passed", "call.bare", "unknown_tool") in driven.told
    assert ("removed", "scaffold.reminder", "reminder") in driven.told


def test_a_quoted_one_in_it_is_passed() -> None:
    text = READ.replace("Read", "nope").replace("a.md", f"`{BLOCK}`")
    driven = settled(text, "wiretail")
    assert driven.text == text
    assert ("passed", "scaffold.marker", "inline_code") in driven.told


@pytest.mark.parametrize("rest", ["<system-reminders>", "<system-reminder", "<sys", "<"])
def test_what_is_no_block_in_it_stays(rest: str) -> None:
    text = READ.replace("Read", "nope").replace("a.md</parameter></invoke>", rest)
    assert drive(list(text), "wiretail").text == text
    assert drive([text], "wiretail").text == text


def test_a_profile_without_the_guard_knows_no_scaffolding() -> None:
    text = f"a {BLOCK}<functions.x> {READ.replace('Read', 'nope').replace('a.md', BLOCK)}"
    assert settled(text, "vscode-lm").text == text
    assert drive([f"a {OPEN}"], "vscode-lm").shown(TEXT) == f"a {OPEN}"


def test_what_is_taken_out_says_how_deep_it_nests_and_at_an_error_too() -> None:
    nested = f"{OPEN}a{OPEN}b{CLOSE}{OPEN}c{OPEN}{CLOSE}{CLOSE}{CLOSE}"
    (whole,) = qoder(nested).of(Kind.REMOVED)
    assert whole.evidence == {"depth": 3, "length": len(nested)}
    (cut_off,) = drive([nested[:-9]], "qoder", end=EndKind.ERROR).of(Kind.REMOVED)
    assert cut_off.evidence == {"depth": 3, "length": len(nested) - 9}
    (stem,) = drive([f"a{OPEN[:-1]}"], "qoder", end=EndKind.ERROR).of(Kind.REMOVED)
    assert stem.evidence == {"depth": 1, "length": len(OPEN) - 1}


@pytest.mark.parametrize(
    ("steps", "policy", "kind", "told"),
    [
        # In front of a trip: the marker stands behind the span. Taken out: it stands in it.
        (["ab ", "cd </invoke>"], "refuse", Kind.REMOVED, ("</invoke>", 6, Span(3, 6))),
        (
            ["a <functions.x>y</functions> b"],
            "redact",
            Kind.REMOVED,
            ("<functions.", 2, Span(2, 28)),
        ),
        (
            [f"{OPEN}{CLOSE}a <functions.x>y</functions> b"],
            "redact",
            Kind.REMOVED,
            ("<functions.", 37, Span(35, 63)),
        ),
        (
            [f"{OPEN}{CLOSE}a {CLOSE} b"],
            "redact",
            Kind.REMOVED,
            ("</system-reminder>", 37, Span(35, 55)),
        ),
        ([f"a {OPEN}b{CLOSE}"], "flag", Kind.PASSED, ("<system-reminder", 2, Span(2, 38))),
        ([f"a {OPEN}b"], "redact", Kind.PASSED, ("<system-reminder", 2, Span(2, 20))),
        ([f"a {OPEN[:-1]}"], "redact", Kind.PASSED, ("<system-reminder", 2, Span(2, 18))),
        ([f"a {CLOSE}"], "redact", Kind.PASSED, ("</system-reminder>", 2, Span(2, 20))),
        (["a <functions.x>"], "redact", Kind.PASSED, ("<functions.", 2, Span(2, 13))),
        (["a <functions.x>y</functions>"], "flag", Kind.PASSED, ("<functions.", 2, Span(2, 28))),
        ([f"`{OPEN}`"], "redact", Kind.PASSED, ("<system-reminder", 1, Span(1, 17))),
    ],
)
def test_scaffolding_is_told_of_by_label_place_and_length(
    steps: list[Step], policy: str, kind: Kind, told: tuple[str, int, Span]
) -> None:
    settings = {"scaffold.policy": policy, "recover.grammars": []}
    found = drive(steps, "wiretail", settings=settings).of(kind)[-1]
    assert found.rule in {"scaffold.trip", "scaffold.marker"}
    assert found.span == told[2]
    assert found.evidence == {"marker": told[0], "offset": told[1], "length": len(told[2])}


def test_nothing_left_is_refused_by_what_was_taken_out_first() -> None:
    text = f"{OPEN}x{CLOSE}<functions.y>z</functions><functions.a></invoke>"
    driven = drive([text], "wiretail")
    (refused,) = driven.of(Kind.REFUSED)
    first = driven.of(Kind.REMOVED)[1]
    assert refused.evidence == first.evidence
    (event,) = [item for item in driven.items if isinstance(item, Refusal)]
    assert event.marker == "<functions."
    assert "vendor tool-call markup (<functions.)" in event.message


@pytest.mark.parametrize(
    ("steps", "end"),
    [
        (["ab<invoke>c"], Place(0, "p", 11)),
        (["ab<invoke>c", "de", ""], Place(1, "p", 2)),
        (["ab<invoke>\ud83d", "\ude00x"], Place(1, "p", 2)),
        (["ab<invoke>\ud83d"], Place(0, "p", 11)),
        (["ab<invoke>", "\ud83d"], Place(1, "p", 1)),
        (["ab<invoke>", "\ud83d", "x"], Place(2, "p", 1)),
        ([f"{OPEN}x"], Place(0, "p", 18)),
        ([f"{OPEN}x", "yz"], Place(1, "p", 2)),
    ],
)
def test_a_refusal_knows_where_its_text_ends(steps: list[str], end: Place) -> None:
    deltas: list[Step] = [TextDelta(TEXT, text, "p") for text in steps]
    (refused,) = drive([*deltas, TextDelta(REASONING, "later")], "qoder").of(Kind.REFUSED)
    assert refused.end == end
    assert refused.frames
    assert refused.frames[1] == len(steps)  # to the end of the turn, whatever comes in it
