"""Whole turns through a stream: spec qoder 5 to 7, recommended 8 to 10, with ids of vectors."""

from typing import Any

import pytest

from engine.driving import (
    CLOSE,
    OPEN,
    READ,
    REASONING,
    TEXT,
    Driven,
    Step,
    block,
    drive,
    native,
    profile_of,
    wrapped,
)
from wiretail.engine.stream import Stream
from wiretail.model.decisions import Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    EndDelta,
    EndKind,
    FinishDelta,
    StopReason,
    TextDelta,
    UsageDelta,
)
from wiretail.model.events import Call, CallWithdrawn, End, Refusal, Usage
from wiretail.model.span import Span
from wiretail.model.transcript import Message

BEGIN, END = "<system-reminder>", "</system-reminder>"
DUPLICATE = ("removed", "call.duplicate", "native_duplicate")
UNDECLARED = ("passed", "call.native", "unknown_tool")


def think(text: str, number: int = 0) -> TextDelta:
    return TextDelta(Channel(ChannelKind.REASONING, block=number), text)


def other(text: str) -> TextDelta:
    return TextDelta(Channel(block=1), text)


def qoder(*steps: Step, **options: Any) -> Driven:
    return drive(steps, "qoder", **options)


def wiretail(*steps: Step, **options: Any) -> Driven:
    return drive(steps, "wiretail", **options)


def refusals(driven: Driven) -> list[Refusal]:
    return [item for item in driven.items if isinstance(item, Refusal)]


def end_of(driven: Driven) -> End:
    (end,) = [item for item in driven.items if isinstance(item, End)]
    return end


# --- trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("end", list(EndKind))
def test_after_a_trip_nothing_comes_and_it_is_told_once(end: EndKind) -> None:  # S10, S11
    steps: list[Step] = ["a <functions.x>", "b", think("c"), other("d"), *native(), EndDelta(end)]
    driven = qoder(*steps)
    assert driven.order == [["text", "a "]]
    assert driven.held == [0] * len(steps)
    (refusal,) = refusals(driven)
    (decision,) = driven.of(Kind.REFUSED)
    assert (refusal.frame, decision.channel, decision.reason) == (0, TEXT, "tool_call_markup")
    assert driven.calls == []


def test_channels_that_spoke_before_a_trip_are_silent_after_it() -> None:
    driven = qoder("one ", think("two "), other("three "), think("</invoke>"), "x", other("y"))
    assert driven.order == [["text", "one "], ["reasoning", "two "], ["text", "three "]]
    assert refusals(driven)[0].channel == REASONING


def test_after_a_refused_call_no_text_passes_through() -> None:
    driven = wiretail("a ", *native("Write"), "b", settings={"native.undeclared": "refuse"})
    assert (driven.text, driven.calls) == ("a ", [])
    assert refusals(driven)[0].refusal_class == "undeclared_tool"


def test_usage_and_errors_after_a_trip_are_swallowed() -> None:
    driven = qoder("<invoke>", UsageDelta({"tokens": 1}))
    assert not any(isinstance(item, Usage | End) for item in driven.items)


def test_at_a_trip_other_channels_give_out_tails_and_drop_blocks() -> None:  # S61, S78
    driven = qoder(think("r <"), think(f"q{BEGIN}hid", 1), other(f"o{BEGIN}"), "t </invoke>")
    assert driven.order == [["reasoning", "r <"], ["reasoning", "q"], ["text", "o"]]
    removed = [one for one in driven.told if one == ("removed", "scaffold.reminder", "reminder")]
    assert len(removed) == 2


def test_a_native_call_that_does_not_end_before_a_trip_is_withdrawn() -> None:
    channel = Channel(ChannelKind.ARGUMENTS)
    driven = qoder(
        CallStartDelta(channel, "c", "any"), CallArgumentsDelta(channel, "{"), "</invoke>"
    )
    assert [item.reason for item in driven.items if isinstance(item, CallWithdrawn)] == [
        "turn_failed"
    ]


def test_what_was_decided_in_front_of_a_trip_does_not_hang_on_the_cut() -> None:
    text = f"{wrapped(READ)}\n<functions.x>"
    for steps in ([text], list(text)):
        driven = wiretail(*steps, settings={"scaffold.policy": "refuse"})
        assert driven.calls == [("Read", {"path": "a.md"})]
        assert driven.text == "\n"
        assert refusals(driven)


def test_a_call_that_still_waits_at_a_trip_is_none() -> None:
    driven = wiretail(f"{READ}\n<functions.x>", settings={"scaffold.policy": "refuse"})
    assert driven.calls == []


@pytest.mark.parametrize(
    ("steps", "channel"),
    [
        ([think(f"a{BEGIN}"), f"b{BEGIN}"], REASONING),  # S55
        ([f"b{BEGIN}", think(f"a{BEGIN}")], TEXT),
        (["b<system-reminder", think(f"a{BEGIN}")], TEXT),
        ([think("a<system-reminder"), f"b{BEGIN}"], REASONING),
        ([think("a <"), f"b{BEGIN}"], TEXT),
    ],
)
def test_the_first_block_that_never_ends_is_reported(steps: list[Step], channel: Channel) -> None:
    driven = qoder(*steps)
    assert driven.shown(TEXT) == "b"
    assert driven.shown(REASONING).strip(" <") == "a"
    (refusal,) = refusals(driven)
    assert (refusal.channel, refusal.refusal_class) == (channel, "unterminated_reminder")


def test_what_waits_in_line_is_withheld_as_far_as_its_delta_goes() -> None:
    driven = qoder(think("r <"), "shown ", "hidden</invoke>")
    assert driven.order == [["reasoning", "r <"], ["text", "shown "]]
    (removed,) = driven.of(Kind.REMOVED)
    assert removed.span == Span(6, 12)


@pytest.mark.parametrize("text", [f"{READ}{END}", f"{READ}\n{END}"])
def test_a_candidate_that_waits_in_front_of_a_trip_is_withheld_with_its_delta(text: str) -> None:
    driven = wiretail(text, settings={"scaffold.policy": "refuse"})
    assert (driven.text, driven.calls) == ("", [])
    (removed,) = driven.of(Kind.REMOVED)
    assert removed.span == Span(0, text.index(END))


def test_at_an_error_what_was_taken_out_stays_out() -> None:
    driven = wiretail(f"{READ}\n{BEGIN}hidden{END}", end=EndKind.ERROR)
    assert driven.text == f"{READ}\n"
    assert driven.told == [
        ("passed", "call.bare", "turn_failed"),
        ("removed", "scaffold.reminder", "reminder"),
    ]


def test_each_choice_is_refused_for_itself() -> None:
    second = Channel(choice=1)
    driven = qoder("a <invoke>", TextDelta(second, "b"), "c", TextDelta(second, "d"))
    assert (driven.shown(TEXT), driven.shown(second)) == ("a ", "bd")
    assert [item.channel for item in driven.items if isinstance(item, End)] == [second]


def test_a_profile_that_proposes_refuses_nothing() -> None:
    text = f"a <functions.x> b </invoke> {BEGIN}c"
    driven = drive([text, think("d </invoke>")], "observe", settings={"scaffold.policy": "refuse"})
    assert driven.text == text
    assert refusals(driven) == []
    (decision,) = driven.of(Kind.REFUSED)
    assert (decision.proposed, decision.reason) == (True, "tool_call_markup")
    driven = drive(
        [f"a {READ} {BEGIN}b", f"{END}c{END}"], "observe", settings={"scaffold.policy": "refuse"}
    )
    assert all(one.proposed for one in driven.of(Kind.REFUSED, Kind.REMOVED))
    assert driven.of(Kind.REMOVED)


# --- order ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "order"),
    [
        (["a <", think("r"), " b"], [["text", "a <"], ["reasoning", "r"], ["text", " b"]]),
        (
            ["a <", think("r"), "s", think("q"), "!"],
            [["text", "a <"], ["reasoning", "r"], ["text", "s"], ["reasoning", "q"], ["text", "!"]],
        ),
        (
            ["a <sys", think("r"), f"tem-reminder>x{END}b"],
            [["text", "a "], ["reasoning", "r"], ["text", "b"]],
        ),
        ([f"a{BEGIN}x", think("r"), f"{END}b"], [["text", "a"], ["reasoning", "r"], ["text", "b"]]),
        (["a <", *native("any"), "b"], [["text", "a <"], ["tool_call", "any"], ["text", "b"]]),
        ([think("r <"), "t <"], [["reasoning", "r <"], ["text", "t <"]]),
    ],
)
def test_what_is_held_keeps_its_place(steps: list[Step], order: list[list[str]]) -> None:
    assert qoder(*steps).order == [*order, ["end", "done"]]


def test_suppressed_text_holds_nothing_up() -> None:
    stream = Stream(profile_of("qoder"), tools=())
    assert len(stream.feed_delta(TextDelta(TEXT, f"a{BEGIN}x"))) == 2
    assert stream.feed_delta(TextDelta(TEXT, "more")) == []
    (event,) = stream.feed_delta(TextDelta(REASONING, "r"))
    assert event.channel == REASONING
    assert not stream.heartbeat


# --- native calls ---------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", ["[1]", "no json", ""])
def test_where_nothing_is_recovered_any_call_passes(arguments: str) -> None:  # S64
    assert qoder(*native("any", arguments)).calls == [("any", arguments)]


def test_an_undeclared_call_is_told_of_and_given_out() -> None:  # N12
    driven = wiretail(*native("Write"))
    assert (driven.calls, driven.told) == ([("Write", {})], [UNDECLARED])


@pytest.mark.parametrize("tools", [None, ()])
def test_tools_unknown_is_not_tools_none_for_native_calls(tools: Any) -> None:
    assert wiretail(*native("Write"), tools=tools).told == ([] if tools is None else [UNDECLARED])


def test_a_server_s_call_is_never_undeclared() -> None:
    driven = wiretail(*native("web", server=True), settings={"native.undeclared": "refuse"})
    assert (driven.calls, driven.told) == ([("web", {})], [])


def test_an_undeclared_call_may_refuse_the_turn() -> None:
    driven = wiretail("a <", *native("Write"), settings={"native.undeclared": "refuse"})
    assert driven.order == [["text", "a <"]]
    assert driven.told == [("refused", "call.native", "undeclared_tool")]
    assert "Write" not in refusals(driven)[0].message


def test_where_it_is_only_proposed_an_undeclared_call_is_given_out() -> None:
    driven = drive(native("Write"), "observe", settings={"native.undeclared": "refuse"})
    assert driven.calls == [("Write", {})]
    assert driven.told == [("refused", "call.native", "undeclared_tool")]
    assert driven.decisions[0].proposed


ARGUMENTS = '{"path": "a.md"}'


@pytest.mark.parametrize(
    ("steps", "text", "calls", "told"),
    [
        ([*native("Read", ARGUMENTS), READ], "", 1, [DUPLICATE]),
        ([*native("Read", ARGUMENTS), f"{READ}\n{READ}"], "\n", 1, [DUPLICATE] * 2),
        ([*native("Read", ARGUMENTS), f"see {READ} there"], "see  there", 1, [DUPLICATE]),
        ([READ, *native("Read", ARGUMENTS)], "", 1, [DUPLICATE]),  # N03
        (
            [*native("Read", '{"path": "b.md"}'), READ],
            READ,
            1,
            [("passed", "call.bare", "native_call")],
        ),
        ([READ, *native("any")], READ, 1, [("passed", "call.bare", "native_call")]),
    ],
)
def test_a_second_telling_of_a_native_call_is_removed(
    steps: list[Step], text: str, calls: int, told: list[tuple[str, str, str]]
) -> None:
    driven = wiretail(*steps)
    assert (driven.text, len(driven.calls), driven.told) == (text, calls, told)


def test_a_candidate_waits_for_the_arguments_of_the_call_that_it_may_repeat() -> None:
    start, arguments, over = native("Read", ARGUMENTS)
    driven = wiretail(READ, start, arguments, "tail", over, "end")
    assert driven.text == "tailend"
    assert driven.told == [DUPLICATE]
    assert driven.held[-2:] == [0, 0]
    driven = wiretail(READ, start, CallArgumentsDelta(start.channel, "{}"), over)  # type: ignore[union-attr]
    assert (driven.text, driven.told) == (READ, [("passed", "call.bare", "native_call")])


def test_a_candidate_whose_native_call_never_ends_has_its_verdict_at_the_end() -> None:
    start, arguments, _ = native("Read", ARGUMENTS)
    assert wiretail(READ, start, arguments).told == [DUPLICATE]
    assert wiretail(READ, start, arguments, end=EndKind.ERROR).text == READ


def test_a_later_equal_call_supersedes_the_recovered_one_once() -> None:  # N04
    two = native("Read", ARGUMENTS, "c1"), native("Read", '{"path":"a.md"}', "c2", 1)
    driven = wiretail(f"{wrapped(READ)}\n.", *two[0], *two[1])
    supersedes = [item.supersedes for item in driven.items if isinstance(item, Call)]
    assert supersedes == [None, "recovered-1", None]
    (decision,) = [one for one in driven.decisions if one.rule == "call.duplicate"]
    assert decision.span is None
    assert decision.evidence == {"tool": "Read", "recovered": "recovered-1", "native": "c1"}


def test_where_it_is_only_proposed_nothing_is_superseded() -> None:
    driven = drive([f"{wrapped(READ)}\n.", *native("Read", ARGUMENTS)], "observe")
    assert [item.supersedes for item in driven.items if isinstance(item, Call)] == [None]
    assert DUPLICATE in driven.told


def test_a_profile_that_does_not_judge_native_calls_supersedes_nothing() -> None:
    driven = drive([f"{wrapped(READ)}\n.", *native("Read", ARGUMENTS)], "vscode-lm")
    assert [item.supersedes for item in driven.items if isinstance(item, Call)] == [None, None]


# --- provenance, stop reasons ----------------------------------------------------------------


def test_a_block_of_the_request_is_passed_as_an_echo() -> None:
    said = [Message("user", f"What is {READ}?")]
    driven = wiretail(READ, messages=said)
    assert (driven.text, driven.told) == (READ, [("passed", "call.bare", "input_echo")])
    assert wiretail(block(path="b"), messages=said).calls == [("Read", {"path": "b"})]
    opened, closed = f"{OPEN}\n", f"\n{CLOSE}"
    assert wiretail(f"{opened}{READ}{closed}", messages=said).calls == []


@pytest.mark.parametrize(("messages", "calls"), [(None, 0), ([], 1), ([Message("user", "x")], 1)])
def test_without_messages_a_required_context_is_missing(messages: Any, calls: int) -> None:
    driven = wiretail(READ, messages=messages, settings={"recover.require_context": True})
    assert len(driven.calls) == calls
    assert (("passed", "call.bare", "no_context") in driven.told) is not calls


def test_a_profile_that_does_not_ask_takes_no_messages() -> None:
    said = [Message("user", wrapped(READ))]
    assert drive([wrapped(READ)], "vscode-lm", messages=said).calls


@pytest.mark.parametrize(
    ("steps", "given", "becomes", "reason"),
    [
        ([wrapped(READ)], StopReason.STOP, StopReason.TOOL_CALLS, "stop_corrected"),
        ([READ], StopReason.STOP, StopReason.TOOL_CALLS, "stop_corrected"),
        ([wrapped(READ)], StopReason.TOOL_CALLS, StopReason.TOOL_CALLS, ""),
        ([wrapped(READ)], StopReason.LENGTH, StopReason.LENGTH, ""),
        ([wrapped(READ), *native("Read", ARGUMENTS)], StopReason.STOP, StopReason.STOP, ""),
        (["x"], StopReason.TOOL_CALLS, StopReason.TOOL_CALLS, "stop_without_call"),
        (["x"], StopReason.STOP, StopReason.STOP, ""),
        (["x"], None, None, ""),
        ([*native("any")], StopReason.TOOL_CALLS, StopReason.TOOL_CALLS, ""),
    ],
)
def test_the_stop_reason_is_that_of_the_calls(
    steps: list[Step], given: StopReason | None, becomes: StopReason | None, reason: str
) -> None:
    finish: list[Step] = [] if given is None else [FinishDelta(given, "as sent")]
    driven = wiretail(*steps, *finish)
    end = end_of(driven)
    assert (end.reason, end.raw) == (becomes, "as sent" if given else "")
    assert [one.reason for one in driven.of(Kind.REPAIRED)] == ([reason] if reason else [])


def test_a_proposed_stop_reason_changes_nothing() -> None:
    driven = drive([READ, FinishDelta(StopReason.STOP, "stop")], "observe")
    assert end_of(driven).reason is StopReason.STOP
    (decision,) = driven.of(Kind.REPAIRED)
    assert (decision.reason, decision.proposed) == ("stop_corrected", True)


# --- the bound of the queue --------------------------------------------------------------------

BOUND = {"queue.max_bytes": 12}


def test_a_full_queue_gives_out_the_oldest_tail_and_the_marker_still_counts() -> None:
    steps: list[Step] = ["a <sys", think("long long long"), f"tem-reminder>x{END}b"]
    driven = qoder(*steps, settings={"queue.max_bytes": 14})
    assert driven.held[1] == 0
    assert ("released", "hold_bound") in driven.timing
    assert driven.text == "a <sysb"
    (removed,) = driven.of(Kind.REMOVED)
    assert removed.span
    assert removed.span.start == 6  # behind what was shown


def test_a_block_that_waits_in_a_full_queue_is_text() -> None:
    driven = wiretail(f"a{BEGIN}hidden words", think("r"), f"{END}b", settings=BOUND)
    assert driven.text == f"a{BEGIN}hidden words{END}b"
    assert driven.told[0] == ("passed", "scaffold.marker", "unterminated_reminder")


def test_a_block_that_is_dropped_goes_on_in_a_full_queue() -> None:
    steps: list[Step] = [f"a{BEGIN}hidden</sys", think("long long reasoning"), "tem-reminder>b"]
    driven = qoder(*steps, settings={"queue.max_bytes": 20})
    assert (driven.text, driven.shown(REASONING)) == ("ab", "long long reasoning")
    assert driven.held[1] == 0


def test_an_opener_that_waits_in_a_full_queue_is_shown() -> None:
    driven = wiretail("<functions.x> a", think("r"), "</functions>b", settings=BOUND)
    assert driven.text == "<functions.x> a</functions>b"
