import pytest

from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, StopReason
from wiretail.model.events import (
    Call,
    CallStarted,
    CallWithdrawn,
    End,
    Error,
    Event,
    Refusal,
    RetrySuggested,
    Text,
    Usage,
)
from wiretail.model.span import Span
from wiretail.model.timeline import Run, runs
from wiretail.study.describe import SHOWN, Described, channel_name, describe

TEXT = Channel()
CALL = Channel(ChannelKind.ARGUMENTS)
CONTAINED = ". The content is not repeated here."


@pytest.mark.parametrize(
    ("event", "what", "detail"),
    [
        (Text(TEXT, 0, "a\x1b\n", 1), "text", "a\u241b\u240a"),
        (CallStarted(CALL, "c", "Read", 1), "call (never whole)", "Read"),
        (Call(CALL, "c", "Read", {"p": "\u202e"}, 1), "call, native", 'Read {"p":"\\u202e"}'),
        (Call(CALL, "c", "Re\nad", "{\n", 1), "call, native", "Re\u240aad {\u240a"),
        (
            Call(TEXT, "c", "Read", {}, 1, Origin.RECOVERED),
            "call, recovered",
            "Read {}",
        ),
        (Call(CALL, "c", "Search", {}, 1, server=True), "call of the provider", "Search {}"),
        (RetrySuggested(TEXT, "Read", 1), "retry suggested", "Read"),
        (Error(TEXT, "overloaded", "busy\x07", 1), "error", "overloaded: busy\u2407"),
        (Refusal(TEXT, "key_collision", "No.", 1), "refused", "No."),
        (
            Refusal(TEXT, "tool_call_markup", f"The turn was refused: it \x1b{CONTAINED}", 1),
            "refused",
            "It \u241b.",
        ),
        (End(TEXT, EndKind.DONE, 1), "end", "done"),
        (
            End(TEXT, EndKind.DONE, 1, StopReason.STOP, "end_turn"),
            "end",
            "done stop (end_turn)",
        ),
        (End(TEXT, EndKind.DONE, 1, StopReason.STOP, "stop"), "end", "done stop"),
    ],
)
def test_a_run_says_what_it_is_and_shows_it_safely(event: Event, what: str, detail: str) -> None:
    [run] = runs([event])
    described = describe(run)
    assert (described.frames, described.what, described.detail) == ("1", what, detail)
    assert not described.is_decision


def test_usage_is_shown_as_json() -> None:
    [usage, _] = runs([Usage(TEXT, {"n": 1}, 1), End(TEXT, EndKind.DONE, 2)])
    assert describe(usage).detail == '{"n":1}'


def test_an_event_of_another_type_is_named() -> None:
    withdrawn = CallWithdrawn(CALL, "c", 1, "withdrawn")
    assert describe(Run("call_withdrawn", CALL, 1, 1, withdrawn)).what == "call_withdrawn"


def test_a_run_over_several_frames_names_the_first_and_the_last() -> None:
    [run] = runs([Text(TEXT, 0, "a", 3), Text(TEXT, 1, "b", 9)])
    assert describe(run).frames == "3-9"


def test_long_text_is_cut() -> None:
    [run] = runs([Text(TEXT, 0, "x" * 1000, 1)])
    assert describe(run).detail == "x" * SHOWN + "\u2026"


def test_a_malformed_frame_is_a_finding() -> None:
    [run] = runs([Error(TEXT, "malformed_json", "", 7, malformed=True)])
    assert describe(run).severity == "E"


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (
            Decision(
                Kind.RECOVERED, "call.bare", "", TEXT, frames=(3, 9), evidence={"tool": "Re\nad"}
            ),
            Described(
                "3-9",
                "recovered",
                "text",
                "A leaked tool call was recovered. (Re\u240aad) [call.bare]",
                "W",
                "recovered",
                is_decision=True,
            ),
        ),
        (
            Decision(Kind.PASSED, "call.bare", "inline_code", TEXT, proposed=True),
            Described(
                "",
                "would be passed",
                "text",
                "Quoted in inline code: it would stay text. [call.bare]",
                is_decision=True,
            ),
        ),
        (
            Decision(Kind.PASSED, "scaffold.marker", "blockquote", TEXT),
            Described(
                "",
                "passed",
                "text",
                "Quoted in a block quote: it stays text. [scaffold.marker]",
                is_decision=True,
            ),
        ),
        (
            Decision(
                Kind.REMOVED, "scaffold.reminder", "reminder", TEXT, Span(7, 75), frames=(1, 3)
            ),
            Described(
                "1-3",
                "removed",
                "text",
                "A reminder block was removed. (68 code points) [scaffold.reminder]",
                "W",
                "leaked",
                is_decision=True,
            ),
        ),
        (
            Decision(
                Kind.REMOVED,
                "call.duplicate",
                "native_duplicate",
                TEXT,
                Span(0, 1),
                evidence={"tool": "Read"},
            ),
            Described(
                "",
                "removed",
                "text",
                "A leaked copy of a native call was removed. (Read, 1 code point) [call.duplicate]",
                "W",
                "duplicate",
                is_decision=True,
            ),
        ),
        (
            Decision(Kind.ARGUMENTS_REPAIRED, "arguments.json", "json_repaired"),
            Described(
                "",
                "arguments repaired",
                "",
                "The JSON of a call's arguments was mended. [arguments.json]",
                "N",
                "surrogate",
                is_decision=True,
            ),
        ),
    ],
)
def test_a_decision_says_what_was_done_and_by_which_rule(
    decision: Decision, expected: Described
) -> None:
    assert describe(decision) == expected


@pytest.mark.parametrize(
    ("channel", "expected"),
    [
        (None, ""),
        (TEXT, "text"),
        (Channel(block=1), "text 1"),
        (Channel(ChannelKind.REASONING, choice=2, turn=3), "reasoning choice 2 turn 3"),
    ],
)
def test_a_channel_has_a_name(channel: Channel | None, expected: str) -> None:
    assert channel_name(channel) == expected
