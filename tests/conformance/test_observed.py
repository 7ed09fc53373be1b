"""`observe` proposes what `wiretail` does, on vectors and recordings, and changes no text."""

import csv
from collections.abc import Iterable
from dataclasses import replace

import pytest

from shared import FIXTURES, SHARED, shared
from wiretail.captures import open_capture
from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import Event, Reasoning, Text
from wiretail.profiles import load_profile
from wiretail.study.conform.cases import Case, read_cases
from wiretail.study.conform.stream_op import run_stream
from wiretail.study.run import replays

CAPTURES = SHARED / "captures"


def told(items: Iterable[Event | Decision]) -> list[Decision]:
    """Return the decisions that are not about halves, which are really joined in both."""
    decisions = [item for item in items if isinstance(item, Decision)]
    return [replace(one, proposed=True) for one in decisions if one.rule != "unicode.join"]


def said(items: Iterable[Event | Decision]) -> dict[object, str]:
    parts: dict[object, list[str]] = {}
    for item in items:
        if isinstance(item, Text | Reasoning):
            parts.setdefault(item.channel, []).append(item.text)
    return {channel: "".join(found) for channel, found in parts.items()}


def cases(name: str) -> list[Case]:
    text = (FIXTURES / "vectors" / name).read_text(encoding="utf-8")
    return [
        case
        for case in read_cases(text, name)
        if case.op == "stream" and case.profile in {"wiretail", "observe"}
    ]


@pytest.mark.parametrize("name", ["default.jsonl", "recovery.jsonl", "scaffold.jsonl"])
def test_what_is_proposed_for_a_vector_is_what_is_done(name: str) -> None:
    found = cases(name)
    assert len(found) > 80
    for case in found:
        done = run_stream(replace(case, profile="wiretail"))
        proposed = run_stream(replace(case, profile="observe"))
        assert (case.id, told(proposed.decisions)) == (case.id, told(done.decisions))


def recordings() -> list[str]:
    """Return fifty recordings, those with tool calls first; one name that skips without them."""
    index = CAPTURES / "INDEX.tsv"
    if not index.exists():
        return ["INDEX.tsv"]
    with index.open(encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file, delimiter="\t")
            if row["format"] in {"sse", "ndjson", "chunks-txt"}
            and row["dialect"] in {"openai-chat", "anthropic-messages"}
            and int(row["bytes"]) < 200_000
        ]
    rows.sort(key=lambda row: (row["has_tool_calls"] != "yes", row["file"]))
    return [row["file"] for row in rows[:50]]


@pytest.mark.parametrize("name", recordings())
def test_what_is_proposed_for_a_recording_is_what_is_done(name: str) -> None:
    capture = open_capture(shared(f"captures/{name}"))
    runs = {
        profile: [list(replay) for replay in replays(capture, load_profile(profile))]
        for profile in ("wiretail", "observe")
    }
    for done, proposed in zip(runs["wiretail"], runs["observe"], strict=True):
        assert told(proposed) == told(done)
        gone = any(isinstance(item, Decision) and item.kind is Kind.REMOVED for item in done)
        assert gone or said(proposed) == said(done)
