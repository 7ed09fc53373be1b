"""Recorded streams of many providers: a plain reading gives what an independent one gave.

The recordings lie beside the checkout and are no part of it; without them these tests are skipped.
"""

import csv
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shared import SHARED, shared
from wiretail.captures import open_capture
from wiretail.cli.main import run
from wiretail.profiles import load_profile
from wiretail.study.run import Offer, replays
from wiretail.study.summary import Summary

FORMATS = {"sse", "ndjson", "chunks-txt"}
DIALECTS = {"openai-chat", "anthropic-messages"}
CAPTURES = SHARED / "captures"

KEYS = (
    "exchange",
    "turn",
    "choice",
    "text_sha256",
    "text_len",
    "reasoning_sha256",
    "reasoning_len",
    "stop_reason",
    "end",
    "frames",
    "malformed",
)

#: What no profile may change: recordings without any markup in their text.
MARKUP = ("<invoke", "<function_calls", "<parameter", "<system-reminder", "<tool_call", "<think")


def recordings() -> list[str]:
    """Return the files that are read in this test; one name that skips it where there are none."""
    index = CAPTURES / "INDEX.tsv"
    if not index.exists():
        return ["INDEX.tsv"]
    with index.open(encoding="utf-8", newline="") as file:
        return [
            row["file"]
            for row in csv.DictReader(file, delimiter="\t")
            if row["format"] in FORMATS and row["dialect"] in DIALECTS
        ]


@cache
def expected() -> Mapping[str, Any]:
    """Return the expected turns of each file."""
    text = shared("captures/EXPECTED.jsonl").read_text("utf-8")
    return {entry["file"]: entry for entry in map(json.loads, text.splitlines())}


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(value: Any) -> Any:
    """Return a value with ``5.0`` as ``5``."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: canonical(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [canonical(inner) for inner in value]
    return value


def called(call: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call of a summary as the list of expected turns writes it."""
    arguments = canonical(call["arguments"])
    written = json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {
        "name": call["name"],
        "arguments_sha256": sha(written),
        "raw": isinstance(arguments, str),
        "server": call["server"],
    }


@cache
def plainly(path: Path) -> list[dict[str, Any]]:
    return summaries(path, "observe")


def summaries(path: Path, profile: str, offer: Offer | None = None) -> list[dict[str, Any]]:
    answer = []
    for replay in replays(open_capture(path), load_profile(profile), offer):
        summary = Summary(replay.exchange.number)
        for item in replay:
            summary.add(item)
        answer += summary.objects(replay.frames)
    return answer


def told(turn: Mapping[str, Any]) -> dict[str, Any]:
    """Return a turn of a summary as the list of expected turns writes it."""
    return {
        "exchange": turn["exchange"],
        "turn": turn["turn"],
        "choice": turn["choice"],
        "text_sha256": sha(turn["text"]),
        "text_len": len(turn["text"]),
        "reasoning_sha256": sha(turn["reasoning"]),
        "reasoning_len": len(turn["reasoning"]),
        "tool_calls": [called(call) for call in turn["tool_calls"]],
        "stop_reason": turn["stop_reason_raw"],
        "end": turn["end"],
        "frames": turn["frames"],
        "malformed": turn["malformed_frames"],
    }


def wanted(turn: Mapping[str, Any]) -> dict[str, Any]:
    """Return an expected turn without what is there for people only."""
    calls = [{"server": False, **call} for call in turn["tool_calls"]]
    return {key: turn[key] for key in KEYS} | {"tool_calls": calls}


@pytest.mark.parametrize("name", recordings())
def test_a_plain_reading_gives_what_another_reader_gave(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shared(f"captures/{name}")
    turns = expected()[name]["turns"]
    code = run(["inspect", "--profile", "observe", "--format", "summary", str(path)])
    found = [json.loads(line) for line in capsys.readouterr().out.split("\n") if line]
    assert code == 0
    assert [told(turn) for turn in found] == [wanted(turn) for turn in turns]


@pytest.mark.parametrize("any_tool", [False, True])
@pytest.mark.parametrize("name", recordings())
def test_text_without_markup_comes_out_of_the_default_profile_unchanged(
    name: str, any_tool: bool
) -> None:
    path = shared(f"captures/{name}")
    plain = plainly(path)
    if any(mark in turn["text"] for turn in plain for mark in MARKUP):
        pytest.skip("its text holds markup")
    found = summaries(path, "wiretail", Offer(any=any_tool))
    assert [told(turn) for turn in found] == [told(turn) for turn in plain]


LEAKED = "captures/files/zoo-code__copilot-vscodelm__opus46_D_leaked_function_calls.json"
QUOTED = "captures/files/zoo-code__copilot-vscodelm__opus48_E_quoted_in_prose.json"


@pytest.mark.parametrize("any_tool", [False, True])
def test_a_recorded_leak_is_a_call_once_tools_may_be_taken_on_trust(any_tool: bool) -> None:
    [turn] = summaries(shared(LEAKED), "wiretail", Offer(any=any_tool))
    if any_tool:
        arguments = {"path": "c:/git/Zoo-Code/package.json"}
        [call] = turn["tool_calls"]
        assert (call["name"], call["arguments"]) == ("read_file", arguments)
        assert not turn["text"].strip()
    else:
        assert turn["tool_calls"] == []
        assert turn["findings"] == ["tools_unknown"]


@pytest.mark.parametrize("any_tool", [False, True])
def test_a_recorded_quotation_stays_text(any_tool: bool) -> None:
    [plain] = plainly(shared(QUOTED))
    [turn] = summaries(shared(QUOTED), "wiretail", Offer(any=any_tool))
    assert "<invoke" in turn["text"]
    assert (turn["text"], turn["tool_calls"]) == (plain["text"], [])
