import json
from typing import Any

import pytest

from wiretail.engine.dialects.openai_chat import OpenAIChat
from wiretail.model.deltas import (
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndDelta,
    EndKind,
    ErrorDelta,
    FinishDelta,
    StopReason,
    TextDelta,
    UnknownDelta,
    UsageDelta,
)
from wiretail.model.frames import Frame

TEXT = Channel()
DONE = EndDelta(EndKind.DONE)
INCOMPLETE = EndDelta(EndKind.INCOMPLETE)
STOP = FinishDelta(StopReason.STOP, "stop")
CONTENT = "choices[0].delta.content"


def chunk(delta: Any = None, finish: Any = None, *, index: int = 0, **more: Any) -> dict[str, Any]:
    choice = {"index": index, "delta": delta or {}, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "choices": [choice], **more}


def says(text: str, **more: Any) -> dict[str, Any]:
    return chunk({"content": text}, **more)


def read(*records: Any, close: bool = True) -> list[Delta]:
    dialect = OpenAIChat()
    deltas: list[Delta] = []
    for number, record in enumerate(records):
        data = record.encode() if isinstance(record, str) else json.dumps(record).encode()
        deltas += dialect.read(Frame(number, 0, 0, data))
    return [*deltas, *dialect.close()] if close else deltas


def test_a_text_delta_names_its_channel_and_its_place() -> None:
    first, second = read(says("a"), says("b"), close=False)
    assert first == TextDelta(TEXT, "a", CONTENT)
    assert isinstance(first, TextDelta)
    assert isinstance(second, TextDelta)
    assert first.channel is second.channel
    assert first.path is second.path


@pytest.mark.parametrize(
    ("records", "deltas"),
    [
        ([chunk(finish="stop"), "[DONE]"], [STOP, DONE]),
        (["[DONE]"], [DONE]),
        ([chunk(), "[DONE]"], [DONE]),
        ([chunk(finish="stop")], [STOP, DONE]),
        ([chunk(finish="stop"), chunk(finish="stop"), "[DONE]", "[DONE]"], [STOP, DONE]),
        ([chunk(finish="stop"), chunk(finish="length")], [STOP, DONE]),
        ([chunk()], [INCOMPLETE]),
        ([{"choices": []}], [INCOMPLETE]),
        ([], []),
        (["[DATA]"], [ErrorDelta("malformed_json")]),
    ],
)
def test_a_finish_or_done_each_alone_is_a_proper_end(records: Any, deltas: list[Delta]) -> None:
    assert read(*records) == deltas


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("stop", StopReason.STOP),
        ("length", StopReason.LENGTH),
        ("model_length", StopReason.LENGTH),
        ("tool_calls", StopReason.TOOL_CALLS),
        ("function_call", StopReason.TOOL_CALLS),
        ("content_filter", StopReason.CONTENT_FILTER),
        ("error", StopReason.ERROR),
        ("load", StopReason.OTHER),
    ],
)
def test_the_provider_s_word_is_kept_beside_ours(word: str, reason: StopReason) -> None:
    assert read(chunk(finish=word), close=False) == [FinishDelta(reason, word)]


@pytest.mark.parametrize("finish", [None, "", 0, {}])
def test_no_word_is_no_finish(finish: Any) -> None:
    assert read(chunk(finish=finish)) == [INCOMPLETE]


def test_content_in_the_finish_chunk_is_read_before_it() -> None:
    assert read(says("a", finish="stop"), says("b")) == [
        TextDelta(TEXT, "a", CONTENT),
        STOP,
        TextDelta(TEXT, "b", CONTENT),
        DONE,
    ]


def test_choices_are_read_each_for_itself() -> None:
    second = Channel(choice=1)
    both = {"choices": [{"index": 1, "delta": {"content": "x"}}, {"delta": {"content": "y"}}]}
    assert read(says("a"), says("b", index=1), both, chunk(finish="stop", index=1), "[DONE]") == [
        TextDelta(TEXT, "a", CONTENT),
        TextDelta(second, "b", CONTENT),
        TextDelta(second, "x", CONTENT),
        TextDelta(second, "y", "choices[1].delta.content"),
        FinishDelta(StopReason.STOP, "stop", 1),
        DONE,
    ]


def test_without_done_each_choice_ends_as_it_finished() -> None:
    assert read(chunk(), chunk(index=1), chunk(finish="stop", index=1)) == [
        FinishDelta(StopReason.STOP, "stop", 1),
        EndDelta(EndKind.INCOMPLETE, 0, 0),
        EndDelta(EndKind.DONE, 0, 1),
    ]


def test_a_changed_chunk_id_is_no_new_turn() -> None:
    assert read(says("a"), says("b", id="c2"), close=False) == [
        TextDelta(TEXT, "a", CONTENT),
        TextDelta(TEXT, "b", CONTENT),
    ]


def test_content_behind_an_end_begins_the_next_turn() -> None:
    deltas = read(
        says("a"), "[DONE]", chunk({"role": "assistant"}), chunk(finish="stop"), says("b")
    )
    assert deltas == [
        TextDelta(TEXT, "a", CONTENT),
        DONE,
        TextDelta(Channel(turn=1), "b", CONTENT),
        EndDelta(EndKind.INCOMPLETE, 1),
    ]


def test_usage_is_given_out_each_time_and_needs_no_open_turn() -> None:
    assert read(
        says("", usage=None),
        {"choices": [], "usage": {"total_tokens": 1}},
        "[DONE]",
        {"usage": {"total_tokens": 2}},
        {"choices": [], "usage": {}, "x_groq": {"usage": {"total_tokens": 3}}},
        {"choices": [], "x_groq": "no"},
    ) == [
        UsageDelta({"total_tokens": 1}),
        DONE,
        UsageDelta({"total_tokens": 2}),
        UsageDelta({"total_tokens": 3}),
    ]


def test_a_choice_without_delta_says_nothing() -> None:
    assert read({"choices": [{"index": 0, "content_filter_results": {}}]}, says("a")) == [
        TextDelta(TEXT, "a", CONTENT),
        INCOMPLETE,
    ]


def test_an_error_wins_over_the_finish_beside_it_and_the_text_before_it_stays() -> None:
    error = {"code": "server_error", "message": "went \ud83d wrong"}
    deltas = read(says("a"), says("b", finish="error", error=error, usage={"n": 1}), "[DONE]")
    assert [delta for delta in deltas if not type(delta).__name__.startswith("Repair")] == [
        TextDelta(TEXT, "a", CONTENT),
        TextDelta(TEXT, "b", CONTENT),
        FinishDelta(StopReason.ERROR, "error"),
        UsageDelta({"n": 1}),
        ErrorDelta("server_error", "went \ufffd wrong", fatal=True),
    ]


def test_a_call_that_an_error_cut_off_is_never_whole() -> None:
    call = {"tool_calls": [{"index": 0, "id": "i", "function": {"name": "n", "arguments": "{}"}}]}
    deltas = read(chunk(call), chunk(finish="tool_calls", error={"message": "m"}))
    assert any(isinstance(delta, CallStartDelta) for delta in deltas)
    assert not any(isinstance(delta, CallEndDelta) for delta in deltas)
    assert deltas[-1] == ErrorDelta("provider_error", "m", fatal=True)


def test_a_bare_error_in_the_body_is_malformed_and_wins_over_the_finish() -> None:
    data = b'{\n  "error": {\n    "message": "cancelled",\n    "status": "CANCELLED"\n  }\n}'
    dialect = OpenAIChat()
    dialect.read(Frame(0, 0, 0, json.dumps(says("a", finish="stop")).encode()))
    assert dialect.read(Frame(1, 0, 0, data, cut=True, fault="bare_lines")) == [
        ErrorDelta("malformed_json"),
        ErrorDelta("CANCELLED", "cancelled", fatal=True),
    ]
    assert dialect.close() == []


@pytest.mark.parametrize(
    "record",
    [
        {"error": {"message": "m", "type": "overloaded", "failed_generation": "<tool>"}},
        {"object": "error", "message": "m", "type": "overloaded"},
    ],
)
def test_an_error_alone_is_all_there_is(record: Any) -> None:
    assert read(record) == [ErrorDelta("overloaded", "m", fatal=True)]


@pytest.mark.parametrize(
    ("record", "word"),
    [
        ({"object": "ping.event"}, "ping.event"),
        ({"choices": None}, "object"),
        ({"choices": {}, "error": None}, "object"),
        ([1], "array"),
        ({"choices": [7]}, "choice"),
    ],
)
def test_records_of_no_known_shape_are_counted_and_the_rest_goes_on(record: Any, word: str) -> None:
    assert read(says("a"), record, "[DONE]") == [
        TextDelta(TEXT, "a", CONTENT),
        UnknownDelta(word),
        DONE,
    ]


def test_a_whole_response_is_read_like_a_stream() -> None:
    call = {"id": "i", "type": "function", "function": {"name": "n", "arguments": "{}"}}
    message = {"role": "assistant", "content": "a", "refusal": "no", "tool_calls": [call]}
    whole = {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"total_tokens": 1},
    }
    deltas = read(whole)
    at = "choices[0].message."
    channel = Channel(ChannelKind.ARGUMENTS)
    assert deltas[:3] == [
        TextDelta(TEXT, "a", at + "content"),
        TextDelta(Channel(ChannelKind.REFUSAL), "no", at + "refusal"),
        CallStartDelta(channel, "i", "n"),
    ]
    assert deltas[4:] == [CallEndDelta(channel), STOP, UsageDelta({"total_tokens": 1}), DONE]


def test_only_delta_counts_where_a_chunk_repeats_it() -> None:
    twice = {"index": 0, "delta": {"content": "a"}, "text": "a", "message": {"content": "a"}}
    whole_at_last = {"index": 0, "message": {"content": "a"}, "finish_reason": "stop"}
    assert read({"choices": [twice]}, {"choices": [whole_at_last]}) == [
        TextDelta(TEXT, "a", CONTENT),
        STOP,
        DONE,
    ]


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        (chunk(), 95, 95),
        ({"choices": [{"delta": {}}]}, 85, 85),
        ({"choices": [7, {"message": {}}]}, 85, 85),
        ({"choices": []}, 40, 40),
        ({"error": {"message": "m"}}, 15, 15),
        ({"type": "error", "error": {}}, 0, 0),
        ({"type": "message_start"}, 0, 0),
        ([], 0, 0),
    ],
)
def test_chunks_are_recognised(value: Any, least: int, most: int) -> None:
    assert least <= OpenAIChat.recognise(value) <= most
