"""JSON records, one a line (application/x-ndjson)."""

from wiretail.captures.capture import Capture
from wiretail.captures.lines import is_json_record, sample_lines
from wiretail.captures.source import Source
from wiretail.captures.strangers import is_request
from wiretail.captures.whole import read_whole


def recognise(head: bytes) -> tuple[int, str]:
    """Say how far these first bytes are lines of JSON: 0..100, and why."""
    if is_request(head):
        return 0, "it is the body of a request"
    lines = list(sample_lines(head))
    whole = [line.data for line in lines if not line.cut]
    if lines and not whole:
        fits = lines[0].data.lstrip().startswith(b'{"')
        return (30 if fits else 0), "one line, longer than what is looked at, begins like JSON"
    records = sum(1 for line in whole if is_json_record(line))
    reason = f"{records} of {len(whole)} lines are JSON records"
    if not records or 2 * records <= len(whole):
        return 0, reason
    return 50 + 40 * records // len(whole), reason


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read lines of JSON."""
    return read_whole(source, "ndjson", "ndjson", dialect)
