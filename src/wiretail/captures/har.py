"""HAR: what browsers and proxies export (HTTP Archive 1.2, one JSON document, many exchanges).

Only entries whose response is a stream become exchanges; the others are counted.
"""

import re
from collections.abc import Mapping
from typing import Any

from wiretail.captures.capture import Capture, Exchange
from wiretail.captures.dialect import spoken
from wiretail.captures.document import load_document, repair_note
from wiretail.captures.har_body import HELP, Found, find_body
from wiretail.captures.har_entry import milliseconds, request_of
from wiretail.captures.lines import BOM
from wiretail.captures.source import Source
from wiretail.captures.wording import counted
from wiretail.errors import CaptureError

_BEGIN = re.compile(rb'\s*\{\s*"log"\s*:\s*\{')
_MEMBER = re.compile(rb'"(?:version|creator|browser|pages|entries)"\s*:')


def recognise(head: bytes) -> tuple[int, str]:
    """Say whether these first bytes are a HAR document: 0..100, and why."""
    text = head.removeprefix(BOM)
    begin = _BEGIN.match(text)
    if begin and _MEMBER.search(text, begin.end()):
        return 95, 'it is a JSON object with a "log" of entries'
    return 0, 'it does not begin with a "log"'


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read all streams of a HAR document.

    Raises:
        CaptureError: it is no JSON, or has no list of entries.
    """
    document = load_document(source, "HAR")
    log = document.value.get("log") if isinstance(document.value, Mapping) else None
    entries = log.get("entries") if isinstance(log, Mapping) else None
    if not isinstance(entries, list):
        raise CaptureError(
            f"{source.name} is no HAR file: expected a JSON object with "
            f'"log": {{"entries": [...]}}; export it again, or choose another --input-format.'
        )
    capture = Capture(source.name, "har", notes=[*source.notes, *repair_note(document.marks)])
    began = milliseconds(entries[0].get("startedDateTime")) if _is_object(entries) else None
    for entry in entries:
        _read_entry(capture, entry, source, dialect, began)
    if not capture.exchanges:
        capture.notes.append(
            f"no model's stream is among its {counted(len(entries), 'entry', 'entries')}."
        )
    if any(exchange.body.size == 0 for exchange in capture.exchanges):
        capture.notes.append(HELP)
    return capture


def _is_object(entries: list[Any]) -> bool:
    return bool(entries) and isinstance(entries[0], Mapping)


def _read_entry(
    capture: Capture, entry: Any, source: Source, dialect: str | None, began: float | None
) -> None:
    if not isinstance(entry, Mapping):
        capture.skip("entry that is no object")
        return
    found = find_body(entry, source.limits, began)
    if found is None:
        capture.skip("entry that is no stream")
        return
    capture.add(_exchange(found, entry, dialect))


def _exchange(found: Found, entry: Mapping[str, Any], dialect: str | None) -> Exchange:
    notes = list(found.notes)
    speech = spoken(found.body, found.framing, dialect)
    notes += [speech.note] if speech.note else []
    return Exchange(
        number=0,
        framing=found.framing,
        dialect=speech.name,
        dialect_reason=speech.reason,
        boundary=found.boundary,
        start=0,
        body=found.body,
        request=request_of(entry, notes),
        reads=found.reads,
        notes=notes,
        end=found.end,
    )
