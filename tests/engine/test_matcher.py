"""Wrappers, marker prefixes and stray words in a channel's text.

Cases: spec vscode-lm 4.3, 8 and 9, recommended 2, 3 and 6, with the ids of their vectors.
"""

import pytest

from engine.driving import (
    CLOSE,
    NS,
    OPEN,
    READ,
    REASONING,
    TOOLS,
    block,
    drive,
    native,
    settled,
    wrapped,
)
from wiretail.model.decisions import Kind
from wiretail.model.deltas import EndKind, TextDelta
from wiretail.model.span import Place, Span

UNCHANGED = None
NOW = block("now")


def check(text: str, shown: str | None, verdicts: list[str], profile: str = "vscode-lm") -> None:
    """Hold a text to what it shows (None: itself), and to the fates of its candidates."""
    found = settled(text, profile)
    assert found.text == (text if shown is UNCHANGED else shown)
    assert found.verdicts == verdicts
    assert len(found.calls) == verdicts.count("recovered")


GONE = ["recovered"]

# What a text shows (None: itself), and the fates of its candidates.
WRAPPERS: list[tuple[str, str | None, list[str]]] = [
    ("just a normal reply", UNCHANGED, []),  # R007
    (wrapped(READ), "", GONE),  # R001
    (f"<{NS}function_calls>{READ}</{NS}function_calls>", "", GONE),  # R008
    (f"<{NS}function_calls>{READ}</function_calls>", "", GONE),  # R009
    (f"<FUNCTION_CALLS>{READ}</Function_Calls>", "", GONE),  # R010
    (f"<function_calls \t>{READ}</function_calls >", "", GONE),  # R022
    (f"<function_calls\n>{READ}</function_calls>", UNCHANGED, ["no_wrapper"]),
    (READ, UNCHANGED, ["no_wrapper"]),  # R003
    (f"{OPEN}{CLOSE}\n{READ}", UNCHANGED, ["no_wrapper"]),  # R004
    (f"{OPEN}</function_calls >{READ}", UNCHANGED, ["no_wrapper"]),  # R023
    (f"{OPEN}{CLOSE}\n{wrapped(READ)}", f"{OPEN}{CLOSE}\n", GONE),  # R024
    (f"{OPEN}{CLOSE}\n<function_calls >\n{READ}", f"{OPEN}{CLOSE}\n\n", GONE),  # R025
    (f"{OPEN}\n{READ}", "\n", GONE),  # R026
    (f"{OPEN}{OPEN}{READ}{CLOSE}", OPEN, GONE),  # another opener settles the group of the first
    (f"{OPEN}\n{READ}\n{CLOSE}\n{READ}", f"\n\n\n{READ}", ["recovered", "no_wrapper"]),
    (CLOSE, UNCHANGED, []),
    (f"{CLOSE}{wrapped(READ)}", CLOSE, GONE),
    (f"court\n{wrapped(READ)}", "court\n", GONE),  # R002
    # An opener with prose behind it is shown, and arms (8.2).
    (f"{OPEN} is a tag.\n{READ}\n{CLOSE}", f"{OPEN} is a tag.\n\n{CLOSE}", GONE),
    (f"{OPEN}\nsee ``\n{READ}\n{CLOSE}", f"{OPEN}\nsee ``\n\n{CLOSE}", GONE),  # R040
    # Quoted openers do not arm.
    (f"```\n{OPEN}\n```\n\n{READ}", UNCHANGED, ["no_wrapper"]),  # R032
    (f"Use `{OPEN}` so.\n\n{READ}", UNCHANGED, ["no_wrapper"]),  # R033
    (f"So: ``{OPEN}``\n\n{READ}", UNCHANGED, ["no_wrapper"]),  # R034
    (f"So: ``a ``` b ` c {OPEN}``\n\n{READ}", UNCHANGED, ["no_wrapper"]),  # R038
    (f"So: `{OPEN}\n{READ}", UNCHANGED, ["no_wrapper"]),  # R039
    (f"``` `{OPEN}\n{READ}", UNCHANGED, ["no_wrapper"]),
    (f"```a`b``` {OPEN}\n{READ}", UNCHANGED, ["no_wrapper"]),  # R042: a fence run, closed again
    (f"~~~ {OPEN}\n~~~\n{READ}", UNCHANGED, ["no_wrapper"]),
    (f"`a` {wrapped(READ)}", "`a` ", GONE),
    (f"```\nexample\n```\n\n{OPEN}\n{READ}", "```\nexample\n```\n\n\n", GONE),  # R041
    # A closer disarms in a fence, too, and not in inline code.
    (f"{OPEN}\n```md\n{CLOSE}\n```\n{READ}", UNCHANGED, ["no_wrapper"]),  # R043
    (f"{OPEN} a `{CLOSE}`\n{READ}", f"{OPEN} a `{CLOSE}`\n", GONE),
    # A block is a unit: no tag inside arms or disarms.
    (f"{block('other', x=OPEN)}\n{READ}", UNCHANGED, ["unknown_tool", "no_wrapper"]),  # R044
    (f"{OPEN}\nx {block('other', x=CLOSE)}\n{READ}", f"{OPEN}\nx {block('other', x=CLOSE)}\n",
     ["unknown_tool", "recovered"]),
    # The closer goes with its opener, if all blocks since were recovered (8.3).
    (f"{OPEN}{READ}\nmid\n{READ}{CLOSE}\ntail", "\nmid\n\ntail", GONE * 2),  # R029
    (f"{OPEN}{READ}\nmid\n{block('x')}{CLOSE}", f"\nmid\n{block('x')}{CLOSE}",
     ["recovered", "unknown_tool"]),
    (f"{OPEN}{READ}{block('x')}{CLOSE}", f"{OPEN}{block('x')}{CLOSE}",
     ["recovered", "unknown_tool"]),  # R104
    (f"{OPEN}{block('x')}{READ}{CLOSE}", f"{OPEN}{block('x')}{CLOSE}",
     ["unknown_tool", "recovered"]),
    # Wrapper tags that did not arm are never edited.
    (f"`{OPEN}`\n{wrapped(READ)}\n`{CLOSE}`", f"`{OPEN}`\n\n`{CLOSE}`", GONE),  # R105
    (f"{wrapped(READ)}\n{CLOSE}", f"\n{CLOSE}", GONE),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown", "verdicts"), WRAPPERS)
def test_a_wrapper_arms_and_goes_with_its_blocks(
    text: str, shown: str | None, verdicts: list[str]
) -> None:
    check(text, shown, verdicts)


# In the default profile an opener with prose behind it is a mention, and blocks may be bare.
DEFAULT: list[tuple[str, str | None, list[str]]] = [
    (READ, "", GONE),  # R153
    (wrapped(READ), "", GONE),
    (f"{OPEN} is a tag.\n{READ}", f"{OPEN} is a tag.\n", GONE),
    (f"{OPEN} is a tag.\nso {READ}", UNCHANGED, ["not_line_start"]),
    (f"{OPEN} is a tag.\n{READ}\n{CLOSE}", f"{OPEN} is a tag.\n\n", GONE),
    # A stray word goes with what it stands before.
    (f"court\n{READ}", "", GONE),  # R160
    (f"court\n{wrapped(READ)}", "", GONE),  # R002.wiretail
    (f"court {READ}", "", GONE),
    (f"court{READ}", "", GONE),
    (f"x\ncourt\n{READ}", "x\n", GONE),
    (f"court\n  {wrapped(READ)}", "  ", GONE),
    (f"court\n{block('x')}", UNCHANGED, ["unknown_tool"]),
    (f'court\n<invoke name="now"> so.\n{READ}', 'court\n<invoke name="now"> so.\n', GONE),
    (f"{OPEN}\ncourt\n{READ}", f"{OPEN}\n", GONE),
    (f"{OPEN}{READ}\ncourt\n{NOW}{CLOSE}", "\ncourt\n", GONE * 2),  # not its first block
    (f"court\n{wrapped(block('x'))}", UNCHANGED, ["unknown_tool"]),
    (f"of course\n{READ}", "of course\n", GONE),
    (f"court\n{CLOSE}", UNCHANGED, []),
    ("course\n<inv", UNCHANGED, []),
    ("course\n", UNCHANGED, []),
    (f"{READ}\ncourt\n{READ}", "\n", GONE * 2),
    (f"{OPEN}{READ}\n{CLOSE}\ncourt\n{wrapped(READ)}", "\n\n", GONE * 2),
    # Residue: orphan wrapper tags behind a recovered bare block.
    (f"{READ}\n{CLOSE}", "\n", GONE),  # R158
    (f"{READ}{CLOSE}{CLOSE}", "", GONE),
    (f"{READ}\n{OPEN}{CLOSE}\n", "\n\n", GONE),
    (f"{READ}\n{OPEN}\n", "\n\n", GONE),
    (f"{READ}\n{OPEN}{OPEN}{CLOSE}", "\n", GONE),
    (f"{READ}\n{CLOSE}x", UNCHANGED, ["text_after"]),
    (f"{READ}\n{OPEN}x", UNCHANGED, ["text_after"]),
    (f"{READ}\n{wrapped(NOW)}", "\n", GONE * 2),
    (f"{CLOSE}{READ}", UNCHANGED, ["not_line_start"]),
    (f"x {CLOSE}\n{READ}", f"x {CLOSE}\n", GONE),
    # A closer inside inline code is text.
    (f"{READ}\n`{CLOSE}`", UNCHANGED, ["text_after"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown", "verdicts"), DEFAULT)
def test_wrappers_residue_and_stray_words_in_the_default_profile(
    text: str, shown: str | None, verdicts: list[str]
) -> None:
    check(text, shown, verdicts, "wiretail")


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("some text <in", 3),  # R165
        ("x <INV", 4),  # R178
        (f"x <{NS}", 7),  # R179
        ("x <", 1),
        ('x <invoke name="Re', 16),
        ("x <function_calls ", 16),  # R181
        ("x <function_calls\n", 0),
        ("`x <in", 3),  # in quoted code, too
        ("a < b", 0),  # R167
        ("<invoke " + "x" * 200, 0),  # R171
        ("text <" + "a" * 200, 0),  # R172
        ("mid <invoke tail> more", 0),  # R177
        ("x </invoke", 0),  # R180
        ("x </", 0),  # no wrapper is open
        ("never emit <invoke> markup.", 0),  # E013
        (f"{OPEN}{READ}</fun", len(READ + OPEN) + 5),  # its opener is held
        (f"{OPEN} shown </fun", 0),  # ... or shown
        (f"{OPEN}{READ}\n</fun", len(READ + OPEN) + 6),
        (f"{OPEN}{READ}\nx </fun", 5),  # ... or gone
        (OPEN, len(OPEN)),  # R168
        (f"{OPEN} a", 0),  # E023
        (f"{OPEN}\n ", len(OPEN) + 2),
    ],
)
def test_what_may_become_a_marker_is_held_and_nothing_else(text: str, held: int) -> None:
    assert drive([text]).held == [held]
    assert drive(list(text)).held[-1] == held


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("court", 5),
        ("cour\n", 0),
        ("court\n<", 7),
        ("x </", 2),  # a closer of scaffolding may come anywhere
        ("court\n</fun", 0),  # it stands before openers only
        (f"{READ}</fun", len(READ) + 5),  # a prefix of residue
        (f"{OPEN} shown </fun", 0),
    ],
)
def test_what_the_default_profile_holds(text: str, held: int) -> None:
    assert drive([text], "wiretail").held == [held]


@pytest.mark.parametrize(
    ("deltas", "shown"),
    [
        (["if a <i", " then"], "if a <i then"),  # E006
        (["hello <func"], "hello <func"),  # E005
        (["<invoke", "r>"], "<invoker>"),
        (["<in", "", "<in", "voke>"], "<in<invoke>"),
    ],
)
def test_a_prefix_that_becomes_no_marker_is_let_go(deltas: list[str], shown: str) -> None:
    found = drive(deltas)
    assert found.text == shown
    assert found.timing[-1][0] == "released"
    assert found.timing[-1][1] in {"not_a_marker", "end_of_turn"}


def test_holding_is_told_once_and_closed_by_a_verdict() -> None:
    whole = wrapped(READ)
    found = drive([whole[:30], whole[30:60], whole[60:]])
    assert found.timing == [("held", "wrapper")]
    assert found.told[-1][0] == "removed"


@pytest.mark.parametrize(
    ("profile", "text", "reason", "rule"),
    [
        ("vscode-lm", "<in", "marker_prefix", "call.enclosed"),
        ("vscode-lm", OPEN, "wrapper", "call.enclosed"),
        ("vscode-lm", f"{OPEN}x{READ[:30]}", "call_body", "call.enclosed"),
        ("vscode-lm", f"{OPEN}x\n{READ}", "line_rest", "call.enclosed"),
        ("vscode-lm", f"{OPEN}{READ}\n</fun", "wrapper", "call.enclosed"),
        ("wiretail", "cou", "stray_word", "call.enclosed"),
        ("wiretail", f"court\n{READ}", "stray_word", "call.enclosed"),
        ("wiretail", READ[:30], "call_body", "call.bare"),
        ("wiretail", READ, "turn_rest", "call.bare"),
    ],
)
def test_it_is_told_why_text_is_held(profile: str, text: str, reason: str, rule: str) -> None:
    found = drive([text], profile)
    assert [(one.rule, one.reason) for one in found.decisions if one.kind == "held"] == [
        (rule, reason)
    ]


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        (400 - len(OPEN + block(path="")), "recovered"),
        (401 - len(OPEN + block(path="")), "too_long"),
    ],
)
def test_the_bound_counts_text_and_not_deltas(body: int, verdict: str, size: int) -> None:
    text = OPEN + block(path="p" * body)
    deltas = [text[at : at + size] for at in range(0, len(text), size)]
    found = drive(deltas, settings={"recover.max_held_chars": 400})
    assert found.verdicts == [verdict]
    assert max(found.held) <= 400
    assert found.text == ("" if verdict == "recovered" else text)


def test_behind_the_bound_the_text_of_the_open_block_flows_on_unread() -> None:
    bound = {"recover.max_held_chars": 400}
    text = OPEN + block(path="p" * 500 + "\n```\n") + CLOSE + wrapped(NOW)
    found = settled(text, settings=bound)
    assert found.verdicts == ["too_long", "recovered"]  # its fence does not count
    assert found.text == text.replace(wrapped(NOW), "")


def test_a_cut_marker_stays_held_beyond_the_bound() -> None:
    text = OPEN + " " * 380 + READ
    found = settled(text, settings={"recover.max_held_chars": 400})
    assert found.verdicts == ["recovered"]
    assert found.text == OPEN + " " * 380


def test_the_bound_settles_blocks_that_wait_for_their_line() -> None:
    text = OPEN + "x\n" + READ + " " * 500 + "\n" + NOW
    found = settled(text, settings={"recover.max_held_chars": 400})
    assert found.verdicts == ["too_long", "recovered"]
    text = READ + "\n" * 500 + NOW
    found = settled(text, "wiretail", settings={"recover.max_held_chars": 400})
    assert found.verdicts == ["too_long", "recovered"]


def test_what_had_its_verdict_at_the_bound_keeps_it() -> None:
    text = f"{OPEN}x\n{READ}<i {NOW} x" + "y" * 500 + f">\n{NOW}"
    found = settled(text, settings={"recover.max_held_chars": 400})
    assert found.verdicts == ["too_long", "trailing_prose", "recovered"]


# The queue is full (qoder 7.7): what is held is text, and the scanner keeps its state.

FULL = {"queue.max_bytes": 60}


def test_a_full_queue_makes_what_is_held_text() -> None:
    text = OPEN + block(path="p" * 60)
    for size in (1, 3, 1000):
        deltas = [text[at : at + size] for at in range(0, len(text), size)]
        found = drive(deltas, settings=FULL)
        assert (found.verdicts, found.text) == (["too_long"], text)
    assert settled(text + CLOSE + wrapped(NOW), settings={"queue.max_bytes": 70}).verdicts == [
        "too_long",
        "recovered",
    ]


def test_a_marker_counts_though_its_beginning_was_shown() -> None:
    reasoning = TextDelta(REASONING, "r" * 60)
    for profile in ("vscode-lm", "wiretail"):
        found = drive(["a <inv", reasoning, NOW[4:]], profile, settings=FULL)
        assert found.shown(REASONING) == "r" * 60
        assert ("released", "hold_bound") in found.timing
        assert found.text.startswith("a <inv")
    found = drive(["<function_c", reasoning, wrapped(NOW)[11:]], settings=FULL)
    assert (found.text, found.verdicts) == ("<function_c", ["recovered"])
    block_end = len(OPEN + NOW)
    spans = [one.span for one in found.of(Kind.REMOVED)]  # the opener begins behind what was shown
    assert spans == [Span(11, len(OPEN)), Span(block_end, block_end + len(CLOSE))]


def test_a_stray_word_that_was_shown_stays() -> None:
    reasoning = TextDelta(REASONING, "r" * 60)
    found = drive(["court\n", reasoning, NOW], "wiretail", settings=FULL)
    assert (found.text, found.verdicts) == ("court\n", ["recovered"])
    assert found.of(Kind.REMOVED) == []
    found = drive(["cou", reasoning, f"rt\n{NOW}"], "wiretail", settings=FULL)
    assert (found.text, found.verdicts) == ("cou", ["recovered"])
    assert [one.span for one in found.of(Kind.REMOVED)] == [Span(3, 6)]


def test_a_shown_marker_knows_its_place_however_many_deltas_brought_it() -> None:
    # Nothing of reasoning is held for a call, so that its place was forgotten meanwhile.
    name = "n" * 200
    steps = [TextDelta(REASONING, one) for one in "x" * 300 + block(name)]
    (passed,) = drive(steps, "wiretail", tools=None).of(Kind.PASSED)
    assert passed.start == Place(300, "", 0)


@pytest.mark.parametrize("end", list(EndKind))
def test_an_end_lets_a_prefix_go(end: EndKind) -> None:
    for profile in ("vscode-lm", "wiretail"):
        found = drive(["court\n<invoke na"], profile, end=end)
        assert (found.text, found.verdicts, found.end) == ("court\n<invoke na", [], end)


def test_markup_is_not_joined_across_a_native_call() -> None:
    found = drive(["text <inv", *native(), READ[4:]])
    assert (
        found.order
        == [
            ["text", "text <inv"],  # E012
            ["tool_call", "now"],
            ["text", READ[4:]],
            ["end", "done"],
        ]
    )


def test_a_native_call_settles_the_group_and_leaves_the_wrapper_open() -> None:
    found = drive([OPEN, READ, *native(), READ, CLOSE])
    assert found.text == ""
    assert [name for name, _ in found.calls] == ["Read", "now", "Read"]


def test_without_tools_all_text_passes() -> None:
    found = drive([wrapped(READ)], tools=())  # E016
    assert (found.text, found.decisions) == (wrapped(READ), [])
    assert drive([wrapped(READ)], tools=None).verdicts == ["tools_unknown"]
    assert drive([wrapped(READ)], "wiretail", tools=TOOLS[:1]).verdicts == ["recovered"]


def test_the_closer_of_a_shown_wrapper_still_ends_the_line_of_its_blocks() -> None:
    # The unknown second block shows the opener; the first has nothing behind it in its wrapper.
    found = settled(wrapped(READ, block("erase")) + " Done.", "wiretail")

    assert found.verdicts == ["recovered", "unknown_tool"]
    assert found.calls


def test_the_same_closer_in_inline_code_ends_nothing() -> None:
    found = settled(
        wrapped(READ, block("erase") + " `")[: -len(CLOSE)] + f"{CLOSE}` Done.", "wiretail"
    )

    assert found.verdicts[0] == "trailing_prose"
