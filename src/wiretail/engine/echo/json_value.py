"""JSON values that are compared with text (spec: tool-call-echo 7)."""

import json
import re
from collections.abc import Mapping
from typing import Any

from wiretail.engine.text.json_text import KeyCollision, MalformedJson, load_strict
from wiretail.engine.text.whitespace import WS

_BLANKS = re.compile(f"[{re.escape(WS)}]*+")
_EXTENT = json.JSONDecoder()


def json_equal(one: Any, other: Any) -> bool:
    """Tell whether two values are equal as JSON: numbers by value, ``true`` is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(json_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(json_equal(left, right) for left, right in pairs)
    return bool(one == other)


def value_before(value: Any, text: str, at: int, close: str) -> int:
    """Return where ``close`` begins, if what stands before its first place is that value; else -1.

    White space may stand round the value. It is read in place, so that the tag is not looked for
    all through the text where no value stands.
    """
    start = _skip(text, at)
    try:
        _, stop = _EXTENT.raw_decode(text, start)
        end = _skip(text, stop)
        if not text.startswith(close, end) or text.find(close, start, end) >= 0:
            return -1
        found = load_strict(text[start:stop])
    except (MalformedJson, KeyCollision, ValueError, RecursionError):
        return -1
    return end if json_equal(value, found) else -1


def _skip(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    assert match
    return match.end()
