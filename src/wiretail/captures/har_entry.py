"""What one entry of a HAR document says of its request, its headers and its times."""

import base64
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from wiretail.captures.capture import Request
from wiretail.captures.request import make_request
from wiretail.engine.text.json_text import load_json

_NO_DIGIT = re.compile(r"[^A-Za-z0-9+/]")


def part(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return an object inside an object, empty where there is none."""
    found = value.get(key)
    return found if isinstance(found, Mapping) else {}


def headers(message: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers of a request or response, names in lower case.

    They stand as ``{"name": N, "value": V}``; Slack and some proxies write ``[N, V]``.
    """
    found: dict[str, str] = {}
    listed = message.get("headers")
    for item in listed if isinstance(listed, list) else []:
        pair = [item.get("name"), item.get("value")] if isinstance(item, Mapping) else item
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(p, str) for p in pair):
            name = pair[0].lower()
            found[name] = f"{found[name]}, {pair[1]}" if name in found else pair[1]
    return found


def milliseconds(moment: Any) -> float | None:
    """Return an ISO 8601 time as milliseconds since 1970, None for what is none."""
    if not isinstance(moment, str):
        return None
    try:
        parsed = datetime.fromisoformat(moment)
        if parsed.tzinfo is None:
            parsed = parsed.replace(tzinfo=UTC)
        return parsed.timestamp() * 1000
    except (ValueError, OverflowError):
        return None


def seconds(value: Any) -> float | None:
    """Return a number of seconds, None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if isfinite(number) else None


def decode_base64(text: str) -> tuple[bytes, bool]:
    """Return the bytes of a base64 text as far as it is one, and whether it is one wholly."""
    compact = "".join(text.split())
    try:
        return base64.b64decode(compact, validate=True), True
    except ValueError:
        digits = _NO_DIGIT.sub("", compact)
        if len(digits) % 4 == 1:  # six bits are no byte
            digits = digits[:-1]
        return base64.b64decode(digits + "=" * (-len(digits) % 4)), False


def request_of(entry: Mapping[str, Any], notes: list[str]) -> Request:
    """Return the request of an entry; what cannot be read of it becomes a note."""
    request = part(entry, "request")
    raw: dict[str, Any] = {
        key: request[key] for key in ("method", "url") if isinstance(request.get(key), str)
    }
    raw["headers"] = headers(request)
    post = part(request, "postData")
    text = post.get("text")
    if isinstance(text, str) and text:
        data = text.encode("utf-8", "replace")
        if post.get("encoding") == "base64":
            data, _ = decode_base64(text)
        try:
            raw["body"] = load_json(data)
        except ValueError:
            notes.append("the body of the request is no JSON, so tools and messages are unknown.")
    return make_request(raw, notes)
