"""What holds for every dialect."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.dialects import DIALECTS
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    Delta,
    EndDelta,
    TextDelta,
)
from wiretail.model.frames import Frame

WORDS = st.sampled_from(
    [
        "choices", "delta", "message", "content", "tool_calls", "function", "function_call", "name",
        "arguments", "index", "id", "finish_reason", "usage", "error", "type", "content_block",
        "text", "thinking", "partial_json", "input", "value", "reasoning_details", "x_groq",
        "executed_tools", "text_delta", "input_json_delta", "tool_use", "message_start", "stop",
        "content_block_start", "content_block_delta", "content_block_stop", "message_delta",
        "message_stop", "stop_reason", "tool_calls", "custom", "object",
    ]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | WORDS | st.sampled_from(["", "\ud83d"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
CHOICES = st.lists(
    st.fixed_dictionaries(
        {"index": st.integers(0, 1)},
        optional={
            "delta": st.dictionaries(WORDS, VALUES, max_size=3),
            "finish_reason": st.sampled_from(["stop", None]),
        },
    ),
    max_size=2,
).map(lambda choices: {"choices": choices})
EVENTS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["message_start", "content_block_start", "content_block_delta", "content_block_stop",
             "message_delta", "message_stop"]
        )
    },
    optional={
        "index": st.integers(0, 2),
        "content_block": st.dictionaries(WORDS, VALUES, max_size=3),
        "delta": st.dictionaries(WORDS, VALUES, max_size=3),
        "message": st.dictionaries(WORDS, VALUES, max_size=3),
    },
)  # fmt: skip
RECORDS = (CHOICES | EVENTS | VALUES).map(lambda value: json.dumps(value).encode())
PAYLOADS = st.lists(RECORDS | st.sampled_from([b"[DONE]", b"{", b"\xff"]), max_size=6)


def frames(payloads: list[bytes]) -> list[Frame]:
    return [Frame(number, 0, 0, data) for number, data in enumerate(payloads)]


def run(dialect: Any, payloads: list[bytes]) -> list[Delta]:
    deltas: list[Delta] = []
    for frame in frames(payloads):
        deltas += dialect.read(frame)
    return [*deltas, *dialect.close()]


def test_they_are_known_by_their_names() -> None:
    names = {"openai-chat", "anthropic-messages", "vscode-lm-parts", "plain-text"}
    assert names <= set(DIALECTS)


@pytest.mark.parametrize("name", sorted(DIALECTS))
@given(payloads=PAYLOADS)
def test_none_ever_raises_and_every_call_is_ended_once_before_its_turn(
    name: str, payloads: list[bytes]
) -> None:
    open_calls: set[Channel] = set()
    seen: set[Channel] = set()
    ended: set[tuple[int, int | None]] = set()
    for delta in run(DIALECTS[name](), payloads):
        if isinstance(delta, TextDelta):
            assert delta.text
        elif isinstance(delta, CallStartDelta):
            assert delta.channel not in seen
            seen.add(delta.channel)
            open_calls.add(delta.channel)
        elif isinstance(delta, CallEndDelta):
            open_calls.remove(delta.channel)
        elif isinstance(delta, EndDelta):
            assert (delta.turn, delta.choice) not in ended
            ended.add((delta.turn, delta.choice))
            assert not [call for call in open_calls if call.turn == delta.turn]


@pytest.mark.parametrize("name", sorted(DIALECTS))
@given(payloads=PAYLOADS, at=st.integers(0, 6))
def test_a_copy_goes_on_as_the_original(name: str, payloads: list[bytes], at: int) -> None:
    dialect = DIALECTS[name]()
    for frame in frames(payloads[:at]):
        dialect.read(frame)
    copied = copy.deepcopy(dialect)
    assert run(copied, payloads[at:]) == run(dialect, payloads[at:])


@pytest.mark.parametrize("name", sorted(DIALECTS))
@given(payload=RECORDS)
def test_recognising_gives_a_share_of_a_hundred(name: str, payload: bytes) -> None:
    assert 0 <= DIALECTS[name].recognise(json.loads(payload)) <= 100


#: Records that raised once: a value of a kind that no provider sends.
HOSTILE = [
    ("anthropic-messages", {"type": "content_block_delta", "index": 0, "delta": {"type": []}}),
    ("openai-chat", {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": "x"}]}}]}),
    ("openai-chat", {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": [1]}]}}]}),
]


@pytest.mark.parametrize(("name", "record"), HOSTILE)
def test_a_value_of_a_foreign_kind_breaks_nothing(name: str, record: dict[str, Any]) -> None:
    deltas = run(DIALECTS[name](), [json.dumps(record).encode(), b"[DONE]"])
    assert not any(isinstance(delta, CallArgumentsDelta | TextDelta) for delta in deltas)
