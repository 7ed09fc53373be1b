import dataclasses
from typing import Any, get_args

import pytest

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
    Refusal,
    RetrySuggested,
    Text,
    Usage,
)

TEXT = Channel()
CALL = Channel(ChannelKind.ARGUMENTS)
AT_THE_START = {"path": "", "offset": 0}
IN_ONE_FRAME = {**AT_THE_START, "tail": None}

# Spec reasons, section 6, last lines; what an event need not be given
EVENTS: list[tuple[str, Any, dict[str, Any]]] = [
    ("text", Text(TEXT, 0, "a", 1), IN_ONE_FRAME),
    ("reasoning", Reasoning(TEXT, 0, "a", 1), IN_ONE_FRAME),
    ("call_started", CallStarted(CALL, "1", "f", 1), {"origin": Origin.NATIVE, "server": False}),
    ("call_arguments", CallArguments(CALL, "1", 0, "{", 1), AT_THE_START),
    (
        "call",
        Call(CALL, "1", "f", {}, 1),
        {"origin": Origin.NATIVE, "server": False, "supersedes": None, "evidence": {}},
    ),
    ("call_withdrawn", CallWithdrawn(CALL, "1", 1, "withdrawn"), {}),
    ("retry_suggested", RetrySuggested(TEXT, "f", 1), {}),
    ("usage", Usage(TEXT, {"in": 1}, 1), {}),
    ("error", Error(TEXT, "overloaded", "", 1), {"fatal": False, "malformed": False}),
    ("refusal", Refusal(TEXT, "over_window", "", 1), {"marker": "", "payload": {}}),
    ("end", End(TEXT, EndKind.DONE, 1), {"reason": None, "raw": "", "redacted": False}),
]


def test_the_events_are_those_of_the_page() -> None:
    assert [type(event) for _, event, _ in EVENTS] == list(get_args(Event))


@pytest.mark.parametrize(("word", "event", "defaults"), EVENTS, ids=[row[0] for row in EVENTS])
def test_an_event_knows_its_word_and_needs_no_more_than_it_says(
    word: str, event: Any, defaults: dict[str, Any]
) -> None:
    optional = {
        field.name: getattr(event, field.name)
        for field in dataclasses.fields(event)
        if field.default is not dataclasses.MISSING
        or field.default_factory is not dataclasses.MISSING
    }
    assert event.type == word
    assert optional == defaults
    assert event.channel in {TEXT, CALL}
    assert event.frame == 1
    assert not hasattr(event, "__dict__")


def test_the_word_of_an_event_is_no_field_of_it() -> None:
    for _, event, _ in EVENTS:
        assert "type" not in {field.name for field in dataclasses.fields(event)}


def test_mappings_are_not_shared_between_events() -> None:
    assert Call(CALL, "1", "f", {}, 1).evidence is not Call(CALL, "1", "f", {}, 1).evidence
    assert (
        Refusal(TEXT, "over_window", "", 1).payload
        is not Refusal(TEXT, "over_window", "", 1).payload
    )
