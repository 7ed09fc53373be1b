"""One ordered queue over all channels. Cases: spec vscode-lm 10, qoder 7."""

import pytest

from engine.driving import (
    CLOSE,
    OPEN,
    READ,
    REASONING,
    TEXT,
    Step,
    block,
    drive,
    native,
    profile_of,
    wrapped,
)
from wiretail.engine.origins import Mark, Source
from wiretail.engine.outlet import Outlet
from wiretail.engine.strip import Order, Slot, Strip
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import Turn
from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, TextDelta, UsageDelta
from wiretail.model.events import Call, CallStarted, Text, Usage
from wiretail.model.span import Place, Span

BOX = Toolbox((), profile_of("vscode-lm").settings)

NOW = block("now")
OTHER = Channel(block=1)


def reasoning(text: str) -> TextDelta:
    return TextDelta(REASONING, text)


def test_text_recovered_calls_and_native_calls_come_in_the_order_of_the_input() -> None:
    found = drive(["a", wrapped(READ) + "\n", *native(), "b", wrapped(NOW) + "\n"])
    assert found.order == [
        ["text", "a"],
        ["tool_call", "Read"],
        ["text", "\n"],
        ["tool_call", "now"],
        ["text", "b"],
        ["tool_call", "now"],
        ["text", "\n"],
        ["end", "done"],
    ]


def test_what_comes_later_queues_behind_held_text() -> None:
    found = drive(["a <in", reasoning("r"), UsageDelta({"n": 1}), " b", "x"])
    assert found.order == [
        ["text", "a <in"],
        ["reasoning", "r"],
        ["text", " bx"],
        ["end", "done"],
    ]
    assert [len(step) for step in found.steps[1:3]] == [0, 0]
    assert any(isinstance(item, Usage) for item in found.steps[3])


def test_a_recovered_call_stands_at_the_end_of_its_block() -> None:
    begin, rest = OPEN + NOW[:19], NOW[19:] + CLOSE
    found = drive([begin, reasoning("r"), rest])  # E115
    assert found.order == [["reasoning", "r"], ["tool_call", "now"], ["end", "done"]]


def test_recovered_calls_are_numbered_and_carry_their_evidence() -> None:
    found = drive(["ab", wrapped(READ, NOW)])
    calls = [item for item in found.items if isinstance(item, Call)]
    assert [(call.id, call.origin) for call in calls] == [
        ("recovered-1", Origin.RECOVERED),
        ("recovered-2", Origin.RECOVERED),
    ]
    evidence = calls[0].evidence
    assert evidence["wrapper"] == [2, 2 + len(OPEN)]
    assert evidence["block"] == [2 + len(OPEN), 2 + len(OPEN + READ)]
    assert evidence["tool"] == "Read"
    starts = [item for item in found.items if isinstance(item, CallStarted)]
    assert [(one.id, one.name) for one in starts] == [
        ("recovered-1", "Read"),
        ("recovered-2", "now"),
    ]


def test_two_channels_wait_for_each_other() -> None:
    steps: list[Step] = [
        "<in",
        TextDelta(OTHER, "<in"),
        TextDelta(OTHER, "x"),
        "x",
    ]
    found = drive(steps)
    assert [len(step) for step in found.steps[:3]] == [1, 1, 1]  # only what is told of holding
    shown = [item for item in found.items if isinstance(item, Text)]
    assert [(item.channel, item.text) for item in shown] == [
        (TEXT, "<in"),
        (OTHER, "<in"),
        (OTHER, "x"),
        (TEXT, "x"),
    ]


@pytest.mark.parametrize("end", [EndKind.ERROR, EndKind.CANCELLED])
def test_a_call_that_is_queued_when_the_turn_fails_is_text(end: EndKind) -> None:
    begin = TextDelta(OTHER, "<in")
    found = drive([begin, f"a {wrapped(READ)}\n"], end=end)
    assert found.text == f"a {wrapped(READ)}\n"
    assert found.calls == []
    assert found.told == [("passed", "call.enclosed", "turn_failed")]
    (passed,) = found.of(Kind.PASSED)
    assert passed.evidence["complete"] is True
    assert passed.evidence["tool"] == "Read"
    assert passed.frames == (1, 1)


def test_what_was_passed_keeps_its_reason_when_the_turn_fails() -> None:
    found = drive([TextDelta(OTHER, "<in"), block("x")], end=EndKind.ERROR)
    assert found.verdicts == ["unknown_tool"]


def test_a_call_that_was_given_out_stays() -> None:
    found = drive([f"{wrapped(READ)}\n", f"a {wrapped(NOW)}"], end=EndKind.ERROR)
    assert [name for name, _ in found.calls] == ["Read"]
    assert found.text == f"\na {wrapped(NOW)}"


# The queue by itself.


def slot(strip: Strip, start: int, text: str | None, end: int = 0) -> Slot:
    made = Slot(strip, start, end or start + len(text or ""), text, Source(start), "p", 2)
    strip.add(made)
    return made


def shown(outlet: Outlet) -> list[tuple[int, str, int]]:
    return [(one.start, one.text, one.offset) for one in outlet.out if isinstance(one, Text)]


def test_orders_fill_the_slots_of_the_deltas_that_brought_the_text() -> None:
    outlet, strip = Outlet(Turn(BOX), propose=False), Strip(TEXT)
    for start, text in ((0, "abc"), (3, "def")):
        outlet.take(slot(strip, start, text))
    strip.order(Order(1, visible=True))
    outlet.drain()
    assert shown(outlet) == [(0, "a", 2)]
    strip.order(Order(5, visible=True))
    outlet.drain()
    assert shown(outlet) == [(0, "a", 2), (1, "bc", 3), (3, "de", 2)]
    assert not outlet.idle
    strip.order(Order(6, visible=True))
    outlet.drain()
    assert outlet.idle


def test_a_half_keeps_its_place_until_its_character_is_there() -> None:
    outlet, strip = Outlet(Turn(BOX), propose=False), Strip(TEXT)
    half = slot(strip, 0, None, 1)
    outlet.take(half)
    strip.order(Order(1, visible=True))
    outlet.drain()
    assert outlet.out == []
    half.text = "😀"
    outlet.drain()
    assert shown(outlet) == [(0, "😀", 2)]


def test_an_order_behind_other_text_waits_for_its_slot() -> None:
    outlet, strip = Outlet(Turn(BOX), propose=False), Strip(TEXT)
    decision = Decision(Kind.PASSED, "call.enclosed", "fence", TEXT, Span(0, 3))
    outlet.take(slot(strip, 0, "abc"))
    outlet.note(strip, decision, Mark(Place(0, "p", 2), Source(0)))
    assert outlet.out == []
    strip.order(Order(3, visible=True))
    outlet.drain()
    assert outlet.out[0] is decision  # where the orders had come to
    assert shown(outlet) == [(0, "abc", 2)]


def test_a_decision_about_text_that_was_given_out_comes_at_once() -> None:
    outlet, strip = Outlet(Turn(BOX), propose=False), Strip(TEXT)
    slot(strip, 0, "abc")
    decision = Decision(Kind.PASSED, "call.enclosed", "fence", TEXT, Span(0, 3))
    outlet.note(strip, decision, Mark(Place(0, "p", 2), Source(0)))
    assert outlet.out == [decision]
    assert decision.end == Place(0, "p", 5)


def test_a_failed_turn_spoils_only_what_was_to_go() -> None:
    outlet, strip = Outlet(Turn(BOX), propose=False), Strip(Channel(ChannelKind.TEXT))
    removed = Decision(Kind.REMOVED, "call.wrapper", "wrapper", TEXT, Span(0, 1))
    outlet.take(slot(strip, 0, "abc"))
    strip.order(Order(1, visible=False, decision=removed))
    strip.order(Order(3, visible=True))
    outlet.fail()
    outlet.drain()
    assert [item for item in outlet.out if isinstance(item, Decision)] == []
    assert shown(outlet) == [(0, "a", 2), (1, "bc", 3)]
