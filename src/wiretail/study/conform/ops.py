"""The ops of vectors, one line each: what runs them, and which keys they answer."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wiretail.engine.parameters import validate_call
from wiretail.engine.repair import PairJoiner
from wiretail.engine.request.budget import admit, raw_budget, usable_window
from wiretail.engine.request.sanitize import name_table, repair_value
from wiretail.engine.request.truncate import Characters, Fit, fit_window
from wiretail.engine.text.identifiers import encode_identifier
from wiretail.engine.text.json_text import KeyCollision, MalformedJson, load_json
from wiretail.engine.text.middle_out import middle_out
from wiretail.engine.text.tool_names import encode_tool_name
from wiretail.engine.text.utf8 import Utf8Decoder
from wiretail.study.conform.cases import Case
from wiretail.study.conform.observed import Observed
from wiretail.study.conform.stream_op import profile_of, run_stream

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Op:
    """``run`` answers a value for each of ``keys`` that comes to something."""

    run: Callable[[Case], Answer]
    keys: frozenset[str]


def _stream(case: Case) -> Answer:
    return answer(case, run_stream(case))


def answer(case: Case, observed: Observed) -> Answer:
    """Return what a stream comes to.

    ``never_visible`` holds those of the case's strings that can indeed be seen nowhere.
    """
    forbidden = case.expect.get("never_visible", ())
    hidden = [text for text in forbidden if not observed.visible(text)]
    return observed.values() | {"never_visible": hidden}


def _repair_bytes(case: Case) -> Answer:
    decoder = Utf8Decoder(case.input["policy"])
    text = "".join(decoder.feed(chunk) for chunk in case.input["chunks"]) + decoder.close()
    return {"text": text, "replacements": decoder.count}


def _repair_text(case: Case) -> Answer:
    """Feed each chunk to the joiner of its channel; what all release at the end is ``flush``."""
    joiners: dict[str, PairJoiner] = {}
    parts: dict[str, list[str]] = {}
    released: list[str] = []
    for chunk in case.input["chunks"]:
        channel, text = ("", chunk) if isinstance(chunk, str) else chunk
        repaired = joiners.setdefault(channel, PairJoiner()).feed(text)
        released.append(repaired.before + repaired.text)
        parts.setdefault(channel, []).append(released[-1])
    rest = {channel: joiner.flush() for channel, joiner in joiners.items()}
    joined = {channel: "".join(parts[channel]) + rest[channel] for channel in joiners}
    return {
        "text": "".join(joined.values()),
        "by_channel": joined,
        "deltas": released,
        "flush": "".join(rest.values()),
    }


def _load_json(case: Case) -> Answer:
    try:
        return {"value": load_json(case.input["json"])}
    except KeyCollision:
        return {"error": "key_collision"}
    except MalformedJson:
        return {"error": "malformed_json"}


def _encode_tool_name(case: Case) -> Answer:
    which = profile_of(case)["request.tool_names"]
    return {"text": encode_tool_name(case.input["text"], which)}


def _decode_tool_name(case: Case) -> Answer:
    table = name_table(case.input["declared"], profile_of(case)["request.tool_names"])
    return {"text": table.get(case.input["text"], case.input["text"])}


def _encode_identifier(case: Case) -> Answer:
    return {"text": encode_identifier(case.input["text"])}


def _repair_value(case: Case) -> Answer:
    try:
        return {"value": repair_value(case.input["value"])}
    except KeyCollision:
        return {"error": "key_collision"}


def _middle_out(case: Case) -> Answer:
    text = middle_out(case.input["text"], case.input["max_chars"])
    return {"text": text, "length": len(text)}


def _fit(case: Case, budget: float) -> Fit:
    profile = profile_of(case)
    return fit_window(
        {"messages": case.input["messages"]},
        budget,
        meter=Characters(profile["window.image_chars"]),
        strategy=profile["window.strategy"],
        floor=profile["window.result_floor"],
    )


def _fit_window(case: Case) -> Answer:
    # "NaN" stands for a budget that is not a number.
    fit = _fit(case, float(case.input["budget_chars"]))
    return {
        "messages": fit.body["messages"],
        "remaining_chars": fit.remaining,
        "fits": fit.fits,
    }


def _admission(case: Case) -> Answer:
    """Cut to the floored budget, then ask against the raw one; an unknown window asks nothing."""
    profile = profile_of(case)
    tokens = usable_window(_number(case.input["window_tokens"]))
    if tokens is None:
        fit = _fit(case, math.nan)
        raw, refusal = None, None
    else:
        system, tools = case.input["system_prompt_chars"], case.input["tools_json_chars"]
        raw = raw_budget(profile, tokens, system, tools, Characters())
        fit = _fit(case, max(profile["window.result_floor"], raw))
        refusal = admit(fit.remaining, raw)
    return {
        "raw_budget": raw,
        "remaining_chars": fit.remaining,
        "refused": refusal is not None,
        "messages": fit.body["messages"],
    }


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _validate(case: Case) -> Answer:
    found = validate_call(
        case.input["name"],
        case.input["arguments"],
        case.tools,
        has_call=case.input.get("has_call", True),
        policy=profile_of(case)["repair.bytes"],
    )
    return {"valid": found.valid, "errors": list(found.errors), "arguments": found.arguments}


_STREAM_KEYS = (
    "text",
    "reasoning",
    "tool_calls",
    "refusal",
    "end",
    "stop_reason",
    "timeline",
    "blocks",
    "never_visible",
    "held_after",
    "supersedes",
    "redacted",
    "decisions",
)

#: To add an op is a function and a line.
OPS: Mapping[str, Op] = {
    "stream": Op(_stream, frozenset(_STREAM_KEYS)),
    "repair_bytes": Op(_repair_bytes, frozenset({"text", "replacements"})),
    "repair_text": Op(_repair_text, frozenset({"text", "by_channel", "deltas", "flush"})),
    "load_json": Op(_load_json, frozenset({"value", "error"})),
    "repair_value": Op(_repair_value, frozenset({"value", "error"})),
    "encode_identifier": Op(_encode_identifier, frozenset({"text"})),
    "decode_tool_name": Op(_decode_tool_name, frozenset({"text"})),
    "middle_out": Op(_middle_out, frozenset({"text", "length"})),
    "fit_window": Op(_fit_window, frozenset({"messages", "remaining_chars", "fits"})),
    "admission": Op(
        _admission, frozenset({"raw_budget", "remaining_chars", "refused", "messages"})
    ),
    "encode_tool_name": Op(_encode_tool_name, frozenset({"text"})),
    "validate": Op(_validate, frozenset({"valid", "errors", "arguments"})),
}
