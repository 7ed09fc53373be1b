import json
from typing import Any

import pytest

from wiretail.engine.dialects.anthropic_messages import AnthropicMessages
from wiretail.model.deltas import (
    CallArgumentsDelta,
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
CALL = Channel(ChannelKind.ARGUMENTS)
DONE = EndDelta(EndKind.DONE)
INCOMPLETE = EndDelta(EndKind.INCOMPLETE)
STOP_EVENT = {"type": "message_stop"}
PING = {"type": "ping"}


def begin(ident: Any = "m1", **more: Any) -> dict[str, Any]:
    return {"type": "message_start", "message": {"id": ident, "type": "message", **more}}


def block(index: int, kind: str, **more: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": {"type": kind, **more}}


def delta(index: int, kind: str, **more: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **more}}


def says(text: str, index: int = 0) -> dict[str, Any]:
    return delta(index, "text_delta", text=text)


def piece(text: Any, index: int = 0) -> dict[str, Any]:
    return delta(index, "input_json_delta", partial_json=text)


def stop(index: int = 0) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def finish(raw: Any, **more: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": raw}, **more}


def read(*records: Any, close: bool = True) -> list[Delta]:
    dialect = AnthropicMessages()
    deltas: list[Delta] = []
    for number, record in enumerate(records):
        data = record.encode() if isinstance(record, str) else json.dumps(record).encode()
        deltas += dialect.read(Frame(number, 0, 0, data))
    return [*deltas, *dialect.close()] if close else deltas


def test_a_whole_exchange_is_read_in_order() -> None:
    thinking = Channel(ChannelKind.REASONING)
    assert read(
        begin(usage={"input_tokens": 5, "output_tokens": 1}),
        block(0, "thinking", thinking="", signature=""),
        PING,
        delta(0, "thinking_delta", thinking="hm"),
        delta(0, "signature_delta", signature="s"),
        stop(0),
        block(1, "text", text=""),
        says("Hi", 1),
        delta(1, "citations_delta", citation={"cited_text": "c"}),
        stop(1),
        block(2, "tool_use", id="t", name="n", input={}),
        piece("", 2),
        piece('{"a":', 2),
        piece("1}", 2),
        stop(2),
        finish("tool_use", usage={"input_tokens": None, "output_tokens": 9}),
        STOP_EVENT,
        STOP_EVENT,
    ) == [
        UsageDelta({"input_tokens": 5, "output_tokens": 1}),
        TextDelta(thinking, "hm", "delta.thinking"),
        TextDelta(Channel(block=1), "Hi", "delta.text"),
        CallStartDelta(CALL, "t", "n"),
        CallArgumentsDelta(CALL, '{"a":', "delta.partial_json"),
        CallArgumentsDelta(CALL, "1}", "delta.partial_json"),
        CallEndDelta(CALL),
        UsageDelta({"input_tokens": 5, "output_tokens": 9}),
        FinishDelta(StopReason.TOOL_CALLS, "tool_use"),
        DONE,
    ]


def test_the_same_channel_and_path_come_again() -> None:
    first, second = read(begin(), block(0, "text", text="a"), says("b"), close=False)
    assert first == TextDelta(TEXT, "a", "content_block.text")
    assert isinstance(first, TextDelta)
    assert isinstance(second, TextDelta)
    assert first.channel is second.channel


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("end_turn", StopReason.STOP),
        ("stop_sequence", StopReason.STOP),
        ("max_tokens", StopReason.LENGTH),
        ("model_context_window_exceeded", StopReason.LENGTH),
        ("refusal", StopReason.REFUSAL),
        ("pause_turn", StopReason.OTHER),
    ],
)
def test_the_provider_s_word_is_kept_beside_ours(word: str, reason: StopReason) -> None:
    assert read(begin(), finish(word), finish("tool_use"), STOP_EVENT) == [
        FinishDelta(reason, word),
        DONE,
    ]


@pytest.mark.parametrize(
    ("records", "end"),
    [
        ([begin()], [INCOMPLETE]),
        ([begin(), finish(None)], [INCOMPLETE]),
        ([begin(), finish("")], [INCOMPLETE]),
        ([begin(), STOP_EVENT], [DONE]),
        ([begin(), "[DONE]"], [DONE]),
        ([STOP_EVENT], []),
        ([PING], []),
        ([], []),
    ],
)
def test_a_turn_ends_as_it_was_said(records: Any, end: list[Delta]) -> None:
    assert read(*records) == end


def test_a_stop_reason_alone_is_a_proper_end() -> None:
    assert read(begin(), finish("end_turn")) == [FinishDelta(StopReason.STOP, "end_turn"), DONE]


def test_a_message_start_with_the_same_id_is_a_repetition() -> None:
    assert read(begin(), says("a"), begin(usage={"n": 1}), says("b"), STOP_EVENT) == [
        TextDelta(TEXT, "a", "delta.text"),
        TextDelta(TEXT, "b", "delta.text"),
        DONE,
    ]


def test_a_message_start_with_another_id_cuts_the_open_turn() -> None:
    other = Channel(ChannelKind.ARGUMENTS, 0, 0, 1)
    assert read(
        begin("m1"),
        block(0, "tool_use", id="t", name="n", input={}),
        piece('{"value":"Spark'),
        begin("m2"),
        block(0, "tool_use", id="u", name="m", input={}),
        stop(),
        STOP_EVENT,
    ) == [
        CallStartDelta(CALL, "t", "n"),
        CallArgumentsDelta(CALL, '{"value":"Spark', "delta.partial_json"),
        CallEndDelta(CALL),
        INCOMPLETE,
        CallStartDelta(other, "u", "m"),
        CallEndDelta(other, {}),
        EndDelta(EndKind.DONE, 1),
    ]


def test_a_turn_with_its_stop_reason_is_done_when_the_next_one_begins() -> None:
    assert read(begin("m1"), finish("end_turn"), begin("m2")) == [
        FinishDelta(StopReason.STOP, "end_turn"),
        DONE,
        EndDelta(EndKind.INCOMPLETE, 1),
    ]


def test_a_message_start_may_carry_the_whole_message() -> None:
    content = [
        {"type": "text", "text": "a"},
        {"type": "thinking", "thinking": "r"},
        {"type": "tool_use", "id": "t", "name": "n", "input": {"text": "p"}},
    ]
    one = Channel(ChannelKind.ARGUMENTS, 0, 0, 1)
    assert read(
        begin("m1"), STOP_EVENT, begin("m2", content=content, stop_reason="tool_use"), STOP_EVENT
    ) == [
        DONE,
        TextDelta(Channel(turn=1), "a", "message.content[0].text"),
        TextDelta(Channel(ChannelKind.REASONING, 0, 1, 1), "r", "message.content[1].thinking"),
        CallStartDelta(one, "t", "n"),
        CallEndDelta(one, {"text": "p"}),
        FinishDelta(StopReason.TOOL_CALLS, "tool_use", 0, 1),
        EndDelta(EndKind.DONE, 1),
    ]


def test_whole_messages_are_a_turn_each() -> None:
    def whole(ident: str) -> dict[str, Any]:
        content = [{"type": "text", "text": ident}]
        return {"type": "message", "id": ident, "content": content, "stop_reason": "end_turn"}

    assert read(whole("a"), whole("b")) == [
        TextDelta(TEXT, "a", "content[0].text"),
        FinishDelta(StopReason.STOP, "end_turn"),
        DONE,
        TextDelta(Channel(turn=1), "b", "content[0].text"),
        FinishDelta(StopReason.STOP, "end_turn", 0, 1),
        EndDelta(EndKind.DONE, 1),
    ]


@pytest.mark.parametrize(
    ("start", "pieces", "ends"),
    [
        ({"url": "u"}, [], {"url": "u"}),
        ({"url": "u"}, [""], {"url": "u"}),
        ({}, [""], {}),
        ({"url": "u"}, ['{"url":"v"}'], None),
        ({}, ['{"cut":'], None),
        (None, [None], None),
    ],
)
def test_pieces_replace_the_input_that_stood_at_the_start(
    start: Any, pieces: list[Any], ends: Any
) -> None:
    deltas = read(
        begin(), block(0, "tool_use", id="t", name="n", input=start), *map(piece, pieces), stop()
    )
    texts = [one.text for one in deltas if isinstance(one, CallArgumentsDelta)]
    assert texts == [text for text in pieces if text]
    assert deltas[-2:] == [CallEndDelta(CALL, ends), INCOMPLETE]


@pytest.mark.parametrize("kind", ["server_tool_use", "mcp_tool_use"])
def test_calls_that_the_provider_runs_are_its_own(kind: str) -> None:
    assert read(begin(), block(0, kind, id="s", name="web_search", input={}), close=False) == [
        CallStartDelta(CALL, "s", "web_search", server=True)
    ]


@pytest.mark.parametrize("last", [finish("tool_use"), STOP_EVENT, block(0, "text", text="")])
def test_a_call_whose_stop_never_came_is_ended_all_the_same(last: Any) -> None:
    start = block(0, "tool_use", id="t", name="n", input={})
    assert CallEndDelta(CALL, {}) in read(begin(), start, last, close=False)


def test_what_the_provider_found_is_not_the_answer_s_text() -> None:
    assert read(
        begin(),
        block(0, "advisor_tool_result", content={"type": "advisor_result", "text": "leak"}),
        says("leak"),
        stop(),
        block(1, "compaction", content=None),
        delta(1, "compaction_delta", content="summary"),
        block(2, "redacted_thinking", data="x"),
        stop(2),
        delta(3, "unheard_of_delta", text="x"),
        STOP_EVENT,
    ) == [
        UnknownDelta("advisor_tool_result"),
        UnknownDelta("compaction"),
        UnknownDelta("unheard_of_delta"),
        DONE,
    ]


def test_a_stream_whose_beginning_was_lost_is_read_all_the_same() -> None:
    assert read(says("a"), piece("{}", 1), finish("end_turn"), STOP_EVENT) == [
        TextDelta(TEXT, "a", "delta.text"),
        CallStartDelta(CALL, None, None),
        CallArgumentsDelta(CALL, "{}", "delta.partial_json"),
        CallEndDelta(CALL),
        FinishDelta(StopReason.STOP, "end_turn"),
        DONE,
    ]


def test_what_comes_behind_the_end_opens_a_turn_only_with_content() -> None:
    late = finish("end_turn", usage={"output_tokens": 1})
    assert read(begin(), STOP_EVENT, late, PING, stop(), says("a")) == [
        DONE,
        UsageDelta({"output_tokens": 1}),
        TextDelta(Channel(turn=1), "a", "delta.text"),
        EndDelta(EndKind.INCOMPLETE, 1),
    ]


def test_an_error_ends_the_turn_and_its_open_call_is_never_whole() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    assert read(begin(), block(0, "tool_use", id="t", name="n"), error, STOP_EVENT) == [
        CallStartDelta(CALL, "t", "n"),
        ErrorDelta("overloaded_error", "Overloaded", fatal=True),
    ]


@pytest.mark.parametrize(
    ("record", "word"),
    [
        ({"type": "vertex_event"}, "vertex_event"),
        ({"type": 7}, "object"),
        ({}, "object"),
        ({"type": "content_block_delta", "delta": None}, "content_block_delta"),
        ({"type": "content_block_start", "content_block": None}, "object"),
    ],
)
def test_records_of_no_known_shape_are_counted(record: Any, word: str) -> None:
    assert read(begin(), record, close=False) == [UnknownDelta(word)]


@pytest.mark.parametrize(
    "record", [{"type": "message_start"}, {"type": "message_delta", "delta": 1}, says("")]
)
def test_an_event_without_its_content_says_nothing(record: Any) -> None:
    assert read(begin(), record, close=False) == []


def test_a_bad_frame_is_an_error_in_its_place() -> None:
    assert read(begin(), "{", STOP_EVENT) == [ErrorDelta("malformed_json"), DONE]


def test_an_index_that_is_no_number_is_the_first() -> None:
    assert read(
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "a"}}, close=False
    ) == [TextDelta(TEXT, "a", "delta.text")]


@pytest.mark.parametrize(
    ("value", "fit"),
    [
        (begin(), 95),
        ({"type": "message_start"}, 0),
        (says("a"), 90),
        (STOP_EVENT, 90),
        (PING, 40),
        ({"type": "message", "content": []}, 90),
        ({"type": "message", "content": "a"}, 0),
        ({"type": "error", "error": {}}, 50),
        ({"type": "error"}, 0),
        ({"type": "response.created"}, 0),
        ({"type": 1}, 0),
        ([], 0),
    ],
)
def test_events_are_recognised(value: Any, fit: int) -> None:
    assert AnthropicMessages.recognise(value) == fit
