"""Cases: spec qoder 5, reasons 4: fixed sentences, values from enumerations only."""

import pytest

from wiretail.engine.refusals import refusal_event
from wiretail.model.deltas import Channel, ChannelKind

TEXT, REASONING = Channel(), Channel(ChannelKind.REASONING)
MARKUP = "tool_call_markup"


@pytest.mark.parametrize(
    ("channel", "refusal_class", "marker", "why"),
    [
        (
            TEXT,
            "unterminated_reminder",
            "<system-reminder",
            "its text channel contained a <system-reminder> block without an end",
        ),
        (
            REASONING,
            "stray_reminder_close",
            "</system-reminder>",
            "its reasoning channel contained the end of a <system-reminder> block that never began",
        ),
        (
            TEXT,
            MARKUP,
            "</invoke>",
            "its text channel contained vendor tool-call markup (</invoke>)",
        ),
        (TEXT, MARKUP, "", "its text channel contained vendor tool-call markup"),
    ],
)
def test_scaffolding_has_its_sentence_and_payload(
    channel: Channel, refusal_class: str, marker: str, why: str
) -> None:
    event = refusal_event(channel, refusal_class, 7, marker=marker)
    assert event.message == f"The turn was refused: {why}. The content is not repeated here."
    assert (event.channel, event.refusal_class, event.frame, event.marker) == (
        channel,
        refusal_class,
        7,
        marker,
    )
    assert event.payload == {
        "status": 502,
        "type": "upstream_error",
        "code": "vendor_scaffold_detected",
        "retryable": False,
    }


def test_a_turn_of_which_nothing_was_left_says_so() -> None:
    assert refusal_event(TEXT, MARKUP, 0, redacted=True).payload["redacted"] is True
    assert "redacted" not in refusal_event(TEXT, MARKUP, 0).payload


@pytest.mark.parametrize(
    ("refusal_class", "why"),
    [
        ("key_collision", "two keys of one object are equal after repair"),
        ("undeclared_tool", "it called a tool that was not offered"),
    ],
)
def test_other_classes_carry_their_code(refusal_class: str, why: str) -> None:
    event = refusal_event(TEXT, refusal_class, 0)
    assert event.message == f"The turn was refused: {why}. The content is not repeated here."
    assert event.payload == {"code": refusal_class}


def test_a_class_that_is_not_listed_is_an_error_of_ours() -> None:
    with pytest.raises(KeyError):
        refusal_event(TEXT, "anything", 0)
