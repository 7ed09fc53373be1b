"""A body that is one JSON object with the name and the arguments of a call (recommended 7.3)."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from wiretail.engine.echo.forms import skip_blanks
from wiretail.engine.echo.headers import CLOSE
from wiretail.engine.text.json_equal import digest
from wiretail.engine.text.json_text import DEPTH, KeyCollision, MalformedJson, load_strict

_EXTENT = json.JSONDecoder()


class JsonBody(NamedTuple):
    """The call that a body writes out, and where its block ends."""

    name: str
    key: bytes
    end: int


def read_json_body(text: str, at: int) -> JsonBody | None:
    """Return the call in a block whose body begins at ``at``; None where it holds none."""
    try:
        _, stop = _EXTENT.raw_decode(text, at)
        value = load_strict(text[at:stop], DEPTH)
    except (ValueError, RecursionError, MalformedJson, KeyCollision):
        return None
    end = skip_blanks(text, stop)
    if not text.startswith(CLOSE, end) or not isinstance(value, dict):
        return None
    name, arguments = value.get("name"), value.get("arguments")
    if not isinstance(name, str) or not isinstance(arguments, dict):
        return None
    return JsonBody(name, arguments_key(arguments), end + len(CLOSE))


def arguments_key(arguments: Mapping[str, Any]) -> bytes:
    """Return what is equal for arguments that are equal as JSON."""
    return digest(arguments)
