from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from wiretail.model.calls import Origin
from wiretail.model.deltas import Channel, ChannelKind, EndKind
from wiretail.model.events import (
    Call,
    CallArguments,
    CallStarted,
    CallWithdrawn,
    End,
    Error,
    Event,
    Reasoning,
    Text,
    Usage,
)
from wiretail.model.timeline import Timeline, plain, runs

TEXT = Channel()
OTHER = Channel(block=1)
THOUGHT = Channel(ChannelKind.REASONING)
REFUSAL = Channel(ChannelKind.REFUSAL)
CALL = Channel(ChannelKind.ARGUMENTS)


def text(words: str, frame: int = 0, start: int = 0, channel: Channel = TEXT) -> Text:
    return Text(channel, start, words, frame)


def call(name: str, frame: int = 0, origin: Origin = Origin.NATIVE) -> Call:
    channel = CALL if origin is Origin.NATIVE else TEXT
    return Call(channel, "c", name, {}, frame, origin)


END = End(TEXT, EndKind.DONE, 9)


def test_adjacent_text_of_one_channel_is_one_run() -> None:
    [run] = runs([text("a", 1, 4), text("b", 3, 5)])
    assert (run.text, run.first, run.last, run.start) == ("ab", 1, 3, 4)


def test_text_of_two_channels_is_two_runs() -> None:
    found = runs([text("a"), text("b", channel=OTHER), Reasoning(THOUGHT, 0, "c", 0), text("d")])
    assert [run.text for run in found] == ["a", "b", "c", "d"]


def test_empty_text_makes_no_run() -> None:
    assert runs([text("")]) == []


def test_a_native_call_stands_where_its_first_delta_stood() -> None:
    events: list[Event] = [
        CallStarted(CALL, "c", "Read", 1),
        text("a", 2),
        CallArguments(CALL, "c", 0, "{}", 3),
        call("Read", 4),
        END,
    ]
    found = runs(events)
    assert plain(found) == [["tool_call", "Read"], ["text", "a"], ["end", "done"]]
    assert (found[0].first, found[0].last, found[0].parts) == (1, 4, ["{}"])


def test_a_call_that_never_becomes_whole_is_a_row_and_no_call() -> None:
    found = runs([CallStarted(CALL, "c", "Read", 1), END])
    assert [run.type for run in found] == ["call_started", "end"]
    assert plain(found) == [["end", "done"]]


def test_a_recovered_call_stands_at_its_call_event() -> None:
    events: list[Event] = [
        CallStarted(TEXT, "c", "Read", 1, Origin.RECOVERED),
        text("a", 2),
        call("Read", 3, Origin.RECOVERED),
        text("b", 4),
    ]
    assert plain(runs(events)) == [["text", "a"], ["tool_call", "Read"], ["text", "b"]]


def test_a_withdrawn_call_disappears_and_the_text_round_it_joins() -> None:
    withdrawn = CallWithdrawn(CALL, "c", 2, "withdrawn")
    events: list[Event] = [text("a", 0), CallStarted(CALL, "c", "Read", 1), withdrawn, text("b", 3)]
    [run] = runs(events)
    assert (run.text, run.first, run.last) == ("ab", 0, 3)


def test_what_names_a_call_that_never_began_changes_nothing() -> None:
    stray: list[Event] = [
        CallWithdrawn(CALL, "c", 2, "withdrawn"),
        CallArguments(CALL, "c", 0, "{", 1),
    ]
    assert runs(stray) == []


def test_the_last_usage_stands_in_front_of_the_end_and_parts_no_text() -> None:
    events: list[Event] = [
        text("a"),
        Usage(TEXT, {"n": 1}, 1),
        text("b"),
        Usage(TEXT, {"n": 2}, 2),
        END,
    ]
    found = runs(events)
    assert [run.type for run in found] == ["text", "usage", "end"]
    assert found[1].event is events[3]


def test_an_error_is_a_row_that_the_bare_order_does_not_know() -> None:
    found = runs([text("a"), Error(TEXT, "malformed_json", "", 1, malformed=True), text("b")])
    assert [run.type for run in found] == ["text", "error", "text"]
    assert plain(found) == [["text", "ab"]]


def test_the_refusal_of_the_provider_is_no_text_of_the_answer() -> None:
    assert plain(runs([text("no", channel=REFUSAL)])) == []


def test_asking_for_the_runs_early_changes_nothing() -> None:
    timeline = Timeline()
    timeline.add(text("a"))
    [early] = timeline.runs()
    timeline.add(CallStarted(CALL, "c", "Read", 1))
    timeline.add(CallWithdrawn(CALL, "c", 1, "withdrawn"))
    timeline.add(text("b"))
    assert (early.text, [run.text for run in timeline.runs()]) == ("a", ["ab"])


@given(st.lists(st.tuples(st.sampled_from([TEXT, OTHER]), st.text(max_size=3))))
def test_no_text_is_lost_and_no_two_neighbours_could_join(
    pieces: list[tuple[Channel, str]],
) -> None:
    found = runs([text(words, channel=channel) for channel, words in pieces])
    assert "".join(run.text for run in found) == "".join(words for _, words in pieces)
    assert all(a.channel != b.channel for a, b in pairwise(found))
