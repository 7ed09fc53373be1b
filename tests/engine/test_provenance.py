"""Cases: spec recommended 4, with the ids of their vectors."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.driving import NS, READ, TOOLS, block, profile_of, wrapped
from wiretail.engine.markup.grammar import armed
from wiretail.engine.provenance import InputCandidates
from wiretail.engine.toolbox import Toolbox
from wiretail.model.calls import Tool
from wiretail.model.transcript import Message

SETTINGS = profile_of("wiretail").settings
ARGUMENTS = {"path": "a.md"}


def candidates(*messages: Message, tools: Sequence[Tool] | None = TOOLS) -> InputCandidates:
    return InputCandidates(messages, armed(SETTINGS), Toolbox(tools, SETTINGS))


def user(content: Any) -> InputCandidates:
    return candidates(Message("user", content))


def holds(
    found: InputCandidates, text: str = READ, arguments: Mapping[str, Any] = ARGUMENTS
) -> bool:
    return found.hold(text, "Read", arguments)


@pytest.mark.parametrize("role", ["user", "tool", "function"])
def test_a_block_of_the_user_or_of_a_tool_is_known(role: str) -> None:
    assert holds(candidates(Message(role, f"See {READ} here")))


@pytest.mark.parametrize("role", ["assistant", "system", "developer"])
def test_what_others_said_is_not(role: str) -> None:  # I07
    assert not holds(candidates(Message(role, READ)))


@pytest.mark.parametrize(
    "content",
    [
        [{"type": "text", "text": READ}],
        [{"type": "tool_result", "content": [{"type": "text", "text": READ}]}],  # I02
        [{"type": "tool_result", "content": READ}],
        [{"type": "function_call_output", "output": READ}],
        [{"type": "image", "source": {}}, {"type": "text", "text": READ}],
        wrapped(READ),
        f"```\n{READ}\n```",
        f'`<invoke name="x"> is how it begins`\n{READ}',
        f'<invoke name="any"><x></invoke>{READ}',
        f"<invoke <invoke> </invoke> {READ}",
        f'<invoke name="Read"><parameter name="nope"></invokes></invoke>{READ}',
        READ.replace("<", "<" + NS).replace("<" + NS + "/", "</" + NS),
    ],
)
def test_it_is_found_wherever_it_stands(content: Any) -> None:
    assert holds(user(content))


@pytest.mark.parametrize("content", [None, "", 5, b"<invoke", [], [None, 7], {"type": "text"}])
def test_content_without_text_holds_nothing(content: Any) -> None:
    assert not holds(user(content))


@pytest.mark.parametrize(
    "content",
    [
        "Read a.md",
        READ.removesuffix("</invoke>"),  # I09
        block(path="b.md"),  # I08
        '<invoke name="Read"> <b>',
        '<invoke name="Read"><parameter name="nope">',
    ],
)
def test_what_is_no_complete_candidate_or_another_call_is_not(content: str) -> None:
    assert not holds(user(content))


def test_a_candidate_that_is_no_call_is_known_by_its_text() -> None:
    bad = '<invoke name="Read"><parameter name="nope">1</parameter></invoke>'
    found = user(f"a {bad} b")
    assert found.hold(bad, "Read", {})
    assert not holds(found)


def test_line_ends_and_outer_blanks_do_not_count() -> None:
    text = block(path="a\r\nb")
    assert user(f"\ufeff{text}").hold(f" {block(path=chr(97) + chr(10) + chr(98))}\n", "Read", {})


def test_another_spelling_of_the_same_call_is_known_by_its_reading() -> None:
    spaced = READ.replace("><", ">\n<")
    assert holds(user(READ), spaced)
    assert not holds(user(READ), spaced, {"path": "A.md"})


def test_numbers_are_equal_by_value_in_a_reading() -> None:
    assert user(block(path="a", limit="5.0")).hold("x", "Read", {"path": "a", "limit": 5})


def test_an_unknown_tool_is_known_by_its_written_name() -> None:
    found = candidates(Message("user", block("Nope", k="v")), tools=())
    assert found.hold("x", "Nope", {"k": "v"})


def test_lone_halves_of_the_request_are_read_as_they_come_out() -> None:
    assert user(block(path="\ud83d")).hold("x", "Read", {"path": "\ufffd"})


def test_the_request_is_read_once_and_shared_by_snapshots() -> None:
    messages = [Message("user", READ)]
    found = InputCandidates(messages, armed(SETTINGS), Toolbox(TOOLS, SETTINGS))
    assert copy.deepcopy(found) is found
    assert holds(found)
    messages.clear()
    assert holds(found)
