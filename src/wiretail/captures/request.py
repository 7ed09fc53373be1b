"""A request as a recording holds it, made into what the engine and a person need to know."""

import re
from collections.abc import Mapping
from typing import Any

from wiretail.captures.capture import Request
from wiretail.captures.messages import messages_from_json
from wiretail.captures.secrets import redact, redact_values, secret_values
from wiretail.captures.tools import tools_from_json
from wiretail.errors import ToolsError

#: Gemini and Bedrock name the model in the address.
_MODEL_IN_URL = re.compile(r"/models?/([^/:?#]+)")


def make_request(raw: Mapping[str, Any], notes: list[str]) -> Request:
    """Return the request that ``raw`` describes; what cannot be read of it becomes a note.

    ``raw`` holds ``method``, ``url``, ``headers`` and ``body`` (a JSON value), each if it is known;
    its strings are repaired. Tools of a request that cannot be read are unknown, not none.
    """
    secrets = secret_values(raw)
    body = redact_values(raw.get("body"), secrets)
    messages = messages_from_json(body) if isinstance(body, Mapping) else None
    return Request(
        tools=_tools(body, notes) if messages is not None or _names_tools(body) else None,
        messages=messages,
        model=_model(body, raw.get("url")),
        raw=redact(raw),
    )


def _names_tools(body: Any) -> bool:
    return isinstance(body, Mapping) and isinstance(body.get("tools"), list)


def _tools(body: Any, notes: list[str]) -> Any:
    try:
        return tools_from_json(body)
    except ToolsError as error:
        notes.append(f"the tools of the request cannot be read, so they are unknown: {error}.")
        return None


def _model(body: Any, url: Any) -> str | None:
    if isinstance(body, Mapping) and isinstance(body.get("model"), str):
        return str(body["model"])
    found = _MODEL_IN_URL.search(url) if isinstance(url, str) else None
    return found[1] if found else None
