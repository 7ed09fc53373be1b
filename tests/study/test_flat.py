from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, EndKind
from wiretail.model.events import CallStarted, CallWithdrawn, End, Event, Text, Usage
from wiretail.model.timeline import Run
from wiretail.study.flat import flat, is_timing

TEXT = Channel()
HELD = Decision(Kind.HELD, "call.bare", "marker_prefix")
PASSED = Decision(Kind.PASSED, "call.bare", "fence")


def names(items: list[Event | Decision]) -> list[str]:
    return [row.type if isinstance(row, Run) else str(row.kind) for row in flat(items)]


def test_decisions_stand_below_the_run_that_they_fell_in() -> None:
    items: list[Event | Decision] = [
        Text(TEXT, 0, "a", 0),
        PASSED,
        Text(TEXT, 1, "b", 1),
        Usage(TEXT, {}, 1),
        End(TEXT, EndKind.DONE, 2),
    ]
    assert names(items) == ["text", "passed", "usage", "end"]
    first = flat(items)[0]
    assert isinstance(first, Run)
    assert first.text == "ab"


def test_a_decision_may_come_before_any_run() -> None:
    assert names([HELD, Text(TEXT, 0, "a", 0)]) == ["held", "text"]


def test_a_withdrawn_call_is_left_out() -> None:
    items: list[Event | Decision] = [
        CallStarted(TEXT, "c", "Read", 0),
        CallWithdrawn(TEXT, "c", 1, "withdrawn"),
    ]
    assert names(items) == []


def test_some_rows_tell_only_when() -> None:
    [run] = flat([Text(TEXT, 0, "a", 0)])
    assert [is_timing(row) for row in (HELD, PASSED, run)] == [True, False, False]
    assert is_timing(Decision(Kind.RELEASED, "call.bare", "not_a_marker"))
    assert not is_timing(Decision(Kind.RELEASED, "call.bare", "hold_bound"))
