"""Cases: spec recommended 9, with the ids of their vectors: stretches of text with one fate."""

import pytest

from engine.driving import READ, TEXT, drive, native, settled, wrapped
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import EndKind
from wiretail.model.events import End, Refusal
from wiretail.model.span import Span

OPEN, CLOSE = "<system-reminder>", "</system-reminder>"
BLOCK = f"{OPEN}servers: alpha{CLOSE}"
REMOVED = ("removed", "scaffold.reminder", "reminder")
STRAY = ("removed", "scaffold.trip", "stray_reminder_close")
MARKUP = ("removed", "scaffold.trip", "tool_call_markup")
LEFT_STRAY = ("passed", "scaffold.marker", "stray_reminder_close")
LEFT_MARKUP = ("passed", "scaffold.marker", "tool_call_markup")


def redacted(items: list[object]) -> bool:
    return any(isinstance(item, End) and item.redacted for item in items)


def test_a_stray_close_takes_contained_text_along_as_one_span() -> None:
    driven = settled(f"One {BLOCK}two{CLOSE} three", "wiretail")
    assert (driven.text, driven.told) == ("One  three", [REMOVED, STRAY])
    start = 4 + len(BLOCK)
    assert driven.of(Kind.REMOVED)[1].span == Span(start, start + 3 + len(CLOSE))
    assert redacted(list(driven.items))


@pytest.mark.parametrize(
    ("between", "gone"),
    [
        ("x" * 2048, True),
        ("x" * 2049, False),
        ("\n\nx", True),
        ("x\n\ny", False),
        ("x\n\t \ny", False),
        ("x\ny\n", True),
        (f"x{wrapped(READ)}\ny", False),
    ],
)
def test_text_is_contained_up_to_a_limit_a_blank_line_or_a_call(between: str, gone: bool) -> None:
    driven = settled(f"One {BLOCK}{between}{CLOSE} z", "wiretail")
    assert (STRAY in driven.told) is gone
    assert (LEFT_STRAY in driven.told) is not gone
    assert driven.text.endswith(" z")


def test_a_native_call_lets_it_go() -> None:
    driven = drive([f"{BLOCK}two", *native(), f"{CLOSE}"], "wiretail")
    assert (driven.text, driven.told) == (f"two{CLOSE}", [REMOVED, LEFT_STRAY])


@pytest.mark.parametrize("end", list(EndKind))
def test_every_end_lets_it_go(end: EndKind) -> None:
    driven = drive([f"{BLOCK}two"], "wiretail", end=end)
    assert (driven.text, driven.end, driven.held) == ("two", end, [3])
    held = [(one.rule, one.reason) for one in driven.of(Kind.HELD)]
    assert held == [("scaffold.reminder", "containment")]
    assert driven.timing[-1] == ("released", "end_of_turn")


def test_another_block_lets_it_go_and_contains_anew() -> None:
    driven = settled(f"{BLOCK}two{BLOCK}three{CLOSE}", "wiretail")
    assert (driven.text, driven.told) == ("two", [REMOVED, REMOVED, STRAY])


def test_contained_text_may_be_turned_off() -> None:
    driven = drive([f"{BLOCK}two", CLOSE], "wiretail", settings={"scaffold.containment_chars": 0})
    assert (driven.text, driven.held[0]) == (f"two{CLOSE}", 0)


def test_what_is_taken_out_leaves_no_fence_and_no_line() -> None:
    driven = settled(f"One {BLOCK}```\n{CLOSE} z\n{wrapped(READ)}", "wiretail")
    assert driven.calls == [("Read", {"path": "a.md"})]


# --- leaked markup with its end -----------------------------------------------------------


@pytest.mark.parametrize("end", ["</functions.x>", "</functions>", "</FUNCTIONS.y z>", "</Invoke>"])
def test_markup_goes_with_the_next_close_of_its_family(end: str) -> None:
    driven = settled(f"a <functions.x>secret{end} b", "wiretail")
    assert (driven.text, driven.told) == ("a  b", [MARKUP])
    assert driven.of(Kind.REMOVED)[0].span == Span(2, 2 + len(f"<functions.x>secret{end}"))


@pytest.mark.parametrize(
    "text",
    [
        "a <functions.x> b",
        "a <functions.x> </functions<y>",
        f"a <functions.x> {BLOCK}</functions>",
        f"a <functions.x> {READ}",
        f"a <functions.x> {READ.replace('Read', 'nope')}",
    ],
)
def test_without_it_or_with_something_between_the_opener_is_shown(text: str) -> None:
    driven = settled(text, "wiretail")
    assert driven.text == text.replace(BLOCK, "")
    assert LEFT_MARKUP in driven.told
    assert not redacted(list(driven.items))


def test_a_native_call_between_lets_the_opener_stand() -> None:
    driven = drive(["a <functions.x>b", *native(), "c</functions> d"], "wiretail")
    assert driven.text == "a <functions.x>bc</functions> d"
    assert driven.told == [LEFT_MARKUP]


@pytest.mark.parametrize(("limit", "gone"), [(19, True), (18, False)])
def test_the_close_may_be_so_far_away(limit: int, gone: bool) -> None:
    text = f"a <functions.{'x' * 10}</invoke> b"
    driven = settled(text, "wiretail", settings={"scaffold.max_block_chars": limit})
    assert (driven.text == "a  b") is gone


def test_text_in_front_of_the_close_may_reach_too_far() -> None:
    limit = {"scaffold.max_block_chars": 5}
    text = "<functions.xxxxxx y </functions>"
    assert settled(text, "wiretail", settings=limit).text == text


def test_the_next_opener_takes_its_place() -> None:
    driven = settled("a <functions.x> <functions.y> b</functions> c", "wiretail")
    assert (driven.text, driven.told) == ("a <functions.x>  c", [LEFT_MARKUP, MARKUP])


def test_an_opener_that_waits_is_said_to_be_held() -> None:
    driven = drive(["a <functions.x> b", " c"], "wiretail")
    assert driven.held == [15, 17]
    assert [(one.rule, one.reason) for one in driven.of(Kind.HELD)] == [
        ("scaffold.marker", "marker_prefix")
    ]


def test_contained_text_in_front_of_an_opener_goes_along_as_one_span() -> None:
    driven = settled(f"a {BLOCK}b <functions.x>c</functions> d", "wiretail")
    assert (driven.text, driven.told) == ("a  d", [REMOVED, MARKUP])
    driven = drive([f"a {BLOCK}b <functions.x> c"], "wiretail")
    assert driven.of(Kind.HELD)[0].reason == "containment"
    assert (driven.text, driven.told) == ("a b <functions.x> c", [REMOVED, LEFT_MARKUP])


def test_flag_says_what_redact_would_remove_as_one() -> None:
    text = f"a {BLOCK}b <functions.x>c</functions> d{CLOSE}"
    driven = settled(text, "wiretail", settings={"scaffold.policy": "flag"})
    assert driven.text == text
    assert driven.told == [("passed", "scaffold.marker", "reminder"), LEFT_MARKUP, LEFT_STRAY]


# --- what is left ---------------------------------------------------------------------------


def last(text: str) -> tuple[str, list[tuple[str, str, str]], object]:
    driven = drive([text], "wiretail")
    events = [item for item in driven.items if not isinstance(item, Decision)]
    return driven.text, driven.told, events[-1]


@pytest.mark.parametrize("text", ["<functions.x>dir</invoke>", "\n<functions.x></functions> \n"])
def test_a_turn_of_which_nothing_is_left_is_refused(text: str) -> None:
    _, told, event = last(text)
    assert isinstance(event, Refusal)
    assert (event.refusal_class, event.channel) == ("tool_call_markup", TEXT)
    assert event.payload["redacted"] is True
    assert told[-1] == ("refused", "scaffold.trip", "tool_call_markup")


def test_the_first_class_is_told() -> None:
    _, told, event = last(f"{BLOCK}x{CLOSE}<functions.x></functions>")
    assert isinstance(event, Refusal)
    assert told == [REMOVED, STRAY, MARKUP, ("refused", "scaffold.trip", "stray_reminder_close")]


@pytest.mark.parametrize(
    "text", [BLOCK * 2, "", f"a{BLOCK}b{CLOSE}", f"{BLOCK}b{CLOSE}\n{wrapped(READ)}"]
)
def test_reminders_alone_text_or_a_call_are_no_empty_success(text: str) -> None:
    _, _, event = last(text)
    assert isinstance(event, End)
    assert event.end is EndKind.DONE
