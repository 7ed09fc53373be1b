"""Part lists of VS Code's language model API: one JSON object with the parts of one response.

The body is the list of ``parts`` as it stands in the file, and each part is a message of it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from wiretail.captures.body import Body, Part, Reads
from wiretail.captures.capture import Capture, Exchange, Request
from wiretail.captures.dialect import spoken
from wiretail.captures.document import load_document, repair_note
from wiretail.captures.lines import BOM
from wiretail.captures.request import make_request
from wiretail.captures.source import Source
from wiretail.engine.framing import FRAMINGS
from wiretail.errors import CaptureError
from wiretail.model.chunks import Boundary

DIALECT = "vscode-lm-parts"

_PARTS = re.compile(rb'"parts"\s*:\s*\[\s*(?:\{\s*"(?:type|value|kind|\$mid|callId)"|\])')
_BLANK = re.compile(r"[ \t\r\n]*")

#: What the file holds of the response; all else is about the request.
_RESPONSE_KEYS = frozenset({"parts", "concatenatedText", "toolCallParts", "error", "markers"})


def recognise(head: bytes) -> tuple[int, str]:
    """Say whether these first bytes are an object with a list of parts: 0..100, and why."""
    text = head.removeprefix(BOM).lstrip()
    if not text.startswith(b"{"):
        return 0, "it is no JSON object"
    found = _PARTS.search(text)
    if not found or _depth(text[: found.start()]) != 1:
        return 0, 'it has no list of "parts"'
    return 92, 'it is a JSON object with a list of "parts"'


def _depth(text: bytes) -> int:
    """Count the objects and lists that are open behind a beginning of JSON, strings left out."""
    bare = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", text, flags=re.DOTALL)
    return sum(map(bare.count, (b"{", b"["))) - sum(map(bare.count, (b"}", b"]")))


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read a part list.

    Raises:
        CaptureError: the file is no JSON object with a list of ``parts``.
    """
    document = load_document(source, "a list of VS Code language model parts")
    value = document.value
    if not isinstance(value, Mapping) or not isinstance(value.get("parts"), list):
        raise CaptureError(
            f"{source.name} is no list of VS Code language model parts: expected a JSON object "
            f'with "parts": [...]; choose another --input-format.'
        )
    notes = [*source.notes, *repair_note(document.marks)]
    capture = Capture(source.name, "vscode-lm", notes=notes)
    start, end = _place_of_parts(source)
    body = Part(source.body, start, end - start)
    speech = spoken(body, "json_array", dialect or DIALECT)
    exchange = Exchange(
        number=0,
        framing="json_array",
        dialect=speech.name,
        dialect_reason="as asked" if dialect else "a list of parts has no other",
        boundary=Boundary.EVENT,
        start=0,
        body=body,
        reads=_reads(body),
        body_place=start if source.verbatim else None,
        end="error" if value.get("error") else "",
    )
    exchange.request = _request(value, exchange.notes)
    if exchange.end:
        exchange.notes.append("the recording says that the response ended in an error.")
    capture.add(exchange)
    return capture


def _place_of_parts(source: Source) -> tuple[int, int]:
    """Return the byte range of the top-level value of ``parts``, the last one if there are two."""
    data = source.body.read(0, source.body.size)
    # Bytes that are no UTF-8 keep their number: one escaped code point each.
    text = data.decode("utf-8", "surrogateescape")
    places = [(start, end) for key, start, end in _members(text) if key == "parts"]
    start, end = places[-1]
    first = len(text[:start].encode("utf-8", "surrogateescape"))
    return first, first + len(text[start:end].encode("utf-8", "surrogateescape"))


def _members(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the key of each member of the top object and where its value stands.

    The text is valid JSON: it was read before.
    """
    decoder = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)
    at = _skip(text, text.index("{") + 1)
    while text[at] != "}":
        key, at = decoder.raw_decode(text, at)
        start = _skip(text, _skip(text, at) + 1)
        _, at = decoder.raw_decode(text, start)
        yield key, start, at
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    assert blank is not None
    return blank.end()


def _reads(body: Body) -> Reads:
    """Cut the list behind each part, so that a chunk is what one call of the API brought."""
    framer = FRAMINGS["json_array"]()
    frames = framer.feed(body.read(0, body.size)) + framer.close()
    ends = [frame.end for frame in frames]
    reads = Reads()
    for end in [*ends[:-1], body.size]:
        reads.add(end, None)
    return reads


def _request(value: Mapping[str, Any], notes: list[str]) -> Request:
    """Make the request out of what the file says besides the response."""
    context = {key: item for key, item in value.items() if key not in _RESPONSE_KEYS}
    inner = context.get("request")
    body = dict(inner) if isinstance(inner, Mapping) else dict(context)
    if isinstance(context.get("modelId"), str):
        body.setdefault("model", context["modelId"])
    request = make_request({"body": body}, notes)
    raw = make_request({"body": context}, []).raw["body"]
    # The file is no request: one that does not speak of tools leaves them unknown.
    tools = request.tools if "tools" in body else None
    return Request(tools, request.messages, request.model, raw)
