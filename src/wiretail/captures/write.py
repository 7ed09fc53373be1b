"""Writing native captures: byte for byte, read for read (``native`` says how they look)."""

import base64
import hashlib
import os
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from wiretail.captures.capture import Capture, Exchange, Request
from wiretail.captures.names import shown
from wiretail.captures.native import VERSION
from wiretail.captures.secrets import redact
from wiretail.engine.text.json_text import dump, join_value
from wiretail.errors import CaptureError
from wiretail.model.calls import Tool
from wiretail.model.chunks import Chunk
from wiretail.model.transcript import Message

_CONTENT_TYPES = {"sse": "text/event-stream", "ndjson": "application/x-ndjson"}


def write_native(capture: Capture, target: str | Path | BinaryIO) -> None:
    """Write a capture; a file appears whole or not at all.

    The bytes of each read, their borders, their times, the ends and the requests are kept.

    Raises:
        CaptureError: there is nothing to write, the file cannot be written, or the capture's own
            bytes are gone.
    """
    if not capture.exchanges:
        raise CaptureError(f"{capture.name} holds no exchange: there is nothing to write.")
    if isinstance(target, str | Path):
        _write_file(native_lines(capture), target)
        return
    for line in native_lines(capture):
        target.write(line)


def write_body(exchange: Exchange, target: str | Path) -> None:
    """Write the body of an exchange as it was received; a file appears whole or not at all.

    Raises:
        CaptureError: the file cannot be written, or the capture's own bytes are gone.
    """
    _write_file((chunk.data for chunk in exchange.chunks()), target)


def native_lines(capture: Capture) -> Iterator[bytes]:
    """Yield the lines of a native capture, line ends included."""
    for exchange in capture.exchanges:
        yield _line(header_record(exchange, capture.name))
        digest = hashlib.sha256()
        for chunk in exchange.chunks():
            digest.update(chunk.data)
            yield _line(read_record(chunk))
        if exchange.end != "cut":
            # The end of a recording that nobody wrote down is the end of its bytes.
            yield _line(end_record(exchange.end or "eof", digest.hexdigest()))


def header_record(exchange: Exchange, source: str) -> dict[str, Any]:
    """Return the line that begins an exchange."""
    record: dict[str, Any] = {
        "kind": "capture",
        "v": VERSION,
        "tool": "wiretail",
        "source": source,
        "framing": exchange.framing,
        "dialect": exchange.dialect,
        "boundary": str(exchange.boundary),
    }
    if exchange.framing in _CONTENT_TYPES:
        record["content_type"] = _CONTENT_TYPES[exchange.framing]
    if exchange.request is not None:
        record["request"] = _request(exchange.request)
    return record


def read_record(chunk: Chunk) -> dict[str, Any]:
    """Return the line of one read: text where the bytes are UTF-8, else base64."""
    record: dict[str, Any] = {} if chunk.time_ms is None else {"t": chunk.time_ms}
    try:
        record["s"] = chunk.data.decode("utf-8")
    except UnicodeDecodeError:
        record["b"] = base64.b64encode(chunk.data).decode("ascii")
    return record


def end_record(end: str, sha256: str) -> dict[str, Any]:
    """Return the line that ends an exchange; ``sha256`` is the hash of its body, in hex."""
    return {"end": end, "sha256": sha256}


def _line(record: Mapping[str, Any]) -> bytes:
    # What stands in a read was decoded strictly; all else may have come from a caller.
    value = record if "s" in record else join_value(record).value
    return dump(value).encode() + b"\n"


def _request(request: Request) -> dict[str, Any]:
    record: dict[str, Any] = {}
    if request.model is not None:
        record["model"] = request.model
    if request.tools is not None:
        record["tools"] = [_tool(tool) for tool in request.tools]
    if request.messages is not None:
        record["messages"] = [_message(message) for message in request.messages]
    record["raw"] = redact(request.raw)
    return record


def _tool(tool: Tool) -> dict[str, Any]:
    record: dict[str, Any] = {"name": tool.name, "schema": tool.schema}
    if tool.freeform:
        record["freeform"] = True
    if tool.aliases:
        record["aliases"] = list(tool.aliases)
    return record


def _message(message: Message) -> dict[str, Any]:
    content: Any = message.content
    plain = content is None or isinstance(content, str)
    return {"role": message.role, "content": content if plain else list(content)}


def _write_file(pieces: Iterable[bytes], target: str | Path) -> None:
    try:
        path = Path(target).resolve()
        if path.exists() and not path.is_file():
            raise CaptureError(f"{shown(target)} is no file: name a file to write the capture to.")
        # Beside the target: a rename is atomic only within one file system.
        part = path.with_name(f".wiretail-{secrets.token_hex(6)}.part")
        try:
            with part.open("xb") as file:
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():  # who could not read the old file shall not read the new one
                part.chmod(stat.S_IMODE(path.stat().st_mode))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise CaptureError(
            f"{shown(target)} cannot be written ({error.strerror}): choose another place."
        ) from error
    except ValueError as error:  # a NUL in the name
        raise CaptureError(f"{shown(target)} is no name that a file can have.") from error
    except RuntimeError as error:  # what pathlib makes of a link to itself
        raise CaptureError(f"{shown(target)} is a link that leads nowhere: name a file.") from error
