"""What waits for the end of a line, of a group, of the turn.

Cases: spec vscode-lm 5.4, 8 and 10, recommended 3 and 12, with the ids of their vectors.
"""

from typing import Any

import pytest

from engine.driving import CLOSE, OPEN, READ, Step, block, drive, native, settled, wrapped
from wiretail.model.decisions import Kind
from wiretail.model.deltas import EndKind, FinishDelta, StopReason

NOW = block("now")
BEGUN = '<invoke name="now">'
GONE, PROSE = "recovered", "trailing_prose"


def check(text: str, shown: str | None, verdicts: list[str], profile: str, **options: Any) -> None:
    """Hold a text to what it shows (None: itself), and to the fates of its candidates."""
    found = settled(text, profile, **options)
    assert found.text == (text if shown is None else shown)
    assert found.verdicts == verdicts


# (text, shown, verdicts); None: all of it is shown.
TRAILING: list[tuple[str, str | None, list[str]]] = [
    (f"The model printed {wrapped(READ)} instead of calling it.", None, [PROSE]),  # R067
    (f"{wrapped(READ)} \u3000\n", " \u3000\n", [GONE]),  # R068
    (f"a {wrapped(READ)}\nDone.", "a \nDone.", [GONE]),
    (f"a {wrapped(READ)}<b></b>", "a <b></b>", [GONE]),  # R069
    (f"a {wrapped(READ)}<<script>>", "a <<script>>", [GONE]),  # R070
    (f"a {wrapped(READ)}<b", None, [PROSE]),  # R071
    (f"a {wrapped(READ)}>", None, [PROSE]),  # R072
    (f"a {wrapped(READ)} x", None, [PROSE]),
    # A wrapper that begins its own line ends the text with its closer.
    (f"{wrapped(READ)} Done.", " Done.", [GONE]),
    (f"  {wrapped(READ)} Done.", "   Done.", [GONE]),
    (f"a\n{wrapped(READ)} Done.", "a\n Done.", [GONE]),
    (f"{OPEN}{READ} x{CLOSE}", None, [PROSE]),
    (f"{OPEN}{READ}<b{CLOSE}>", None, [PROSE]),
    (f"{OPEN}\n{READ}{CLOSE} Done.", "\n Done.", [GONE]),
    (f"{OPEN}{READ}{OPEN}{CLOSE} Done.", f"{OPEN}{CLOSE} Done.", [GONE]),  # the next closer
    (f"{wrapped(READ)}{wrapped(NOW)} Done.", f"{wrapped(NOW)} Done.", [GONE, PROSE]),
    (f"a {wrapped(READ)}{wrapped(NOW)} Done.", None, [PROSE, PROSE]),
    # Whole blocks are cut out on the way, one that never closes is text.
    (f"a {OPEN}{READ}{NOW}{CLOSE}", "a ", [GONE, GONE]),  # R102
    (f"a {OPEN}{READ}{block('x')}\n", f"a {OPEN}{block('x')}\n", [GONE, "unknown_tool"]),
    (f"a {OPEN}{READ}{block('any', a=chr(10))} x", None, [PROSE, PROSE]),
    (f"a {OPEN}{READ}{block('any', a=chr(10))}\nx", "a \nx", [GONE, GONE]),
    (f"a {OPEN}{READ}<i {NOW} >", f"a <i {NOW} >", [GONE, PROSE]),
]  # fmt: skip

# In the default profile these openers, and opens, are mentions.
BASE_ONLY: list[tuple[str, str | None, list[str]]] = [
    (f'a {OPEN}{READ}<invoke name="x"></inv', None, [PROSE, "unknown_tool"]),
    (f"{OPEN} so:\n{READ}{CLOSE} Done.", f"{OPEN} so:\n{CLOSE} Done.", [GONE]),
    (f"a {OPEN}{READ}x{NOW}", f"a {OPEN}{READ}x", [PROSE, GONE]),
    (f"a {OPEN}{READ}{BEGUN}", f"a {OPEN}{BEGUN}", [GONE, "incomplete"]),
    (f"a {OPEN}{READ}{BEGUN}x", None, [PROSE, "bad_parameters"]),
    (f"a {OPEN}{READ}{BEGUN}\nx", f"a {OPEN}{BEGUN}\nx", [GONE, "bad_parameters"]),
    (f"a {OPEN}{READ}{BEGUN}x</invoke>", f"a {OPEN}{BEGUN}x</invoke>", [GONE, "bad_parameters"]),
]


@pytest.mark.parametrize(
    ("profile", "text", "shown", "verdicts"),
    [
        *(("vscode-lm", *row) for row in TRAILING + BASE_ONLY),
        *(("wiretail", *row) for row in TRAILING),
    ],
)
def test_words_behind_a_block_on_its_line_make_it_prose(
    profile: str, text: str, shown: str | None, verdicts: list[str]
) -> None:
    check(text, shown, verdicts, profile)


def test_the_verdict_on_trailing_text_is_early() -> None:
    found = drive([f"a {wrapped(READ)}", " ", "<b>", "x", "y"])
    assert [held > 0 for held in found.held] == [True, True, True, False, False]


def test_behind_a_recovered_call_the_text_goes_on_live() -> None:
    found = drive([f"a {wrapped(READ)}\n", "mid", f"\n{wrapped(NOW)}\n", "tail"])
    assert found.order == [  # E017, E018
        ["text", "a "],
        ["tool_call", "Read"],
        ["text", "\nmid\n"],
        ["tool_call", "now"],
        ["text", "\ntail"],
        ["end", "done"],
    ]
    assert found.held[1::2] == [0, 0]


def test_a_line_that_ends_with_a_quoted_mention_ends_the_wait_of_its_blocks() -> None:
    begun = '<invoke name="Read"><parameter name="path">'
    text = f"a {OPEN}{READ}<i `{begun}` >\nprose"
    check(text, f"a <i `{begun}` >\nprose", [GONE], "wiretail")
    text = f"a {OPEN}{READ}<i `{begun}` \nprose"
    check(text, None, [PROSE], "wiretail")


# Bare blocks wait for the end of the turn (recommended 3).
BARE: list[tuple[str, str | None, list[str]]] = [
    (f"Reading.\n\n{READ}", "Reading.\n\n", [GONE]),  # R154
    (f"{READ}\n{NOW}", "\n", [GONE, GONE]),  # R159
    (f"{READ}\n \u3000\n", "\n \u3000\n", [GONE]),
    (f"{READ}\n\nDone.", None, ["text_after"]),
    (f"{READ} Done.", None, ["text_after"]),
    (f"{READ}\n{NOW}\nDone.\n{NOW}", f"{READ}\n{NOW}\nDone.\n", ["text_after"] * 2 + [GONE]),
    (f"{READ}\n{block('x')}", f"\n{block('x')}", [GONE, "unknown_tool"]),  # passed ones, too
    (f"{READ} {wrapped(NOW)} Done.", None, ["text_after", PROSE]),  # not a line of its own
    (f"{READ}\n<b>", None, ["text_after"]),
    (f"{READ}\n<", None, ["text_after"]),
    (f"{READ}\n{BEGUN} so", None, ["text_after"]),
    (f"{READ}\n{BEGUN}", None, ["text_after"]),
    (f"{READ}\n{wrapped(NOW)}\n{READ}", "\n\n", [GONE] * 3),
    (f"{READ}\n{wrapped(NOW)}\nx", f"{READ}\n\nx", ["text_after", GONE]),
    (f"{READ}\n{wrapped(block('x'))}", f"\n{wrapped(block('x'))}", [GONE, "unknown_tool"]),
]


@pytest.mark.parametrize(("text", "shown", "verdicts"), BARE)
def test_a_bare_block_minds_all_that_follows_it(
    text: str, shown: str | None, verdicts: list[str]
) -> None:
    check(text, shown, verdicts, "wiretail")


@pytest.mark.parametrize(
    ("steps", "verdicts"),
    [
        ([READ, *native()], ["native_call"]),
        ([*native(), READ], ["native_call"]),
        ([*native(server=True), READ], [GONE]),  # the provider's own affair
        ([READ, *native(server=True)], [GONE]),
        ([READ, "\n", *native(), "x"], ["native_call"]),
        ([*native(), wrapped(READ)], ["native_call"]),
        ([wrapped(READ), *native()], [GONE]),  # decided at the closer, or the line's end
    ],
)
def test_native_calls_pass_the_candidates_round_them(
    steps: list[Step], verdicts: list[str]
) -> None:
    assert drive(steps, "wiretail").verdicts == verdicts


@pytest.mark.parametrize(
    ("reason", "end", "verdict"),
    [
        (None, EndKind.DONE, GONE),
        (StopReason.STOP, EndKind.DONE, GONE),
        (StopReason.TOOL_CALLS, EndKind.DONE, GONE),
        (StopReason.LENGTH, EndKind.DONE, "stop_reason"),
        (StopReason.CONTENT_FILTER, EndKind.DONE, "stop_reason"),
        (None, EndKind.INCOMPLETE, "stop_reason"),
        (StopReason.STOP, EndKind.ERROR, "turn_failed"),
        (None, EndKind.CANCELLED, "turn_failed"),
    ],
)
def test_a_bare_block_minds_how_the_turn_ends(
    reason: StopReason | None, end: EndKind, verdict: str
) -> None:
    steps: list[Step] = [READ] if reason is None else [READ, FinishDelta(reason)]
    found = drive(steps, "wiretail", end=end)
    assert (found.verdicts, found.end) == ([verdict], end)
    assert found.text == ("" if verdict == GONE else READ)


@pytest.mark.parametrize(
    ("behind", "verdict"),
    [
        ("\n" * 40, GONE),
        ("\n" * 41, "too_long"),
        ("\n" * 20 + NOW + "\n" * 20, GONE),  # blocks are not counted
        ("\n" * 20 + NOW + "\n" * 21, "too_long"),
        ("\n" * (40 - len(CLOSE)) + CLOSE, GONE),
        ("\n" * (41 - len(CLOSE)) + CLOSE, "too_long"),  # residue is
        ("\n" * 35 + "court\n", "text_after"),
    ],
)
def test_what_may_stand_behind_a_bare_block_is_bounded(behind: str, verdict: str) -> None:
    found = settled(READ + behind, "wiretail", settings={"recover.max_trailing_blank_chars": 40})
    assert set(found.verdicts) == {verdict}


def test_behind_the_bound_the_turn_goes_on() -> None:
    text = READ + "\n" * 41 + NOW
    found = settled(text, "wiretail", settings={"recover.max_trailing_blank_chars": 40})
    assert found.verdicts == ["too_long", GONE]
    assert found.text == READ + "\n" * 41


# Ends (10.6, 10.7): what is complete gets its verdict, or fails with the turn.
@pytest.mark.parametrize(
    ("text", "verdicts", "failed"),
    [
        (f"a {wrapped(READ)}", [GONE], ["turn_failed"]),
        (f"{OPEN}\n{READ}\n</function_c", [GONE], ["turn_failed"]),  # E101
        (f"a {OPEN}{READ}{NOW}", [GONE, GONE], ["turn_failed"] * 2),
        # What had its reason keeps it: the first gate that fails gives the reason.
        (f"a {OPEN}{READ}<i {NOW} x", [PROSE, PROSE], ["turn_failed", PROSE]),
        (f"a {OPEN}{READ}{BEGUN}", [GONE, "incomplete"], ["turn_failed", "incomplete"]),
        # Its verdict was known, but not its group's.
        (f"{OPEN}{READ}\n", [GONE], ["turn_failed"]),
        (f"a {wrapped(READ)}\n", [GONE], [GONE]),  # given out before
        (f"a {wrapped(READ)} x", [PROSE], [PROSE]),
    ],
)
def test_ends_settle_what_waits(text: str, verdicts: list[str], failed: list[str]) -> None:
    for end in (EndKind.DONE, EndKind.INCOMPLETE):
        assert drive([text], end=end).verdicts == verdicts
    for end in (EndKind.ERROR, EndKind.CANCELLED):
        found = drive([text], end=end)
        assert found.verdicts == failed
        assert found.end is end
        if GONE not in failed:
            assert (found.text, found.calls) == (text, [])


def test_nothing_waits_behind_an_end() -> None:
    for end in EndKind:
        for text in (f"a {OPEN}{READ}<i {NOW} ", f"{READ}\n{OPEN}", f"{OPEN}{READ}\n{OPEN}"):
            for profile in ("vscode-lm", "wiretail"):
                found = drive([text], profile, end=end)
                assert found.order[-1] == ["end", str(end)]


def test_a_failed_turn_tells_that_a_block_was_complete() -> None:
    (passed,) = drive([f"a {wrapped(READ)}"], end=EndKind.ERROR).of(Kind.PASSED)
    assert passed.evidence["complete"] is True
    assert passed.evidence["gates"] == {}
