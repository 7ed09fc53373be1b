from typing import Any

import pytest

from wiretail.engine.dialects.chat_choice import Choice, has_content, read_body
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    TextDelta,
    UnknownDelta,
)

AT = "choices[0].delta."


def call_of(index: Any = None, ident: Any = None, **function: Any) -> dict[str, Any]:
    item: dict[str, Any] = {"function": function}
    if index is not None:
        item["index"] = index
    if ident is not None:
        item["id"] = ident
    return item


def read(*bodies: Any) -> list[Delta]:
    choice = Choice(0, 0)
    deltas: list[Delta] = []
    for body in bodies:
        choice.stand(0, "delta")
        read_body(choice, body, deltas)
    choice.end_calls(deltas)
    return deltas


def calls(*items: Any) -> list[tuple[Any, Any, Any]]:
    """Return id, name and joined arguments of the calls that these items, one a chunk, make."""
    found: dict[Channel, list[Any]] = {}
    deltas = read(*({"tool_calls": item if isinstance(item, list) else [item]} for item in items))
    for delta in deltas:
        match delta:
            case CallStartDelta(channel=channel, id=ident, name=name):
                found[channel] = [ident, name, ""]
            case CallArgumentsDelta(channel=channel, text=text):
                found[channel][2] += text
            case CallEndDelta(channel=channel, arguments=value) if value is not None:
                found[channel][2] = value
    return [(ident, name, text) for ident, name, text in found.values()]


@pytest.mark.parametrize(
    ("items", "made"),
    [
        pytest.param(
            [
                call_of(0, "a", name="n", arguments=""),
                call_of(0, arguments="{"),
                call_of(0, arguments="}"),
            ],
            [("a", "n", "{}")],
            id="OpenAI: name and id first",
        ),
        pytest.param(
            [call_of(1, "a", name="n", arguments="{}")],
            [("a", "n", "{}")],
            id="the first index is 1",
        ),
        pytest.param(
            [call_of(0, "a", name="n", arguments="{"), call_of(0, "", name="", arguments="}")],
            [("a", "n", "{}")],
            id="later id and name are blank",
        ),
        pytest.param(
            [call_of(0, "a", name="n", arguments="{"), call_of(0, "a", name="n", arguments="}")],
            [("a", "n", "{}")],
            id="id and name are repeated: never joined",
        ),
        pytest.param(
            [call_of(0, "a", name="n", arguments="{"), call_of(0, "b", arguments="}")],
            [("a", "n", "{}")],
            id="an id made anew in every chunk",
        ),
        pytest.param(
            [call_of(0, "a", name="n", arguments="1"), call_of(0, "b", name="n", arguments="2")],
            [("a", "n", "1"), ("b", "n", "2")],
            id="every call counted as 0",
        ),
        pytest.param(
            [
                [call_of(0, "a", name="n"), call_of(1, "b", name="m")],
                call_of(1, arguments="2"),
                call_of(0, arguments="1"),
            ],
            [("a", "n", "1"), ("b", "m", "2")],
            id="interleaved",
        ),
        pytest.param(
            [
                call_of(None, "a", name="n", arguments="1"),
                call_of(None, "b", name="n", arguments="2"),
            ],
            [("a", "n", "1"), ("b", "n", "2")],
            id="Mistral: no index, one call a chunk",
        ),
        pytest.param(
            [
                call_of(None, "a", name="n", arguments="1"),
                call_of(None, "a", name="n", arguments="2"),
            ],
            [("a", "n", "12")],
            id="no index, known by its id",
        ),
        pytest.param(
            [call_of(0, "a", name="n", arguments="1"), call_of(None, "a", arguments="2")],
            [("a", "n", "12")],
            id="the index comes once only",
        ),
        pytest.param(
            [
                call_of(None, name="n", arguments="1"),
                call_of(None, "", arguments="2"),
                call_of(None, name="m"),
            ],
            [(None, "n", "12"), (None, "m", "")],
            id="neither index nor id",
        ),
        pytest.param([call_of(arguments="{}")], [(None, None, "{}")], id="arguments of nothing"),
        pytest.param(
            [call_of(0, "a"), call_of(0, name="n", arguments="{}")],
            [("a", "n", "{}")],
            id="the name comes after the id",
        ),
        pytest.param([call_of(0, "a")], [("a", None, "")], id="no name at all"),
        pytest.param(
            [call_of(0, "a", name="n", arguments=None)], [("a", "n", "")], id="no arguments"
        ),
        pytest.param(
            [call_of(0, "a", name="n", arguments="null")], [("a", "n", "null")], id="the text null"
        ),
        pytest.param(
            [call_of(0, "a", name="n", arguments={"x": 1})], [("a", "n", {"x": 1})], id="an object"
        ),
        pytest.param([{"index": 0, "id": "a"}, 7], [("a", None, "")], id="no function, no object"),
        pytest.param(
            [{"index": 0, "id": "a", "type": "custom", "custom": {"name": "n", "input": "raw"}}],
            [("a", "n", "raw")],
            id="a custom tool",
        ),
    ],
)
def test_calls_are_told_apart_as_providers_count_them(items: Any, made: Any) -> None:
    assert calls(*items) == made


def test_a_call_has_its_channel_and_the_place_of_every_piece() -> None:
    deltas = read(
        {"tool_calls": [call_of(0, "a", name="n", arguments="{")]},
        {"tool_calls": [{}, call_of(1, "b", name="m", arguments="}")]},
    )
    first = Channel(ChannelKind.ARGUMENTS, 0, 0)
    second = Channel(ChannelKind.ARGUMENTS, 0, 1)
    assert deltas == [
        CallStartDelta(first, "a", "n"),
        CallArgumentsDelta(first, "{", AT + "tool_calls[0].function.arguments"),
        CallStartDelta(second, "b", "m"),
        CallArgumentsDelta(second, "}", AT + "tool_calls[1].function.arguments"),
        CallEndDelta(first),
        CallEndDelta(second),
    ]


def test_the_legacy_function_call_is_one_call() -> None:
    channel = Channel(ChannelKind.ARGUMENTS)
    path = AT + "function_call.arguments"
    assert read(
        {"function_call": {"name": "n", "arguments": ""}},
        {"function_call": {"arguments": "{}"}},
        {"function_call": None, "content": None},
    ) == [
        CallStartDelta(channel, None, "n"),
        CallArgumentsDelta(channel, "{}", path),
        CallEndDelta(channel),
    ]


def test_arguments_behind_the_end_of_their_call_are_counted() -> None:
    choice = Choice(0, 0)
    choice.stand(0, "delta")
    deltas: list[Delta] = []
    read_body(choice, {"tool_calls": [call_of(0, "a", name="n")]}, deltas)
    choice.end_calls(deltas)
    read_body(choice, {"tool_calls": [call_of(0, arguments="{}")]}, deltas)
    assert deltas[2:] == [UnknownDelta("tool_calls after finish_reason")]


def test_calls_that_the_provider_ran_are_shown_once_as_its_own() -> None:
    search = {"index": 0, "type": "search", "arguments": '{"query":"q"}'}
    run = {"index": 1, "name": "python", "id": "p", "arguments": {"code": "1"}}
    deltas = read(
        {"channel": "analysis", "executed_tools": [search]},
        {"executed_tools": [{**search, "output": "found"}, run, {"type": "visit"}]},
        {"tool_calls": [call_of(0, "a", name="n")]},
    )
    zero, one, two, three = (Channel(ChannelKind.ARGUMENTS, 0, block) for block in range(4))
    assert deltas == [
        CallStartDelta(zero, None, "search", server=True),
        CallArgumentsDelta(zero, '{"query":"q"}', AT + "executed_tools[0].arguments"),
        CallEndDelta(zero),
        CallStartDelta(one, "p", "python", server=True),
        CallEndDelta(one, {"code": "1"}),
        CallStartDelta(two, None, "visit", server=True),
        CallEndDelta(two),
        CallStartDelta(three, "a", "n"),
        CallEndDelta(three),
    ]


TEXT = ("text", ChannelKind.TEXT)
REASONING = ("reasoning", ChannelKind.REASONING)


def details(*items: tuple[str, str, Any]) -> list[dict[str, Any]]:
    return [{"type": kind, field: text} for kind, field, text in items]


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ({"content": "a"}, [(ChannelKind.TEXT, "a", "content")]),
        ({"content": ""}, []),
        ({"content": None}, []),
        ({"role": "assistant", "content": "a"}, [(ChannelKind.TEXT, "a", "content")]),
        ({"role": "assistant", "content": ""}, []),
        ({"role": "assistant", "content": None, "refusal": None}, []),
        ({"content": None, "refusal": "no"}, [(ChannelKind.REFUSAL, "no", "refusal")]),
        (
            {"content": "a", "reasoning_content": "r"},
            [(ChannelKind.REASONING, "r", "reasoning_content"), (ChannelKind.TEXT, "a", "content")],
        ),
        (
            {"reasoning": "r", "reasoning_content": None},
            [(ChannelKind.REASONING, "r", "reasoning")],
        ),
        ({"reasoning_text": "r"}, [(ChannelKind.REASONING, "r", "reasoning_text")]),
        (
            {"reasoning": "r", "reasoning_details": details(("reasoning.text", "text", "r"))},
            [(ChannelKind.REASONING, "r", "reasoning")],
        ),
        (
            {
                "reasoning_content": "r",
                "reasoning_details": details(("reasoning.text", "text", "r")),
            },
            [(ChannelKind.REASONING, "r", "reasoning_content")],
        ),
        (
            {
                "reasoning": "",
                "reasoning_details": details(
                    ("reasoning.encrypted", "data", "x"),
                    ("reasoning.summary", "summary", "s"),
                    ("reasoning.text", "text", ""),
                    ("reasoning.text", "text", "t"),
                ),
            },
            [
                (ChannelKind.REASONING, "s", "reasoning_details[1].summary"),
                (ChannelKind.REASONING, "t", "reasoning_details[3].text"),
            ],
        ),
        (
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "r"}, {"text": ""}]},
                    {"type": "thinking", "thinking": "s"},
                    {"type": "thinking", "thinking": ""},
                    {"type": "text", "text": "a"},
                    {"type": "text", "text": ""},
                ]
            },
            [
                (ChannelKind.REASONING, "r", "content[0].thinking[0].text"),
                (ChannelKind.REASONING, "s", "content[1].thinking"),
                (ChannelKind.TEXT, "a", "content[3].text"),
            ],
        ),
    ],
)
def test_each_text_is_counted_once_on_its_channel(body: Any, texts: Any) -> None:
    assert read(body) == [TextDelta(Channel(kind), text, AT + path) for kind, text, path in texts]


def test_parts_of_other_kinds_are_counted() -> None:
    assert read({"content": [{"type": "reference", "reference_ids": [1]}, "x"]}) == [
        UnknownDelta("content part reference"),
        UnknownDelta("content part object"),
    ]


def test_paths_follow_the_place_in_the_frame() -> None:
    choice = Choice(1, 0)
    choice.stand(0, "delta")
    first = choice.path("content")
    assert first == "choices[0].delta.content"
    choice.stand(0, "delta")
    assert choice.path("content") is first
    choice.stand(1, "message")
    assert choice.path("content") == "choices[1].message.content"


@pytest.mark.parametrize(
    ("item", "found"),
    [
        ({"delta": {"content": "a"}}, True),
        ({"delta": {}, "message": {"content": "a"}}, True),
        ({"delta": {"reasoning": "r"}}, True),
        ({"delta": {"tool_calls": [{}]}}, True),
        ({"delta": {"role": "assistant", "content": ""}}, False),
        ({"delta": None}, False),
        ({}, False),
    ],
)
def test_content_is_what_is_said(item: Any, found: bool) -> None:
    assert has_content(item) is found
