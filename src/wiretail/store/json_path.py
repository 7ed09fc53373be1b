"""Where a value stands in the bytes of a JSON text.

Follows a path such as ``choices[0].delta.content`` over the bytes themselves, so that a string can
be pointed at as the provider wrote it. Nothing is decoded but keys; a key that occurs twice counts
where it stands last, as in every reader of frames (spec: unicode, 5.1). Linear in the bytes.
"""

import json
import re
from functools import lru_cache
from typing import Any, NamedTuple

_BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"[ \t\n\r]*+")
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_SCALAR = re.compile(rb'[^\s,:\[\]{}"]++')
_BRACKET = re.compile(rb'["\[\]{}]')
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


class Found(NamedTuple):
    """The bytes ``[start, end)`` of a value; of a string, what stands between its quotes."""

    start: int
    end: int
    is_string: bool


class Finder:
    """Finds strings in frames of one stream, which are mostly alike.

    Where all in front of a string and all behind it is the same as in the frame before, it is the
    string of the same path: nothing is scanned but the string itself.
    """

    def __init__(self) -> None:
        self._round: dict[str, tuple[bytes, bytes]] = {}

    def find(self, data: bytes, path: str) -> Found | None:
        """Return what :func:`find` returns."""
        before, behind = self._round.get(path, (b"", b""))
        if before and data.startswith(before) and data.endswith(behind):
            end = len(data) - len(behind)
            string = _STRING.match(data, len(before) - 1)
            if string is not None and string.end() == end + 1:
                return Found(len(before), end, is_string=True)
        found = find(data, path)
        if found is not None and found.is_string:
            self._round[path] = data[: found.start], data[found.end :]
        return found


def string_at(value: Any, path: str) -> str | None:
    """Return the string at ``path`` of a value that was read; None where none is."""
    for index, key in _steps(path):
        if index:
            fits = isinstance(value, list) and int(index) < len(value)
            value = value[int(index)] if fits else None
        else:
            value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else None


@lru_cache(maxsize=256)
def _steps(path: str) -> list[tuple[str, str]]:
    return _STEP.findall(path)


def find(data: bytes, path: str) -> Found | None:
    """Return where the value at ``path`` stands in ``data``, or None if it is not there."""
    at = _skip_space(data, len(_BOM) if data.startswith(_BOM) else 0)
    for index, key in _steps(path):
        step = _item(data, at, int(index)) if index else _member(data, at, key)
        if step is None:
            return None
        at = step
    end = _value_end(data, at)
    if end is None:
        return None
    if data[at : at + 1] == b'"':
        return Found(at + 1, end - 1, is_string=True)
    return Found(at, end, is_string=False)


def _skip_space(data: bytes, at: int) -> int:
    match = _SPACE.match(data, at)
    return match.end() if match else at


def _value_end(data: bytes, at: int) -> int | None:
    """Return the offset behind the value that begins at ``at``; None if it breaks off."""
    if data[at : at + 1] in {b"{", b"["}:
        return _container_end(data, at)
    pattern = _STRING if data[at : at + 1] == b'"' else _SCALAR
    match = pattern.match(data, at)
    return match.end() if match else None


def _container_end(data: bytes, at: int) -> int | None:
    depth = 0
    while bracket := _BRACKET.search(data, at):
        at = bracket.end()
        match bracket.group():
            case b'"':
                string = _STRING.match(data, bracket.start())
                if string is None:
                    return None
                at = string.end()
            case b"{" | b"[":
                depth += 1
            case _:
                depth -= 1
                if depth == 0:
                    return at
    return None


def _item(data: bytes, at: int, index: int) -> int | None:
    """Return where item ``index`` of the list at ``at`` begins."""
    if data[at : at + 1] != b"[":
        return None
    at = _skip_space(data, at + 1)
    for _ in range(index):
        end = _value_end(data, at)
        comma = _after(data, end, b",")
        if comma is None:
            return None
        at = comma
    return at


def _member(data: bytes, at: int, key: str) -> int | None:
    """Return where the last value under ``key`` of the object at ``at`` begins."""
    found = None
    if data[at : at + 1] != b"{":
        return None
    next_key: int | None = _skip_space(data, at + 1)
    while next_key is not None:
        string = _STRING.match(data, next_key)
        value = _after(data, string and string.end(), b":")
        if string is None or value is None:
            break
        if _is_key(string.group(), key):
            found = value
        next_key = _after(data, _value_end(data, value), b",")
    return found


def _after(data: bytes, at: int | None, mark: bytes) -> int | None:
    """Return the offset behind ``mark`` and the blanks round it, None where another stands."""
    if at is None:
        return None
    at = _skip_space(data, at)
    return _skip_space(data, at + 1) if data[at : at + 1] == mark else None


def _is_key(quoted: bytes, key: str) -> bool:
    if b"\\" not in quoted:
        return quoted[1:-1] == key.encode()
    try:
        read = json.loads(quoted.decode("utf-8", "replace"), strict=False)
    except ValueError:
        return False
    return bool(read == key)
