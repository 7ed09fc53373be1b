"""The vectors of echoes, against the parts of the stage alone."""

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from engine.echo.driving import Driven, Other, Step, drive, joined
from shared import SHARED
from wiretail.engine.echo.calls import EchoCall
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.text.json_text import MalformedJson, load_strict

PATH = SHARED / "vectors" / "echo.jsonl"
EXTENDED = EchoRules(mid_line=True, spans_cross_lines=False, one_key=True)


def expand(value: Any) -> Any:
    if isinstance(value, dict):
        if "$repeat" in value:
            text, count = value["$repeat"]
            return text * count
        if "$concat" in value:
            return "".join(map(expand, value["$concat"]))
        return {key: expand(item) for key, item in value.items()}
    return [expand(item) for item in value] if isinstance(value, list) else value


LINES = PATH.read_text("utf-8").splitlines() if PATH.exists() else []
CASES = [expand(json.loads(line)) for line in LINES]


def calls_of(case: dict[str, Any]) -> list[EchoCall]:
    tools = {tool["name"]: tool for tool in case["tools"]}
    found = []
    for delta in case["input"]["deltas"]:
        if "tool_call" in delta:
            name = delta["tool_call"]["name"]
            tool = tools.get(name, {})
            names = (name, *tool.get("aliases", ()))
            freeform = bool(tool.get("freeform"))
            found.append(EchoCall(names, delta["tool_call"]["arguments"], freeform))
    return found


def steps_of(case: dict[str, Any]) -> list[Step]:
    return [
        delta["text"] if "text" in delta else Other(delta["reasoning"])
        for delta in case["input"]["deltas"]
        if "text" in delta or "reasoning" in delta
    ]


def recut(steps: list[Step], seed: int) -> list[Step]:
    chance = random.Random(seed)
    out: list[Step] = []
    for step in steps:
        if isinstance(step, Other):
            out.append(step)
            continue
        most = min(len(step), 40)
        cuts = {chance.randrange(len(step) + 1) for _ in range(chance.randrange(most + 1))}
        out += [step[a:b] for a, b in pairwise(sorted({0, len(step), *cuts}))]
    return out


def value_of(arguments: str) -> Any:
    try:
        value = load_strict(arguments)
    except MalformedJson:
        return arguments
    return value if isinstance(value, dict) else arguments


def run(case: dict[str, Any], steps: list[Step]) -> Driven:
    failed = case["expect"]["end"] in {"error", "cancelled"}
    rules = EXTENDED if case["profile"] == "wiretail" else EchoRules()
    return drive(steps, calls_of(case), rules, fails=failed)


def holds(case: dict[str, Any], driven: Driven) -> None:
    expect = case["expect"]
    assert driven.text == expect["text"]
    if "blocks" in expect:
        assert driven.verdicts == expect["blocks"]
    if expect["tool_calls"]:
        told = [one["arguments"] for one in expect["tool_calls"]]
        assert [value_of(one) for one in driven.arguments] == told
    if "timeline" in expect:
        kinds = {"text": "text", "reasoning": "other"}
        told = [(kinds[kind], text) for kind, text in expect["timeline"] if kind in kinds]
        assert driven.timeline == joined(told)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_vector_holds(case: dict[str, Any]) -> None:
    steps = steps_of(case)
    driven = run(case, steps)
    holds(case, driven)
    if "held_after" in case["expect"]:
        assert driven.held == case["expect"]["held_after"][: len(driven.held)]  # calls hold nothing


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_it_holds_however_the_text_is_cut(case: dict[str, Any]) -> None:
    whole = run(case, steps_of(case))
    for seed in range(3):
        driven = run(case, recut(steps_of(case), seed))
        holds(case, driven)
        assert driven.facts == whole.facts
