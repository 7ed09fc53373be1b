import copy

import pytest

from engine.echo.driving import Other, block, call, drive
from wiretail.engine.echo.fate import Show, Told
from wiretail.engine.echo.hold import EchoHold
from wiretail.engine.echo.rules import EchoRules
from wiretail.model.decisions import Kind

X = block("x")
SAYS_X = call('{"input":"x"}')
OPEN = "<tool_call>"


@pytest.mark.parametrize(
    ("before", "text", "passes"),
    [
        ("", "hello\nworld", True),
        ("", "a < b", True),
        ("", "a\n<b>", True),
        ("", "<", False),
        ("a", "<", True),
        ("a\n", "<tool", False),
        ("a", "\n<", False),
        ("<", "a", False),
    ],
)
def test_what_can_begin_no_candidate_passes(before: str, text: str, passes: bool) -> None:
    hold = EchoHold(EchoRules())
    hold.feed(before)
    assert hold.passes(text) is passes
    assert hold.end == len(before) + len(text) * passes


def test_with_mid_line_candidates_fewer_texts_pass() -> None:
    hold = EchoHold(EchoRules(mid_line=True))
    assert hold.passes("a <b>")
    assert not hold.passes("a <")


def test_a_prefix_is_held_until_it_can_be_no_header() -> None:
    hold = EchoHold(EchoRules())
    assert hold.feed("a\n<tool") == [Show(2), Told(Kind.HELD, "marker_prefix", 2, 7)]
    assert hold.feed("_call>") == []
    assert hold.feed("\nh") == [Told(Kind.RELEASED, "not_a_marker", 2, 15), Show(15)]
    assert hold.held_chars == 0


def test_from_a_header_on_everything_is_held() -> None:
    driven = drive(["a\n", OPEN, "<function=exec>x", "</function></tool_call> b"], [SAYS_X])
    assert driven.held == [0, 11, 27, 52]
    assert driven.timing == [
        ("held", "marker_prefix"),
        ("held", "call_body"),
        ("released", "end_of_turn"),
    ]
    assert driven.text == "a\n b"


def test_a_prefix_at_the_end_is_shown() -> None:
    for fails in (True, False):
        driven = drive(["a\n" + OPEN], [SAYS_X], fails=fails)
        assert driven.timing == [("held", "marker_prefix"), ("released", "end_of_turn")]
        assert driven.text == "a\n" + OPEN


def test_when_the_response_fails_even_an_echo_is_shown() -> None:
    driven = drive([X + "a\n<tool_call><function=exec>y"], [SAYS_X], fails=True)
    assert driven.text == X + "a\n<tool_call><function=exec>y"
    assert driven.verdicts == ["turn_failed"]
    assert [one.reason for one in driven.told if one.kind is Kind.PASSED] == [
        "turn_failed",
        "incomplete",
    ]


def test_other_events_keep_their_place_and_a_cut_may_span_one() -> None:
    driven = drive([X[:30], Other("r"), X[30:] + "a"], [SAYS_X])
    assert driven.timeline == [("other", "r"), ("text", "a")]
    driven = drive([OPEN, Other("r"), "<function=exec>x</tool_call>"], [SAYS_X])
    assert driven.timeline == [("other", "r")]


LONG = X + "\n" + X


def test_over_the_bound_of_bytes_everything_before_it_is_shown() -> None:
    rules = EchoRules(max_held_bytes=len(LONG) - 1)
    driven = drive([LONG], [SAYS_X], rules)
    assert driven.text == LONG
    assert ("released", "hold_bound") in driven.timing
    assert driven.verdicts == ["too_long"]
    released = next(one for one in driven.told if one.reason == "hold_bound")
    assert (released.start, released.end) == (0, len(LONG) - 1)


def test_within_the_bound_of_bytes_it_is_judged() -> None:
    assert drive([LONG], [SAYS_X], EchoRules(max_held_bytes=len(LONG))).text == "\n"


def test_scanning_goes_on_behind_a_bound_with_the_carried_context() -> None:
    rules = EchoRules(max_prose_chars=3)
    for between, shown in (("\nabcd", X + "\nabcd\n"), ("\n```\na", X + "\n```\na\n" + X)):
        driven = drive([X + between + "\n" + X], [SAYS_X], rules)
        assert driven.text == shown


def test_events_count_in_the_bound_and_one_that_does_not_fit_ends_the_hold() -> None:
    hold = EchoHold(EchoRules(max_held_bytes=100))
    assert hold.queue(1000) == []
    hold.feed(OPEN)
    assert hold.queue(89) == []
    assert hold.held_bytes == 100
    assert hold.queue(1) == [Told(Kind.RELEASED, "hold_bound", 0, 11), Show(11)]
    hold.feed("\n<tool_call><function=exec>x")
    assert hold.queue(73) == []
    assert hold.held_bytes == 100
    (released, shown) = hold.feed("é")[:2]
    assert (released, shown) == (Told(Kind.RELEASED, "hold_bound", 12, 39), Show(39))
    assert (hold.held_chars, hold.end) == (0, 40)


def test_a_snapshot_goes_its_own_way() -> None:
    hold = EchoHold(EchoRules())
    hold.feed("a\n" + X[:40])
    saved = copy.deepcopy(hold)
    hold.feed(X[40:])
    fates, _ = hold.settle([SAYS_X])
    saved.feed(X[40:])
    assert saved.settle([SAYS_X])[0] == fates
