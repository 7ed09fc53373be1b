"""One exchange of a native capture, as it is put together line by line."""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from math import isnan
from typing import Any

from wiretail.captures.body import Body, Part, Reads, Spool, Tail
from wiretail.captures.body_kind import body_framing
from wiretail.captures.capture import ENDS, Exchange, Request
from wiretail.captures.dialect import Spoken, spoken
from wiretail.captures.messages import messages_from_json
from wiretail.captures.secrets import redact
from wiretail.captures.tools import tools_from_json
from wiretail.engine.dialects import DIALECTS
from wiretail.engine.framing import FRAMINGS
from wiretail.errors import ToolsError
from wiretail.model.chunks import Boundary


class BadRecordError(ValueError):
    """A line cannot be used; the text completes the sentence "line 4 ..."."""


class Building:
    """An exchange whose header was read and whose end was not."""

    def __init__(self, header: Mapping[str, Any], spool: Spool, dialect: str | None) -> None:
        self._header = header
        self._spool = spool
        self._start = spool.size
        self._dialect = dialect
        self._reads = Reads()
        self._hash = hashlib.sha256()
        self._notes: list[str] = []
        self.end = "cut"

    @property
    def size(self) -> int:
        """How many bytes came so far."""
        return self._spool.size - self._start

    @property
    def count(self) -> int:
        """How many reads came so far."""
        return len(self._reads.ends)

    @property
    def last_time(self) -> float | None:
        """When the last read came (ms), None where that is not known."""
        time_ms = self._reads.times[-1]
        return None if isnan(time_ms) else time_ms

    @property
    def is_named(self) -> bool:
        """Whether the header alone tells the framing and the dialect."""
        framing, dialect = self._header.get("framing"), self._header.get("dialect")
        return framing in FRAMINGS and (self._dialect is not None or dialect in DIALECTS)

    def read(self, record: Mapping[str, Any]) -> None:
        """Take one read; raises :class:`BadRecordError` and takes nothing of a bad one."""
        data = _data(record)
        time_ms = _time(record)
        self._spool.append(data)
        self._hash.update(data)
        self._reads.add(self._spool.size - self._start, time_ms)

    def finish(self, record: Mapping[str, Any], line: int) -> None:
        """Take the end, which stands in this line of the file."""
        end = record["end"]
        self.end = end if isinstance(end, str) and end in ENDS else ""
        if end != self.end:
            self._notes.append(f"line {line} names an end that is not known.")
        wanted = record.get("sha256")
        if wanted is not None and wanted != self._hash.hexdigest():
            self._notes.append(
                f"the bytes do not give the SHA-256 of line {line}: they were changed or lost."
            )

    def exchange(self) -> Exchange:
        """Return the exchange as far as it came."""
        if self.end == "cut":
            self._notes.append("there is no end record: the recording was cut.")
        return self._exchange(Part(self._spool, self._start, self.size), self.end)

    def growing(self, body: Tail) -> Exchange:
        """Return the exchange as far as it came, its ``body`` being that of the recording."""
        return self._exchange(body, "")

    def tail(self) -> Tail:
        """Return the body, which grows with the recording."""
        return Tail(self._spool, self._start)

    def _exchange(self, body: Body, end: str) -> Exchange:
        framing = self._framing(body)
        speech = self._spoken(body, framing)
        return Exchange(
            number=0,
            framing=framing,
            dialect=speech.name,
            dialect_reason=speech.reason,
            boundary=self._boundary(),
            start=0,
            body=body,
            request=_request(self._header.get("request"), self._notes),
            reads=self._reads,
            notes=self._notes,
            end=end,
        )

    def _framing(self, body: Body) -> str:
        named = self._header.get("framing")
        if isinstance(named, str) and named in FRAMINGS:
            return named
        content_type = self._header.get("content_type")
        kind = content_type if isinstance(content_type, str) else ""
        return body_framing(body, kind) or "plain"

    def _spoken(self, body: Body, framing: str) -> Spoken:
        named = self._header.get("dialect")
        if self._dialect is None and isinstance(named, str) and named in DIALECTS:
            return Spoken(named, "the file says so")
        speech = spoken(body, framing, self._dialect)
        if speech.note:
            self._notes.append(speech.note)
        return speech

    def _boundary(self) -> Boundary:
        named = self._header.get("boundary")
        # A recording that says nothing was made read by read: that is what the format is for.
        return Boundary(named) if named in list(Boundary) else Boundary.WIRE


def _data(record: Mapping[str, Any]) -> bytes:
    if "s" in record and "b" in record:
        raise BadRecordError('has both "s" and "b"')
    if "s" in record:
        if not isinstance(record["s"], str):
            raise BadRecordError('has an "s" that is no string')
        return record["s"].encode()
    try:
        return base64.b64decode(record["b"], validate=True)
    except (binascii.Error, ValueError, TypeError) as error:
        raise BadRecordError('has a "b" that is no base64') from error


def _time(record: Mapping[str, Any]) -> float | None:
    value = record.get("t")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadRecordError('has a "t" that is no number')
    try:
        return float(value)  # JSON holds no infinity: only whole numbers can be too large
    except OverflowError as error:
        raise BadRecordError('has a "t" that is no number') from error


def _request(value: Any, notes: list[str]) -> Request | None:
    if not isinstance(value, Mapping):
        return None
    raw = value.get("raw")
    model = value.get("model")
    tools = None
    if value.get("tools") is not None:
        try:
            tools = tools_from_json(value["tools"])
        except ToolsError as error:
            notes.append(f"the tools of the request cannot be read, so they are unknown: {error}.")
    return Request(
        tools=tools,
        messages=messages_from_json(value.get("messages")),
        model=model if isinstance(model, str) else None,
        raw=redact(raw) if isinstance(raw, Mapping) else redact(_rest(value)),
    )


def _rest(request: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in request.items() if key not in {"tools", "messages"}}
