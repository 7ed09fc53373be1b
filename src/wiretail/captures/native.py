"""Our own captures (``.wtail``): JSON lines that keep each read byte for byte, with its time.

An exchange is a line that describes it, a line for each read, and a line for its end:

    {"kind": "capture", "v": 1, "framing": "sse", "boundary": "wire", "request": {"tools": [...]}}
    {"t": 12.5, "s": "data: ..."}
    {"t": 13.0, "b": "4oI="}
    {"t": 80.0, "end": "eof", "sha256": "..."}

``t`` is milliseconds since the capture began. A read is ``s`` where its bytes are UTF-8, else ``b``
(base64). A file that breaks off is a cut capture and opens.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from wiretail.captures.body import Spool, slices
from wiretail.captures.capture import Capture
from wiretail.captures.lines import BOM
from wiretail.captures.native_exchange import BadRecordError, Building
from wiretail.captures.source import Source
from wiretail.captures.wording import counted
from wiretail.engine.text.json_text import DEPTH, load_json
from wiretail.errors import CaptureError

#: The version of the format that is written; later ones are refused.
VERSION = 1

#: So many notes on single lines are kept; the others are counted.
MOST_NOTES = 20

#: A request's body stands this much deeper in a line than it was (containers).
_WRAPPED = 8

_BEGIN = re.compile(rb'\s*\{[^\n]{0,200}?"kind"\s*:\s*"capture"')


def recognise(head: bytes) -> tuple[int, str]:
    """Say whether these first bytes are a native capture: 0..100, and why."""
    if _BEGIN.match(head.removeprefix(BOM)):
        return 100, 'its first line says "kind": "capture"'
    return 0, 'its first line does not say "kind": "capture"'


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read a native capture.

    A line that cannot be read is left out and named in a note; the rest is read.

    Raises:
        CaptureError: the first line describes no capture, or a newer version wrote the file.
    """
    reading = Reading(source.name, dialect, source.notes)
    lines = Lines(2 * source.limits.frame_bytes)
    for piece in slices(source.body):
        for number, line in lines.feed(piece):
            reading.line(number, line)
    for number, line in lines.close():
        reading.line(number, line)
    return reading.close()


class Reading:
    """The state between two lines. ``open`` is the exchange that goes on, None between two."""

    def __init__(self, name: str, dialect: str | None, notes: list[str]) -> None:
        self._name = name
        self._dialect = dialect
        self.capture = Capture(name, "wtail", notes=notes)
        self._spool = Spool()  # one for all exchanges: there may be thousands
        self.open: Building | None = None
        self._begun = False
        self._bad_lines = 0

    def line(self, number: int, line: bytes | None) -> None:
        """Take a line; None stands for one that is too long."""
        try:
            self._record(number, _record(line))
        except BadRecordError as fault:
            if not self._begun:
                raise CaptureError(
                    f"{self._name} cannot be read as a native capture: line {number} "
                    f"{fault}; expected a line with "
                    f'"kind": "capture"; record it again.'
                ) from fault
            self._bad_lines += 1
            if self._bad_lines <= MOST_NOTES:
                self.capture.notes.append(f"line {number} {fault}; it is left out.")

    def close(self) -> Capture:
        """Return the capture; what is still open was cut."""
        self._finish()
        if self._bad_lines > MOST_NOTES:
            more = self._bad_lines - MOST_NOTES
            self.capture.notes.append(
                f"{counted(more, 'more line is', 'more lines are')} left out."
            )
        if not self._begun:
            raise CaptureError(f"{self._name} holds no line of a native capture.")
        return self.capture

    def _record(self, number: int, record: Mapping[str, Any]) -> None:
        if record.get("kind") == "capture":
            self._begin(record)
        elif "s" in record or "b" in record:
            self._exchange().read(record)
        elif "end" in record:
            self._exchange().finish(record, number)
            self._finish()
        else:
            self._skip(record)

    def _begin(self, header: Mapping[str, Any]) -> None:
        version = header.get("v")
        if isinstance(version, int) and version > VERSION:
            raise CaptureError(
                f"{self._name} was written by a newer version of this program "
                f"(format {version}, known is {VERSION}): update it."
            )
        self._finish()
        self._begun = True
        self.open = Building(header, self._spool, self._dialect)

    def _exchange(self) -> Building:
        if self.open is None:
            raise BadRecordError("belongs to no exchange" if self._begun else "is no header")
        return self.open

    def _skip(self, record: Mapping[str, Any]) -> None:
        if not self._begun:
            raise BadRecordError("is no header")
        known = next((kind for kind in ("note", "label") if kind in record), "unknown record")
        self.capture.skip(known)

    def _finish(self) -> None:
        if self.open is not None:
            self.capture.add(self.open.exchange())
            self.open = None


def _record(line: bytes | None) -> Mapping[str, Any]:
    if line is None:
        raise BadRecordError("is too long")
    record = _read_record(line)
    if record is not None:
        return record
    try:
        record = load_json(line, depth=DEPTH + _WRAPPED)
    except ValueError as error:
        raise BadRecordError("is no valid JSON") from error
    if not isinstance(record, Mapping):
        raise BadRecordError("is no JSON object")
    return record


def _read_record(line: bytes) -> Mapping[str, Any] | None:
    """Read a line of a read, None for any other.

    Nearly all lines are reads, and what orjson accepts of them has no second reading: a flat object
    without lone surrogates.
    """
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    is_read = isinstance(record, dict) and ("s" in record or "b" in record)
    return record if is_read and "kind" not in record else None


class Lines:
    """Cuts bytes into lines, as they come; ``longest``: a longer one is not kept (bytes)."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._number = 1
        self._parts: list[bytes] = []
        self._held = 0

    def feed(self, piece: bytes) -> Iterator[tuple[int, bytes | None]]:
        """Yield the lines that are whole and not blank, with their numbers; None: too long."""
        *ends, rest = piece.split(b"\n")
        for end in ends:
            yield from self._line(end)
            self._number += 1
        self._hold(rest)

    def close(self) -> Iterator[tuple[int, bytes | None]]:
        """Yield the last line, if it does not end in a line feed."""
        return self._line(b"")

    def _hold(self, rest: bytes) -> None:
        self._held += len(rest)
        if self._held <= self._longest:
            self._parts.append(rest)
        else:
            self._parts.clear()

    def _line(self, end: bytes) -> Iterator[tuple[int, bytes | None]]:
        fits = self._held + len(end) <= self._longest
        line = b"".join([*self._parts, end]) if fits else None
        self._held = 0
        self._parts.clear()
        if line is None or line.strip():
            yield self._number, line
