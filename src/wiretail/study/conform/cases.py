"""Files of vectors: one JSON object a line, long strings and bytes written short.

Read with the standard library's json: orjson refuses lone surrogate escapes, and they are what many
cases are about. ``{"$repeat": [S, N]}``, ``{"$concat": [...]}`` and ``{"$b64": S}`` are expanded
wherever a string may stand.
"""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wiretail.errors import VectorError
from wiretail.study.visible import visible

#: A string that a case writes short is never longer (code points).
LONGEST = 64 * 1024 * 1024


class CaseError(ValueError):
    """A case that cannot be run. Its text says why and quotes nothing but keys and names."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case; ``place`` is its file and line. ``fault`` says why it cannot be run, if so.

    ``tools`` is None where they are unknown.
    """

    id: str
    place: str
    op: str = ""
    profile: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    tools: Any = ()
    input: Mapping[str, Any] = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)
    fault: str = ""


def read_cases(text: str, source: str) -> Iterator[Case]:
    """Yield the cases of a file; ``source`` names it in messages.

    Raises :class:`~wiretail.errors.VectorError` for a line that is no JSON object. What is wrong
    inside a case is its ``fault``: the other cases run.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _case(_parsed(line, f"{visible(source)}, line {number}"), f"{source}:{number}")


def _parsed(line: str, place: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise VectorError(f"{place} is no JSON object: a file of vectors holds one case a line")
    return value


def _case(value: dict[str, Any], place: str) -> Case:
    known = str(value.get("id", place))
    try:
        return Case(
            id=known,
            place=place,
            op=_of_type(value, "op", str),
            profile=_of_type(value, "profile", str),
            settings=_expanded(value, "settings", {}),
            tools=expand(value.get("tools", [])),
            input=_expanded(value, "input"),
            expect=_expanded(value, "expect"),
        )
    except CaseError as error:
        return Case(known, place, op=str(value.get("op", "")), fault=str(error))


def _of_type(value: dict[str, Any], key: str, kind: type, default: Any = None) -> Any:
    found = value.get(key, default)
    if not isinstance(found, kind):
        raise CaseError(f"the key {key} is missing, or of the wrong type")
    return found


def _expanded(value: dict[str, Any], key: str, default: Any = None) -> dict[str, Any]:
    """Return an object of a case, expanded; one that is itself written short is none."""
    found = expand(_of_type(value, key, dict, default))
    if not isinstance(found, dict):
        raise CaseError(f"the key {key} is missing, or of the wrong type")
    return found


def expand(value: Any) -> Any:
    """Return ``value`` with everything written out that is written short.

    Raises :class:`CaseError` for what is written short in a way that is not known, or too long.
    """
    if isinstance(value, list):
        return [expand(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        [(key, inner)] = value.items()
        if key in _SHORT:
            return _SHORT[key](inner)
    return {key: expand(inner) for key, inner in value.items()}


def _repeat(value: Any) -> Any:
    match expand(value):
        case [str() | bytes() as piece, int() as times] if 0 <= times * len(piece) <= LONGEST:
            return piece * times
    raise CaseError("$repeat needs a string and a number, and may not be longer than 64 MiB")


def _concat(value: Any) -> Any:
    match expand(value):
        case [bytes(), *_] as pieces if all(isinstance(piece, bytes) for piece in pieces):
            return b"".join(pieces)
        case [*pieces] if all(isinstance(piece, str) for piece in pieces):
            return "".join(pieces)
    raise CaseError("$concat needs strings, or bytes")


def _b64(value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise CaseError("$b64 needs base64") from None


_SHORT: Mapping[str, Callable[[Any], Any]] = {
    "$repeat": _repeat,
    "$concat": _concat,
    "$b64": _b64,
}
