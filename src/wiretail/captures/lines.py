"""Judging what a source is by a majority of the lines of its beginning."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

#: So much of a source decides what it is (bytes).
SAMPLE = 65_536

BOM = b"\xef\xbb\xbf"

_BREAK = re.compile(rb"\r\n|\n|\r")


class Line(NamedTuple):
    """One line that is not blank; ``cut`` where the sample ends before the line does."""

    data: bytes
    cut: bool


def sample_lines(head: bytes) -> Iterator[Line]:
    """Yield the lines of a source's beginning, blank ones left out, a BOM dropped.

    A head of :data:`SAMPLE` bytes goes on in the source, so its last line may be cut.
    """
    sampled = len(head) >= SAMPLE
    lines = _BREAK.split(head.removeprefix(BOM))
    for number, data in enumerate(lines, start=1):
        if data.strip():
            yield Line(data, cut=sampled and number == len(lines))


def json_value(data: bytes) -> Any:
    """Read one JSON value; raises ``ValueError`` for what is none.

    orjson first; what it refuses (lone halves of a pair, NaN, depth) is read by the standard
    library.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        try:
            return json.loads(data.decode("utf-8", "replace"))
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


def is_json_record(data: bytes) -> bool:
    """Tell whether a line is one JSON object or list."""
    try:
        return isinstance(json_value(data), dict | list)
    except ValueError:
        return False
