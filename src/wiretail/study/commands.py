"""Command lines that do again what was done here: for a shell, quoted."""

import shlex
from collections.abc import Mapping
from typing import Any

from wiretail.engine.text.json_text import dump
from wiretail.model.calls import Tool


def inspect_command(path: str, profile: str, tools: str | None = None, *, form: str = "") -> str:
    """Return the ``wiretail inspect`` that shows the same."""
    words = ["wiretail", "inspect"]
    if profile != "wiretail":
        words += ["--profile", profile]
    if tools is not None:
        words += ["--tools", tools]
    if form:
        words += ["--format", form]
    return shlex.join([*words, path or "-"])


def open_command(path: str, profile: str, tools: str | None = None, goto: str = "") -> str:
    """Return the ``wiretail open`` that shows the same place in a window."""
    words = ["wiretail", "open"]
    if profile != "wiretail":
        words += ["--profile", profile]
    if tools is not None:
        words += ["--tools", tools]
    if goto:
        words += ["--goto", goto]
    return shlex.join([*words, path or "-"])


def curl_command(request: Mapping[str, Any]) -> str | None:
    """Return the request as curl would send it; None where its address is not known.

    The request is redacted already: what was secret has to be put in again.
    """
    url = request.get("url")
    if not isinstance(url, str) or not url:
        return None
    words = ["curl", "--no-buffer", "--request", str(request.get("method") or "POST"), url]
    for name, value in _headers(request.get("headers")):
        if name.lower() not in {"content-length", "host", "connection", "accept-encoding"}:
            words += ["--header", f"{name}: {value}"]
    body = request.get("body")
    if body is not None:
        words += ["--data-raw", body if isinstance(body, str) else dump(body)]
    return shlex.join(words)


def tools_word(tools: tuple[Tool, ...]) -> str:
    """Return offered tools as the JSON that ``--tools FILE`` reads."""
    return dump([{"name": tool.name, "schema": tool.schema} for tool in tools])


def _headers(headers: Any) -> list[tuple[str, str]]:
    if isinstance(headers, Mapping):
        return [(str(name), str(value)) for name, value in headers.items()]
    if isinstance(headers, list):
        return [
            (str(entry["name"]), str(entry["value"]))
            for entry in headers
            if isinstance(entry, Mapping) and "name" in entry and "value" in entry
        ]
    return []
