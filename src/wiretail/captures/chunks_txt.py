"""Chunk files: one payload a line, as test suites keep them.

They are read like lines of JSON. What is no JSON is a frame as well, and a malformed one later; so
a file of mostly damaged lines is still this format.
"""

import re

from wiretail.captures.capture import Capture
from wiretail.captures.lines import sample_lines
from wiretail.captures.source import Source
from wiretail.captures.whole import read_whole

_PAYLOAD = re.compile(rb'\s*(?:\{"|\[DONE\])')


def recognise(head: bytes) -> tuple[int, str]:
    """Say how far these first bytes are payloads line by line: 0..100, and why."""
    lines = [line.data for line in sample_lines(head)]
    payloads = sum(1 for line in lines if _PAYLOAD.match(line))
    reason = f"{payloads} of {len(lines)} lines begin like a payload"
    if len(lines) < 2 or 2 * payloads <= len(lines):
        return 0, reason
    return 20 + 20 * payloads // len(lines), reason


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read payloads line by line."""
    return read_whole(source, "chunks-txt", "ndjson", dialect)
