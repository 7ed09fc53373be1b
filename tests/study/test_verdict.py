import pytest

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind, StopReason
from wiretail.model.events import Call, End, Error, Event, Refusal, Text
from wiretail.study.verdict import Verdict, merged

TEXT = Channel()
SECRET = "sk-what-the-model-said"
DONE = End(TEXT, EndKind.DONE, 9)
CALL = Call(Channel(ChannelKind.ARGUMENTS), "c", "Read", {}, 3)
RECOVERED = Decision(Kind.RECOVERED, "call.bare", frames=(3, 9), evidence={"tool": "Read"})
REPAIRED = Decision(Kind.REPAIRED, "unicode.surrogate", "lone_surrogate", frames=(2, 2))
REFUSAL = Refusal(TEXT, "tool_call_markup", SECRET, 5)
MALFORMED = Error(TEXT, "malformed_json", "", 7, malformed=True)


def sentence(*items: Event | Decision, exchanges: int = 1, frames: int = 10) -> str:
    verdict = Verdict(exchanges)
    for item in items:
        verdict.add(0, item)
    verdict.read(frames, 2)
    return verdict.sentence()


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([], "No turn was found: 10 frames, 2 unknown records."),
        ([DONE], "Nothing leaked: 1 turn, no tool calls."),
        ([CALL, DONE, DONE], "Nothing leaked: 2 turns, 1 tool call."),
        ([RECOVERED, DONE], "1 leaked tool call was recovered: Read, frames 3-9."),
        (
            [REPAIRED, DONE],
            (
                "Nothing leaked: 1 turn, no tool calls; also: half a surrogate pair was replaced "
                "by U+FFFD (frame 2)."
            ),
        ),
        (
            [RECOVERED, MALFORMED, DONE],
            (
                "1 frame cannot be read: frame 7; also: 1 leaked tool call was recovered: Read, "
                "frames 3-9."
            ),
        ),
        (
            [REFUSAL],
            (
                "The turn was refused: it holds tool-call markup of the vendor's scaffolding "
                "(frame 5)."
            ),
        ),
        (
            [REFUSAL, DONE],
            (
                "1 of 2 turns was refused: it holds tool-call markup of the vendor's scaffolding "
                "(frame 5)."
            ),
        ),
        (
            [REFUSAL, REFUSAL, DONE],
            (
                "2 of 3 turns were refused: it holds tool-call markup of the vendor's scaffolding "
                "(frame 5)."
            ),
        ),
        (
            [Error(TEXT, "overloaded_error", SECRET, 4), End(TEXT, EndKind.ERROR, 4)],
            "The provider reported an error (overloaded_error, frame 4).",
        ),
        (
            [Error(TEXT, "an\u202eerror", SECRET, 4), Error(TEXT, "an\u202eerror", SECRET, 4)],
            "The provider reported an error 2 times (frame 4).",
        ),
        ([End(TEXT, EndKind.ERROR, 4)], "1 turn ended in an error."),
        ([End(TEXT, EndKind.CANCELLED, 4)], "1 turn was cancelled."),
        ([End(TEXT, EndKind.CANCELLED, 4)] * 2, "2 turns were cancelled."),
        ([End(TEXT, EndKind.INCOMPLETE, 4)], "1 turn is incomplete: no proper end came."),
        ([End(TEXT, EndKind.INCOMPLETE, 4)] * 2, "2 turns are incomplete: no proper end came."),
        (
            [End(TEXT, EndKind.DONE, 4, StopReason.REFUSAL)],
            (
                "Nothing leaked: 1 turn, no tool calls; also: the provider declined to answer in "
                "1 turn."
            ),
        ),
        ([Text(TEXT, 0, SECRET, 1), DONE], "Nothing leaked: 1 turn, no tool calls."),
    ],
)
def test_the_verdict_is_one_sentence(items: list[Event | Decision], expected: str) -> None:
    assert sentence(*items) == expected


def test_the_worst_comes_first_and_the_rest_is_counted() -> None:
    echo = Decision(Kind.REMOVED, "echo.block", "call_echo", frames=(1, 1))
    wrapper = Decision(Kind.REMOVED, "call.wrapper", "wrapper", frames=(1, 1))
    reason = Decision(Kind.REPAIRED, "turn.stop_reason", "stop_without_call", frames=(9, 9))
    found = sentence(REPAIRED, wrapper, echo, RECOVERED, reason, MALFORMED, REFUSAL)
    assert found.startswith("The turn was refused: ")
    assert found.endswith("; 2 findings of other kinds.")
    assert found.index("cannot be read") < found.index("was recovered")


def test_what_goes_with_a_recovered_call_is_not_told_beside_it() -> None:
    wrapper = Decision(Kind.REMOVED, "call.wrapper", "wrapper", frames=(1, 1))
    assert "tags" not in sentence(wrapper, RECOVERED, DONE)
    assert sentence(wrapper, DONE).startswith("The tags round leaked tool calls were removed")


def test_places_name_their_exchange_where_there_are_several() -> None:
    assert sentence(RECOVERED, DONE, exchanges=2).endswith("frames 3-9 of exchange 0.")


def test_refused_turns_are_counted_for_the_exit_code() -> None:
    verdict = Verdict()
    verdict.add(0, REFUSAL)
    assert verdict.refused == 1


def test_verdicts_of_single_exchanges_join_to_that_of_all() -> None:
    items: list[Event | Decision] = [
        *(RECOVERED, REPAIRED, REFUSAL, MALFORMED, CALL, DONE),
        Error(TEXT, "overloaded", "", 4, fatal=True),
        End(TEXT, EndKind.INCOMPLETE, 9),
        End(TEXT, EndKind.DONE, 9, StopReason.REFUSAL),
    ]
    whole, parts = Verdict(3), [Verdict(3) for _ in range(3)]
    for exchange, part in enumerate(parts):
        for item in items[exchange:]:
            part.add(exchange, item)
            whole.add(exchange, item)
        part.read(10, 2)
        whole.read(10, 2)
    assert merged(parts) == whole.sentence()
    assert merged(parts[:1]) == parts[0].sentence()
    together = Verdict(3)
    for part in parts:
        together.join(part)
    assert (together.turns, together.calls, together.refused, together.frames) == (
        whole.turns,
        whole.calls,
        whole.refused,
        whole.frames,
    )


def test_no_exchange_has_no_turn() -> None:
    assert merged([]) == "No turn was found: 0 frames, 0 unknown records."
