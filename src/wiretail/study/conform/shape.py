"""The shape that each op asks of a case: what is missing, or of the wrong type, in one sentence.

A case that is wrong is its author's fault and no crash of the engine, so it is told where to look.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from wiretail.engine.text.utf8 import POLICIES
from wiretail.model.deltas import EndKind, StopReason
from wiretail.study.conform.cases import Case

#: Yields what is wrong with a value, by the place that it stands at.
Shape = Callable[[Any, str], Iterator[str]]


def misshapen(case: Case) -> str:
    """Return why a case of a known op is not of its shape; empty for one that is."""
    if case.op not in _INPUTS:
        return ""
    faults = (*_INPUTS[case.op](case.input, "input"), *_EXPECT(case.expect, "expect"))
    return f"the case is not of the shape of the op {case.op}: {faults[0]}" if faults else ""


def _is(kind: type, words: str) -> Shape:
    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, kind) or isinstance(value, bool):
            yield f"{place} is no {words}"

    return check


def _among(words: Iterable[str]) -> Shape:
    known = sorted(str(word) for word in words)

    def check(value: Any, place: str) -> Iterator[str]:
        if value not in known:
            yield f"{place} is none of {', '.join(known)}"

    return check


def _each(shape: Shape) -> Shape:
    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{place} is no list"
            return
        for number, item in enumerate(value):
            yield from shape(item, f"{place}[{number}]")

    return check


def _object(needed: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    known = {**needed, **(optional or {})}

    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{place} is no object"
            return
        yield from (f"{place}.{key} is missing" for key in needed if key not in value)
        for key, shape in known.items():
            if key in value:
                yield from shape(value[key], f"{place}.{key}")

    return check


def _or_null(shape: Shape) -> Shape:
    return lambda value, place: iter(()) if value is None else shape(value, place)


def _delta(value: Any, place: str) -> Iterator[str]:
    """Check a delta by the one key that says of which kind it is."""
    kind = next((key for key in _DELTAS if isinstance(value, dict) and key in value), None)
    if kind is None:
        yield f"{place} is a delta of no known kind ({', '.join(_DELTAS)})"
    else:
        yield from _DELTAS[kind](value, place)


def _piece(value: Any, place: str) -> Iterator[str]:
    """Check a chunk of text: a string, or the name of a channel with one."""
    named = isinstance(value, list) and len(value) == 2
    if not isinstance(value, str) and not (named and all(isinstance(it, str) for it in value)):
        yield f"{place} is no string, nor a channel with one"


def _number(value: Any, place: str) -> Iterator[str]:
    """Check a number, which "NaN" stands for as well."""
    if isinstance(value, bool) or not (isinstance(value, int | float) or value == "NaN"):
        yield f"{place} is no number"


def _raw(value: Any, place: str) -> Iterator[str]:
    """Check text that a caller has: repaired or not, decoded or not."""
    if not isinstance(value, str | bytes):
        yield f"{place} is no string, and no bytes ($b64)"


_STRING = _is(str, "string")
_MESSAGES = _each(_is(dict, "object"))
_BYTES = _is(bytes, "bytes ($b64)")
_INDEX = {"index": _is(int, "number")}
_CALL = _object({"name": _STRING}, {"id": _STRING})
_DELTAS: Mapping[str, Shape] = {
    "text": _object({"text": _STRING}, _INDEX),
    "reasoning": _object({"reasoning": _STRING}, _INDEX),
    "tool_call": _object({"tool_call": _CALL}),
    "end": _object({"end": _among(EndKind)}),
}
_INPUTS: Mapping[str, Shape] = {
    "stream": _object(
        {"deltas": _each(_delta)},
        {
            "messages": _or_null(_each(_is(dict, "object"))),
            "stop_reason": _or_null(_among(StopReason)),
        },
    ),
    "repair_bytes": _object({"chunks": _each(_BYTES), "policy": _among(POLICIES)}),
    "repair_text": _object({"chunks": _each(_piece)}),
    "load_json": _object({"json": _BYTES}),
    "repair_value": _object({"value": lambda _value, _place: iter(())}),
    "encode_identifier": _object({"text": _STRING}),
    "encode_tool_name": _object({"text": _STRING}),
    "decode_tool_name": _object({"text": _STRING, "declared": _each(_STRING)}),
    "middle_out": _object({"text": _STRING, "max_chars": _is(int, "number")}),
    "fit_window": _object({"messages": _MESSAGES, "budget_chars": _number}),
    "admission": _object(
        {
            "messages": _MESSAGES,
            "window_tokens": _or_null(_number),
            "system_prompt_chars": _is(int, "number"),
            "tools_json_chars": _is(int, "number"),
        }
    ),
    "validate": _object({"name": _raw, "arguments": _raw}),
}
_EXPECT = _object({}, {"never_visible": _each(_STRING)})
