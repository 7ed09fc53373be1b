"""From the bytes that came so far to what they are, and how they go on from there."""

import time
from dataclasses import dataclass

from wiretail.captures import Capture, Limits, native_live, open_capture
from wiretail.captures.body import SLICE, Body, Tail
from wiretail.captures.http import STATUS_LINE, read_head
from wiretail.captures.lines import SAMPLE, is_json_record
from wiretail.captures.native_live import NativeLive, Record
from wiretail.errors import CaptureError
from wiretail.sources.news import Arrived, Began, Ended, News, Noted, Opened, Whole

#: Formats whose body is the file, so that it grows with it.
PLAIN_FORMATS = frozenset({"sse", "ndjson", "chunks-txt", "plain"})
#: A format is told by the first line that is whole, or by what came within this time (s).
ENOUGH_S = 0.5
_NATIVE = 'its first line says "kind": "capture"'


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody said of the bytes: a format and a dialect, None for a guess."""

    input_format: str | None = None
    dialect: str | None = None


class Opening:
    """What comes of a source: until its format can be told, nothing is given out.

    ``patient``: what can only be read when it is whole is waited for.
    """

    def __init__(self, name: str, body: Body, wanted: Wanted, *, patient: bool = False) -> None:
        self._name = name
        self._body = body
        self._wanted = wanted
        self._patient = patient
        self._reads: list[Arrived] = []
        self._began = 0.0
        self._waits = False
        self._opened = False
        self._native: NativeLive | None = None
        self._held: list[News] = []  # what is told when the capture is open
        self._taken = 0  # so many bytes were given to the reader of native captures

    def add(self, size: int) -> list[News]:
        """Take a read that the body holds already; return what is to be told by now.

        Raises :class:`~wiretail.errors.CaptureError` for what is no capture, or cannot grow.
        """
        now = time.monotonic()
        self._began = self._began or now
        read = Arrived(size, (now - self._began) * 1000)
        if self._native is not None:
            return self._go_on(self._native)
        if self._opened:
            return [read]
        self._reads.append(read)
        if self._waits:
            return []
        sample = self._body.read(0, SAMPLE)
        return self._open(sample) if _is_enough(sample) else self.idle()

    def idle(self) -> list[News]:
        """Open what there is, if it is there for long."""
        if self._is_told or self._waits or not self._reads:
            return []
        late = time.monotonic() - self._began > ENOUGH_S
        return self._open(self._body.read(0, SAMPLE)) if late else []

    def close(self) -> list[News]:
        """Nothing will come any more."""
        found: list[News] = []
        if not self._is_told and self._reads:
            self._patient = True
            found = [] if self._waits else self._open(self._body.read(0, SAMPLE))
            if self._waits:
                return [Whole(self._read(self._body.read(0, self._body.size)))]
        if self._native is not None:
            found += self._told(self._native.close())
        return found

    @property
    def _is_told(self) -> bool:
        return self._opened or self._native is not None

    def _open(self, sample: bytes) -> list[News]:
        """Give out the capture if it can grow; else wait for all of it, or raise why not."""
        try:
            capture = self._read(sample)
            if capture.format == "wtail":
                longest = 2 * Limits().frame_bytes
                self._native = NativeLive(self._name, longest, self._wanted.dialect)
                return self._go_on(self._native)
            place = _growing_from(capture)
        except CaptureError:
            if not self._patient or self._native is not None:
                raise
            self._waits = True
            return []
        return self._start(capture, place)

    def _read(self, data: bytes) -> Capture:
        wanted = self._wanted
        return open_capture(
            self._name, data=data, input_format=wanted.input_format, dialect=wanted.dialect
        )

    def _start(self, capture: Capture, place: int) -> list[News]:
        """Give out the capture, and the reads as far as they lie behind its head."""
        capture.exchanges[0].body = Tail(self._body, place) if place else self._body
        reads, self._reads, self._opened = self._reads, [], True
        found: list[News] = [Opened(capture)]
        for read in reads:
            behind = max(0, read.size - place)
            place -= read.size - behind
            if behind:
                found.append(Arrived(behind, read.time_ms))
        return found

    def _go_on(self, reader: NativeLive) -> list[News]:
        """Give the reader of native captures what it has not had."""
        found: list[News] = []
        while self._taken < self._body.size:
            data = self._body.read(self._taken, min(self._body.size, self._taken + SLICE))
            self._taken += len(data)
            found += self._told(reader.feed(data))
        return found

    def _told(self, records: list[Record]) -> list[News]:
        """Return records as news; the first exchange opens the capture, nothing is told before."""
        news = [*self._held, *(_news(record) for record in records)]
        self._held = []
        if self._opened:
            return news
        first = next((one for one in news if isinstance(one, Began)), None)
        if first is None:
            self._held = news
            return []
        capture = Capture(self._name, "wtail", reason=_NATIVE)
        capture.add(first.exchange)
        self._opened = True
        return [Opened(capture), *(one for one in news if one is not first)]


def _is_enough(sample: bytes) -> bool:
    """Tell whether a format can be told: by the first line that is whole, behind HTTP headers."""
    if len(sample) == SAMPLE:
        return True
    if STATUS_LINE.match(sample):
        head = read_head(sample)
        body = b"" if head is None else sample[head.end :]
        return b"\n" in body and not STATUS_LINE.match(body)  # headers of another answer
    line, feed, _ = sample.lstrip().partition(b"\n")
    # A document over many lines begins with one that is no JSON by itself.
    return bool(feed) and (line[:1] not in (b"{", b"[") or is_json_record(line))


def _growing_from(capture: Capture) -> int:
    """Return where the body begins that grows with the source."""
    if capture.format in PLAIN_FORMATS:
        return 0
    # Of a dump of curl nothing is undone, so its body is what stands behind the headers.
    place = capture.exchanges[0].body_place if capture.format == "curl" else None
    if place is None:
        raise CaptureError(
            f"{capture.name} is a capture ({capture.format}) that can only be read when it is "
            "whole: open it without following."
        )
    return place


def _news(record: Record) -> News:
    match record:
        case native_live.Began(exchange):
            return Began(exchange)
        case native_live.Read(size, time_ms):
            return Arrived(size, time_ms)
        case native_live.Ended(end, notes):
            return Ended(end, notes)
        case native_live.Noted(unknown, notes):
            return Noted(unknown, notes)
