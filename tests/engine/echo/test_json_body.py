"""Cases: spec recommended 7.3."""

import pytest

from engine.echo.driving import call, drive
from wiretail.engine.echo.json_body import arguments_key, read_json_body
from wiretail.engine.echo.rules import EchoRules

JSON = EchoRules(mid_line=True, spans_cross_lines=False, one_key=True, json_bodies=True)
GOOD = '{"name": "exec", "arguments": {"a": 1}}'


@pytest.mark.parametrize("blanks", ["", " ", "\r\n\t"])
def test_a_body_names_its_call_and_ends_with_its_closer(blanks: str) -> None:
    text = f"<tool_call>{GOOD}{blanks}</tool_call> behind"
    body = read_json_body(text, len("<tool_call>"))
    assert body is not None
    assert (body.name, text[body.end :]) == ("exec", " behind")
    assert body.key == arguments_key({"a": 1.0})
    assert body.key != arguments_key({"a": True})


@pytest.mark.parametrize(
    "text",
    [
        "{",
        GOOD,
        f"{GOOD} x</tool_call>",
        '{"name": "exec"}</tool_call>',
        '{"name": 1, "arguments": {}}</tool_call>',
        '{"name": "exec", "arguments": "a"}</tool_call>',
        '{"name": "a", "name": "b", "arguments": {}}</tool_call>',
        '{"name": "exec", "arguments": {"a": NaN}}</tool_call>',
        '{"a":' * 5000,
    ],
)
def test_what_is_no_call_is_no_body(text: str) -> None:
    assert read_json_body(text, 0) is None


@pytest.mark.parametrize(
    ("text", "arguments", "verdicts"),
    [
        (f"<tool_call>{GOOD}</tool_call>", '{"a":1.0}', [None]),
        (f"say <tool_call>\n{GOOD}\n</tool_call> so", '{"a":1}', [None]),
        (f"<tool_call>{GOOD}</tool_call>", '{"a":2}', ["body_mismatch"]),
        (f"<tool_call>{GOOD.replace('exec', 'run')}</tool_call>", '{"a":1}', ["no_matching_call"]),
        (f"<tool_call>{GOOD}</tool_call>", "not json", ["body_mismatch"]),
        (f"<tool_call>{GOOD[:-1]}</tool_call>", '{"a":1}', ["no_matching_call"]),
        (f"<tool_call>{GOOD}</tool_call>" * 2, '{"a":1}', [None, None]),
        (f"`<tool_call>{GOOD}</tool_call>`", '{"a":1}', []),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_body_is_an_echo_if_name_and_arguments_are_those_of_a_call(
    text: str, arguments: str, verdicts: list[str | None], size: int
) -> None:
    cut = [text[at : at + size] for at in range(0, len(text), size)]
    driven = drive(cut, [call(arguments)], JSON)
    assert driven.verdicts == verdicts
    shown = text if None not in verdicts else driven.text
    assert driven.text == shown


def test_without_the_rule_a_json_body_is_text() -> None:
    driven = drive([f"<tool_call>{GOOD}</tool_call>"], [call('{"a":1}')], EchoRules())
    assert (driven.verdicts, driven.text) == ([], f"<tool_call>{GOOD}</tool_call>")


def test_a_header_with_too_much_white_space_is_text() -> None:
    rules = EchoRules(mid_line=True, json_bodies=True, max_header_chars=24)
    for blanks, verdicts in ((" ", [None]), ("  ", [])):
        text = f"<tool_call>{blanks}{GOOD}</tool_call>"
        assert drive([text], [call('{"a":1}')], rules).verdicts == verdicts
        assert drive(list(text), [call('{"a":1}')], rules).verdicts == verdicts
