"""The first step of every JSON dialect: a frame's bytes become a record, repairs told.

It never raises: what cannot be read becomes a delta, in place of the frame (spec: unicode, 5.1).
"""

import re
from collections.abc import Collection
from typing import Any, TypeAlias

import orjson

from wiretail.engine.text.json_text import KeyCollision, MalformedJson, join_value, load_frame
from wiretail.engine.text.utf8 import Marks, Repaired, repair_bytes
from wiretail.model.deltas import Delta, ErrorDelta, RefuseDelta, RepairDelta, UnknownDelta
from wiretail.model.frames import Frame

#: A JSON object, as a dialect reads it.
Record: TypeAlias = dict[str, Any]

#: What a frame stands for that says ``[DONE]`` instead of a record; compared by identity.
DONE: Record = {}

_DONE = b"[DONE]"
_BOM = "\ufeff"
_LONG_NUMBER = re.compile(rb"[0-9]{17}")
_WORD = re.compile(r"[A-Za-z0-9_.-]{1,64}", re.ASCII)
_JSON_TYPES = {
    str: "string",
    list: "array",
    bool: "boolean",
    int: "number",
    float: "number",
    type(None): "null",
}
_UNREAD = object()

MALFORMED = "malformed_json"
PROVIDER_ERROR = "provider_error"


class Opening:
    """How one dialect opens its frames.

    ``texts``: keys of strings that are pieces of a text; they are handed on as they are, for pairs
    may be split over frames. ``value``: the key of whole JSON values (arguments of calls), in which
    every string is repaired and every integer exact.
    """

    def __init__(
        self,
        *,
        bytes_policy: str,
        json_depth: int,
        texts: Collection[str],
        value: str,
    ) -> None:
        self._policy = bytes_policy
        self._depth = json_depth
        self._texts = frozenset(texts)
        self._values = frozenset({value})
        self._key = f'"{value}"'.encode()

    def __deepcopy__(self, memo: object) -> "Opening":
        """It never changes, so snapshots share it."""
        return self

    def record(self, frame: Frame, deltas: list[Delta]) -> Record | None:
        """Return the frame's record, or None if there is none to read; ``deltas`` then says why.

        A frame that breaks its framing is read for an error of the provider only.
        """
        data = frame.data
        if frame.fault:
            return self._faulty(frame, deltas)
        try:
            value = orjson.loads(data)
        except orjson.JSONDecodeError:
            value = self._load(data, deltas)
        else:
            # What orjson reads deeper than we do, or rounds. The look for digits costs more than
            # orjson itself, so first the one for the key.
            deep = len(data) > self._depth < data.count(b"[") + data.count(b"{")
            if deep or (self._key in data and _LONG_NUMBER.search(data)):
                value = self._load(data, deltas)
        if isinstance(value, dict):
            return value
        if value is not _UNREAD:
            deltas.append(UnknownDelta(_JSON_TYPES[type(value)]))
        return None

    def _load(self, data: bytes, deltas: list[Delta]) -> Any:
        repaired = repair_bytes(data, self._policy)
        deltas += self._repairs(repaired)
        try:
            value = load_frame(repaired.text.removeprefix(_BOM), digits=True, depth=self._depth)
            value, marks = join_value(value, self._texts, self._values)
        except KeyCollision:
            deltas.append(RefuseDelta("key_collision", "unicode.json"))
            return _UNREAD
        except MalformedJson:
            if data.strip() == _DONE:
                return DONE
            deltas.append(ErrorDelta(MALFORMED))
            return _UNREAD
        deltas += [RepairDelta("unicode.surrogate", "lone_surrogate", {"marks": 1})] * marks
        return value

    def _repairs(self, repaired: Repaired) -> list[Delta]:
        return [byte_repair(piece, self._policy) for piece in repaired.marks]

    def _faulty(self, frame: Frame, deltas: list[Delta]) -> Record | None:
        deltas.append(ErrorDelta(MALFORMED if frame.data else frame.fault))
        value = self._load(frame.data, []) if frame.data else None
        return value if isinstance(value, dict) and provider_error(value) else None


def byte_repair(piece: Marks, policy: str) -> RepairDelta:
    """Return the delta that tells of one ill-formed piece of a frame's data."""
    evidence = {"marks": piece.marks, "bytes": (piece.start, piece.end), "policy": policy}
    return RepairDelta("unicode.bytes", "malformed_utf8", evidence)


def provider_error(record: Record) -> ErrorDelta | None:
    """Return the error that a record reports, if it reports one."""
    error = record.get("error")
    if isinstance(error, str) and error:
        return ErrorDelta(PROVIDER_ERROR, error, fatal=True)
    if not (isinstance(error, dict) and error):
        if "error" not in (record.get("object"), record.get("type")):
            return None
        error = record
    message = error.get("message")
    return ErrorDelta(_error_code(error), message if isinstance(message, str) else "", fatal=True)


def _error_code(error: Record) -> str:
    for name in ("type", "status", "code"):
        word = error.get(name)
        if isinstance(word, (str, int)) and _WORD.fullmatch(str(word)) and word != "error":
            return str(word)
    return PROVIDER_ERROR


def record_type(record: Record) -> str:
    """Return the word by which an unknown record is counted."""
    for name in ("type", "object"):
        word = record.get(name)
        if isinstance(word, str) and _WORD.fullmatch(word):
            return word
    return "object"
