"""The body of a request: a JSON file of its own, or in a file that holds one."""

from collections.abc import Mapping
from typing import Any

from wiretail.captures.names import shown
from wiretail.captures.open import open_capture
from wiretail.engine.request.shapes import shape_of
from wiretail.engine.text.json_text import MalformedJson, load_frame
from wiretail.engine.text.utf8 import repair_bytes
from wiretail.errors import CaptureError, RequestError


def read_request(data: bytes, name: str, exchange: int | None = None) -> Any:
    """Return the body of the request that a file's bytes are, hold or recorded.

    Of a capture that recorded several, ``exchange`` names one by its number; secrets in it are
    masked by value. Raises as :func:`read_body`.

    >>> read_request(b'{"input": "Go"}', "request.json")
    {'input': 'Go'}
    """
    fault = f"{shown(name)} holds no request in exchange {exchange}."
    if exchange is None:
        try:
            body = read_body(data, name)
            shape_of(body)
        except RequestError as error:
            fault = str(error)
        else:
            return body
    found = _recorded(data, name)
    if exchange is None and len(found) > 1:
        numbers = ", ".join(map(str, found))
        raise RequestError(f"{shown(name)} holds several requests: --exchange {numbers}.")
    if not found or exchange not in {None, *found}:
        raise RequestError(fault)
    return found[next(iter(found)) if exchange is None else exchange]


def _recorded(data: bytes, name: str) -> dict[int, Any]:
    """Return the bodies of the requests of a capture, by exchange; none for what is no capture."""
    try:
        exchanges = open_capture(name, data=data).exchanges
    except CaptureError:
        return {}
    requests = {item.number: item.request.raw.get("body") for item in exchanges if item.request}
    return {number: body for number, body in requests.items() if isinstance(body, Mapping)}


def read_body(data: bytes, name: str) -> Any:
    """Return the body of the request in a file's bytes; its strings are not repaired yet.

    A JSON document is the body, holds it under ``request`` and ``body``, or is a session of a
    coding agent (as JSON or as JSON lines), whose messages make one. Raises
    :class:`~wiretail.errors.RequestError`, and ``KeyCollision`` for an object with keys that are
    equal after repair.

    >>> read_body(b'{"body": {"input": "Go"}}', "request.json")
    {'input': 'Go'}
    """
    text = repair_bytes(data).text.removeprefix("\ufeff")
    try:
        return _body_in(_document(text))
    except MalformedJson:
        fault = f"{shown(name)} cannot be read as a request: give a JSON document, or a session."
    raise RequestError(fault)


def _document(text: str) -> Any:
    try:
        return load_frame(text, digits=True)
    except MalformedJson:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2:
            raise
        return {"loglines": [load_frame(line, digits=True) for line in lines]}


def _body_in(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if isinstance(value.get("loglines"), list):
        return {"messages": _session(value["loglines"])}
    for key in ("request", "body"):
        if isinstance(value.get(key), Mapping) and "messages" not in value and "input" not in value:
            return _body_in(value[key])
    return value


def _session(records: list[Any]) -> list[Any]:
    """Return the messages of a session, neighbours that are pieces of one joined."""
    messages: list[Any] = []
    last = None
    for record in records:
        message = record.get("message") if isinstance(record, Mapping) else None
        if not isinstance(message, Mapping) or message.get("role") not in ("user", "assistant"):
            continue
        parts = _parts(message)
        if not parts:
            continue
        if last is not None and message.get("id") == last:
            messages[-1]["content"] += parts
        else:
            messages.append({"role": message["role"], "content": parts})
        last = message.get("id")
    if not messages:
        raise MalformedJson
    return messages


def _parts(message: Mapping[str, Any]) -> list[Any]:
    content = message.get("content")
    if isinstance(content, list):
        return list(content)
    return [{"type": "text", "text": content}] if isinstance(content, str) and content else []
