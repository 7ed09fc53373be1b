import dataclasses
from typing import Any, get_args

import pytest

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
    RefuseDelta,
    RepairDelta,
    StopReason,
    TextDelta,
    UnknownDelta,
    UsageDelta,
)

CALL = Channel(ChannelKind.ARGUMENTS, choice=1, block=2, turn=3)

# A delta made of what it needs, and the values of what it need not be given
DEFAULTS: list[tuple[Any, dict[str, Any]]] = [
    (TextDelta(Channel(), "a"), {"path": ""}),
    (CallStartDelta(CALL, "id", "name"), {"server": False}),
    (CallArgumentsDelta(CALL, "{"), {"path": ""}),
    (CallEndDelta(CALL), {"arguments": None}),
    (UsageDelta({"in": 1}), {"turn": 0}),
    (FinishDelta(StopReason.STOP), {"raw": "", "choice": 0, "turn": 0}),
    (ErrorDelta("overloaded"), {"message": "", "fatal": False}),
    (RefuseDelta("key_collision", "unicode.json"), {}),
    (RepairDelta("unicode.bytes", "malformed_utf8"), {"evidence": {}}),
    (UnknownDelta("ping"), {}),
    (EndDelta(), {"end": EndKind.DONE, "turn": 0, "choice": None}),
]


def test_the_words_of_the_enumerations_are_those_of_the_page() -> None:
    assert [str(kind) for kind in EndKind] == ["done", "incomplete", "error", "cancelled"]
    assert [str(reason) for reason in StopReason] == [
        "stop",
        "tool_calls",
        "length",
        "content_filter",
        "refusal",
        "error",
        "other",
    ]
    assert [str(kind) for kind in ChannelKind] == ["text", "reasoning", "arguments", "refusal"]


def test_a_channel_is_the_text_of_the_first_block_unless_said_otherwise() -> None:
    assert Channel() == (ChannelKind.TEXT, 0, 0, 0)
    assert len({Channel(), Channel(choice=1), Channel(block=1), Channel(turn=1)}) == 4


def test_the_table_of_deltas_is_complete() -> None:
    assert {type(delta) for delta, _ in DEFAULTS} == set(get_args(Delta))


@pytest.mark.parametrize(("delta", "defaults"), DEFAULTS, ids=lambda part: type(part).__name__)
def test_a_delta_needs_no_more_than_it_says(delta: Any, defaults: dict[str, Any]) -> None:
    optional = {
        field.name: getattr(delta, field.name)
        for field in dataclasses.fields(delta)
        if field.default is not dataclasses.MISSING
        or field.default_factory is not dataclasses.MISSING
    }
    assert optional == defaults
    assert not hasattr(delta, "__dict__")


def test_evidence_is_not_shared_between_repairs() -> None:
    first, second = (RepairDelta("unicode.bytes", "malformed_utf8") for _ in range(2))
    assert first.evidence is not second.evidence
