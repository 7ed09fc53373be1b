"""Raw Server-Sent Events, as ``curl -N`` writes them."""

import re

from wiretail.captures.capture import Capture
from wiretail.captures.lines import sample_lines
from wiretail.captures.source import Source
from wiretail.captures.whole import read_whole

#: A line of an event stream (HTML standard, 9.2.5); a cut line begins like a whole one.
_FIELD = re.compile(rb"(?:data|event|id|retry)(?::|$)|:")


def recognise(head: bytes) -> tuple[int, str]:
    """Say how far these first bytes are an event stream: 0..100, and why."""
    lines = [line.data for line in sample_lines(head)]
    fields = sum(1 for line in lines if _FIELD.match(line))
    if not fields or not any(line.startswith((b"data", b"event")) for line in lines):
        return _before_the_first_event(lines, fields)
    reason = f"{fields} of {len(lines)} lines are fields of an event stream"
    if _FIELD.match(lines[0]):
        return 60 + 35 * fields // len(lines), reason
    return (50, reason) if 2 * fields > len(lines) else (0, reason)


def _before_the_first_event(lines: list[bytes], fields: int) -> tuple[int, str]:
    """Judge a beginning without data: keep-alive comments, a time to reconnect."""
    if fields and fields == len(lines):
        return 40, "every line is a comment or field of an event stream"
    return 0, "no line is a field of an event stream"


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read an event stream."""
    return read_whole(source, "sse", "sse", dialect)
