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
from wiretail.engine.text.sizes import fitting, utf8_length
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import Turn
from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, TextDelta, UsageDelta
from wiretail.model.events import Call, CallArguments, CallStarted, Event, Text, Usage
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
    outlet, strip = Outlet(Turn(BOX)), Strip(TEXT)
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
    outlet, strip = Outlet(Turn(BOX)), Strip(TEXT)
    half = slot(strip, 0, None, 1)
    outlet.take(half)
    strip.order(Order(1, visible=True))
    outlet.drain()
    assert outlet.out == []
    half.text = "😀"
    outlet.drain()
    assert shown(outlet) == [(0, "😀", 2)]


def test_an_order_behind_other_text_waits_for_its_slot() -> None:
    outlet, strip = Outlet(Turn(BOX)), Strip(TEXT)
    decision = Decision(Kind.PASSED, "call.enclosed", "fence", TEXT, Span(0, 3))
    outlet.take(slot(strip, 0, "abc"))
    outlet.note(strip, decision, Mark(Place(0, "p", 2), Source(0)))
    assert outlet.out == []
    strip.order(Order(3, visible=True))
    outlet.drain()
    assert outlet.out[0] is decision  # where the orders had come to
    assert shown(outlet) == [(0, "abc", 2)]


def test_a_decision_about_text_that_was_given_out_comes_at_once() -> None:
    outlet, strip = Outlet(Turn(BOX)), Strip(TEXT)
    slot(strip, 0, "abc")
    decision = Decision(Kind.PASSED, "call.enclosed", "fence", TEXT, Span(0, 3))
    outlet.note(strip, decision, Mark(Place(0, "p", 2), Source(0)))
    assert outlet.out == [decision]
    assert decision.end == Place(0, "p", 5)


def test_a_failed_turn_spoils_only_what_was_to_go() -> None:
    outlet, strip = Outlet(Turn(BOX)), Strip(Channel(ChannelKind.TEXT))
    removed = Decision(Kind.REMOVED, "call.wrapper", "wrapper", TEXT, Span(0, 1))
    outlet.take(slot(strip, 0, "abc"))
    strip.order(Order(1, visible=False, decision=removed))
    strip.order(Order(3, visible=True))
    outlet.fail()
    outlet.drain()
    assert [item for item in outlet.out if isinstance(item, Decision)] == []
    assert shown(outlet) == [(0, "a", 2), (1, "bc", 3)]


# The bytes that are queued (qoder 7.7).


def opened(*texts: str | None) -> tuple[Outlet, Strip, list[Slot]]:
    """Return a queue with a slot for each text (None: a half), in one channel."""
    outlet, strip = Outlet(Turn(BOX)), Strip(TEXT)
    slots = []
    at = 0
    for text in texts:
        end = at + len(text or "x")
        slots.append(slot(strip, at, text, end))
        outlet.take(slots[-1])
        at = end
    return outlet, strip, slots


def test_text_counts_its_bytes_until_it_is_given_out() -> None:
    outlet, strip, _ = opened("aé", "€😀b")
    assert outlet.queued_bytes == 3 + 8
    sizes = []
    for end in (1, 2, 3, 4, 5):
        strip.order(Order(end, visible=True))
        outlet.drain()
        sizes.append(outlet.queued_bytes)
    assert sizes == [10, 8, 5, 1, 0]


def test_text_that_is_gone_counts_no_more() -> None:
    outlet, strip, _ = opened("aé", "b")
    removed = Decision(Kind.REMOVED, "call.wrapper", "wrapper", TEXT, Span(0, 2))
    strip.order(Order(2, visible=False, decision=removed))
    outlet.drain()
    assert outlet.queued_bytes == 1


@pytest.mark.parametrize(("character", "after"), [("😀", 5), ("\ufffd", 4)])
def test_a_half_counts_as_the_longest_character_until_it_is_one(character: str, after: int) -> None:
    outlet, strip, (half, _) = opened(None, "b")
    assert outlet.queued_bytes == 5
    outlet.fill(half, character)
    assert outlet.queued_bytes == after
    strip.order(Order(2, visible=True))
    outlet.drain()
    assert (outlet.queued_bytes, outlet.idle) == (0, True)


ARGUMENTS = Channel(ChannelKind.ARGUMENTS)


@pytest.mark.parametrize(
    ("event", "size"),
    [
        (CallArguments(ARGUMENTS, "c", 0, "é€", 0), 5),
        (
            Call(ARGUMENTS, "c", "name", {"k": "é", "n": [1, None]}, 0),
            4 + len('{"k":"ee","n":[1,null]}'),
        ),
        (Call(ARGUMENTS, "c", "name", "räw", 0), 4 + 4),
        (CallStarted(ARGUMENTS, "c", "name", 0), 0),
        (Usage(TEXT, {"n": 1}, 0), 0),
    ],
)
def test_events_count_their_text_or_their_compact_json(event: Event, size: int) -> None:
    outlet, strip, _ = opened("ab")
    outlet.push(event)
    assert outlet.queued_bytes == 2 + size
    strip.order(Order(2, visible=True))
    outlet.drain()
    assert (outlet.queued_bytes, outlet.out[-1]) == (0, event)
    outlet.push(event)  # given out at once
    assert outlet.queued_bytes == 0


def test_the_channel_that_all_wait_for_is_known() -> None:
    assert Outlet(Turn(BOX)).first_channel is None
    outlet, _, _ = opened("ab")
    assert outlet.first_channel == TEXT


@pytest.mark.parametrize(
    ("text", "at", "room", "joins", "count"),
    [
        ("abc", 0, 2, False, 2),
        ("abc", 1, 2, False, 2),
        ("abc", 0, 0, False, 0),
        ("abc", 0, -7, False, 0),
        ("abc", 0, 12, False, 3),
        ("aé€😀", 0, 10, False, 4),
        ("aé€😀", 0, 9, False, 3),
        ("aé€😀", 0, 6, False, 3),
        ("aé€😀", 0, 5, False, 2),
        ("aé€😀", 2, 2, False, 0),
        ("aé€😀", 2, 7, False, 2),
        ("éé", 0, 0, False, 0),
        ("éé", 0, -1, False, 0),
        ("\ud83d\ude00", 0, 4, False, 2),  # a pair is one character
        ("\ud83d\ude00", 0, 3, False, 0),
        ("\ud83dx", 0, 4, False, 1),  # a high half may become one
        ("\ude00x", 0, 3, False, 1),  # a low half alone is a mark
        ("\ude00x", 0, 2, False, 0),
        ("\ude00x", 0, 0, True, 1),  # the one in front has counted
        ("\ude00x", 0, 1, True, 2),
        ("é\ude00€", 0, 4, True, 1),
        ("é\ude00€", 1, 5, False, 1),
    ],
)
def test_as_much_text_is_taken_as_there_is_room_for(
    text: str, at: int, room: int, joins: bool, count: int
) -> None:
    assert fitting(text, at, room, joins=joins) == count


def test_lengths_are_those_of_utf8() -> None:
    assert [utf8_length(text) for text in ("", "ab", "é€😀")] == [0, 2, 9]
