"""Every recorded Chat Completions and Messages stream, against its expected reading."""

import csv
import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest

from shared import SHARED, shared
from wiretail.engine.dialects import DIALECTS
from wiretail.engine.framing import FRAMINGS
from wiretail.engine.text.json_text import load_strict
from wiretail.engine.text.surrogates import join
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndDelta,
    ErrorDelta,
    FinishDelta,
    TextDelta,
)

FRAMING_OF = {"sse": "sse", "ndjson": "ndjson", "chunks-txt": "ndjson"}
OURS = {"openai-chat", "anthropic-messages"}


@dataclass
class PlainCall:
    """A native call as it was sent."""

    name: Any
    server: bool
    pieces: list[str] = field(default_factory=list)
    value: Any = None
    ended: bool = False


@dataclass
class Reading:
    """One choice of one turn."""

    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    calls: dict[Channel, PlainCall] = field(default_factory=dict)
    stop_reason: str | None = None
    end: str = "open"


class Assembler:
    """Joins deltas without judging any of them."""

    def __init__(self) -> None:
        self.readings: dict[tuple[int, int], Reading] = defaultdict(Reading)
        self.frames: dict[int, int] = defaultdict(int)
        self.malformed = 0
        self.turn = 0

    def take(self, deltas: list[Delta]) -> None:
        for delta in deltas:
            self._one(delta)

    def at(self, channel: Channel) -> Reading:
        self.turn = channel.turn
        return self.readings[channel.turn, channel.choice]

    def _one(self, delta: Delta) -> None:
        match delta:
            case TextDelta(channel=channel, text=text):
                assert text
                reading = self.at(channel)
                {
                    ChannelKind.TEXT: reading.text,
                    ChannelKind.REASONING: reading.reasoning,
                }[channel.kind].append(text)
            case CallStartDelta(channel=channel, name=name, server=server):
                assert channel not in self.at(channel).calls
                assert channel.block == len(self.at(channel).calls)
                self.at(channel).calls[channel] = PlainCall(name, server)
            case CallArgumentsDelta(channel=channel, text=text):
                assert not self.at(channel).calls[channel].ended
                self.at(channel).calls[channel].pieces.append(text)
            case CallEndDelta(channel=channel, arguments=arguments):
                call = self.at(channel).calls[channel]
                assert not call.ended
                call.ended = True
                call.value = arguments
            case FinishDelta(raw=raw, choice=choice, turn=turn):
                self.turn = turn
                assert self.readings[turn, choice].stop_reason is None
                self.readings[turn, choice].stop_reason = raw
            case EndDelta(end=end, turn=turn, choice=choice):
                self._end(end, turn, choice)
            case ErrorDelta(fatal=fatal):
                self.malformed += not fatal
            case _:
                pass

    def _end(self, end: str, turn: int, choice: int | None) -> None:
        for (of_turn, of_choice), reading in self.readings.items():
            if of_turn == turn and choice in {None, of_choice}:
                assert reading.end == "open"
                assert all(call.ended for call in reading.calls.values())
                reading.end = end


def read(framing: str, dialect: str, data: bytes) -> Assembler:
    frames = FRAMINGS[framing]()
    reader = DIALECTS[dialect]()
    assembler = Assembler()
    for frame in [*frames.feed(data), *frames.close()]:
        before = len(assembler.frames)
        assembler.take(reader.read(frame))
        # A message's start says little that is a delta: it belongs to the turn it begins.
        assembler.frames[reader._turn] += 1
        assert len(assembler.frames) - before in {0, 1}
    assembler.take(reader.close())
    return assembler


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(value: Any) -> str:
    def whole(item: Any) -> Any:
        if isinstance(item, dict):
            return {key: whole(child) for key, child in item.items()}
        if isinstance(item, list):
            return [whole(child) for child in item]
        if isinstance(item, float) and item.is_integer():
            return int(item)
        return item

    return json.dumps(whole(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def summary_of(call: PlainCall) -> dict[str, Any]:
    value = call.value
    text = "".join(call.pieces)
    if value is None:
        try:
            value = load_strict(text)
        except ValueError:
            value = text
    raw = not isinstance(value, dict)
    return {
        "name": call.name,
        "arguments_sha256": digest(canonical(text if raw else value)),
        "raw": raw,
        "server": call.server,
    }


def turns_of(assembler: Assembler) -> list[dict[str, Any]]:
    turns = []
    for (turn, choice), reading in sorted(assembler.readings.items()):
        text = join("".join(reading.text))[0]
        reasoning = join("".join(reading.reasoning))[0]
        turns.append(
            {
                "turn": turn,
                "choice": choice,
                "text_sha256": digest(text),
                "text_len": len(text),
                "reasoning_sha256": digest(reasoning),
                "reasoning_len": len(reasoning),
                "tool_calls": [summary_of(call) for call in reading.calls.values()],
                "stop_reason": reading.stop_reason,
                "end": reading.end,
                "frames": assembler.frames[turn],
                "malformed": assembler.malformed,
            }
        )
    return turns


def rows() -> list[tuple[str, str, str]]:
    index = SHARED / "captures" / "INDEX.tsv"
    if not index.exists():
        return []
    with index.open(encoding="utf-8", newline="") as lines:
        return [
            (row["file"], FRAMING_OF[row["format"]], row["dialect"])
            for row in csv.DictReader(lines, delimiter="\t")
            if row["format"] in FRAMING_OF and row["dialect"] in OURS
        ]


def expected_readings() -> dict[str, list[dict[str, Any]]]:
    with shared("captures/EXPECTED.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return {record["file"]: record["turns"] for record in records}


@pytest.fixture(scope="module")
def expected() -> dict[str, list[dict[str, Any]]]:
    return expected_readings()


def test_the_recordings_are_all_there() -> None:
    shared("captures/INDEX.tsv")
    assert len(rows()) == 274


@pytest.mark.parametrize(("file", "framing", "dialect"), rows())
def test_a_recording_reads_as_expected(
    file: str, framing: str, dialect: str, expected: dict[str, list[dict[str, Any]]]
) -> None:
    data = shared(f"captures/{file}").read_bytes()
    found = turns_of(read(framing, dialect, data))
    wanted = [
        {
            **{name: turn[name] for name in found[0] if name != "tool_calls"},
            "tool_calls": [
                {
                    "name": call["name"],
                    "arguments_sha256": call["arguments_sha256"],
                    "raw": bool(call.get("raw")),
                    "server": bool(call.get("server")),
                }
                for call in turn["tool_calls"]
            ],
        }
        for turn in expected[file]
    ]
    assert found == wanted
