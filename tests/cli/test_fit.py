import json
from pathlib import Path

import pytest

from cli.terminal import Terminal
from shared import FIXTURES

CHAT = FIXTURES / "requests" / "chat.json"


def test_a_request_is_made_to_fit_and_keeps_its_pairs(wiretail: Terminal) -> None:
    answer = wiretail("fit", str(CHAT), "--window-tokens", "2000")
    assert (answer.code, answer.err) == (0, "")
    before, after = json.loads(CHAT.read_text("utf-8")), json.loads(answer.out)
    assert "characters truncated" in after["messages"][3]["content"]
    after["messages"][3]["content"] = before["messages"][3]["content"]
    assert after == before


def test_standard_input_is_read(wiretail: Terminal) -> None:
    answer = wiretail("fit", "-", "--window-tokens", "2000", typed=CHAT.read_bytes())
    assert answer.code == 0
    assert json.loads(answer.out)["model"] == "example"


def test_an_anthropic_request_is_fitted(wiretail: Terminal) -> None:
    result = {"type": "tool_result", "tool_use_id": "t\ud800", "content": "x" * 30_000}
    body = {"system": "s", "messages": [{"role": "user", "content": [result]}]}
    answer = wiretail("fit", "-", "--window-tokens", "3000", typed=json.dumps(body).encode())
    assert answer.code == 0
    [part] = json.loads(answer.out)["messages"][0]["content"]
    assert part["tool_use_id"] == "t\ufffdD800"
    assert len(part["content"]) < 12_000


def test_a_report_goes_beside_the_request(wiretail: Terminal) -> None:
    words = ("fit", str(CHAT), "--window-tokens", "2000")
    table = wiretail(*words, "--report")
    assert "/messages/3/content" in table.err
    assert json.loads(table.out)
    told = json.loads(wiretail(*words, "--report-format", "json").err)
    assert told["shape"] == "openai-chat"
    assert [item["reason"] for item in told["decisions"]] == ["window"]


def test_what_cannot_fit_is_refused_with_numbers_and_advice(wiretail: Terminal) -> None:
    answer = wiretail("fit", str(CHAT), "--window-tokens", "100")
    assert (answer.code, answer.out) == (1, "")
    assert "condense the conversation or start a new task." in answer.err


def test_keys_that_collide_are_refused(wiretail: Terminal) -> None:
    answer = wiretail("fit", "-", typed=b'{"input": "a", "m": {"a\\ud800": 1, "a\\udc00": 2}}')
    assert (answer.code, answer.out) == (1, "")
    assert "equal after repair" in answer.err


def test_an_unknown_window_is_said(wiretail: Terminal) -> None:
    answer = wiretail("fit", str(CHAT))
    assert answer.code == 0
    assert "the window is unknown" in answer.err


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"7", b"\xff", b"[" * 10_000])
def test_what_is_no_request_cannot_be_read(wiretail: Terminal, data: bytes) -> None:
    answer = wiretail("fit", "-", typed=data)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("window", ["0", "-1", "nan", "x"])
def test_a_window_is_a_number_above_zero_or_unknown(wiretail: Terminal, window: str) -> None:
    answer = wiretail("fit", str(CHAT), "--window-tokens", window)
    assert answer.code == (0 if window == "nan" else 2)


def test_a_file_that_is_not_there_is_named(wiretail: Terminal, tmp_path: Path) -> None:
    answer = wiretail("fit", str(tmp_path / "missing.json"))
    assert answer.code == 2
    assert "missing.json" in answer.err


def test_a_recorded_request_is_taken_from_its_capture(wiretail: Terminal) -> None:
    path = str(FIXTURES / "captures" / "chrome.har")
    answer = wiretail("fit", path, "--exchange", "1", "--window-tokens", "2000")
    assert answer.code == 0
    assert json.loads(answer.out)["system"] == "Be brief."
    assert wiretail("fit", path).code == 2
