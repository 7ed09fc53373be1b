"""JSON as streams hold it: two readers and a writer (spec: unicode, 5).

:func:`load_frame` reads what a provider sent: lone surrogates, plain duplicate keys and all.
:func:`load_strict` reads what becomes a call's arguments, and refuses what has two readings.
No error of this module quotes a word of what it read.
"""

import json
import math
import re
from collections.abc import Collection
from typing import Any, NamedTuple, TypeAlias

import orjson

from wiretail.engine.text.surrogates import SURROGATE, join
from wiretail.engine.text.utf8 import MAXIMAL_SUBPART, repair_bytes

#: Containers within containers that are read (setting ``limits.json_depth``).
DEPTH = 256

#: orjson makes floats of integers beyond 64 bits without a word; no shorter run can be one.
_LONG_NUMBER = re.compile("[0-9]{17}")
_BOM = "\ufeff"


class MalformedJson(ValueError):  # noqa: N818 - the name of the outcome
    """The text is not valid JSON, or nested too deep."""


class KeyCollision(ValueError):  # noqa: N818 - the same
    """Two keys of one object are equal, as they are or after repair."""


class Joined(NamedTuple):
    """A JSON value with every string and key repaired, and how many U+FFFD were put in."""

    value: Any
    marks: int


def load_frame(text: str, *, digits: bool = False, depth: int = DEPTH) -> Any:
    """Return the value of a frame; its strings may hold surrogate halves (5.1, steps 2 to 4).

    Integers beyond 64 bits are exact only if ``digits`` asks to look for them. The last of plain
    duplicate keys wins. Raises :class:`MalformedJson`, and :class:`KeyCollision` for keys that
    differ but are equal after repair.
    """
    if not (digits and _LONG_NUMBER.search(text)):
        try:
            value = orjson.loads(text)
        except orjson.JSONDecodeError:
            pass
        else:
            _refuse_depth(text, value, depth)
            return value
    return _decode(_FRAME, text, depth)


def load_strict(text: str, depth: int = DEPTH) -> Any:
    """Return the value of :func:`read_strict` alone."""
    return read_strict(text, depth).value


def read_strict(text: str, depth: int = DEPTH) -> Joined:
    """Return the one reading of the text, integers exact, strings and keys repaired (5.2).

    Raises :class:`KeyCollision` for a key that occurs twice, as it is or after repair, and
    :class:`MalformedJson` for all else that has no reading: NaN, infinities, floats that are not
    finite, anything but JSON's white space around the value, control characters in strings, more
    than ``depth`` containers within each other, integers over 4,300 digits.
    """
    return join_value(_decode(_STRICT, text, depth))


def load_json(data: bytes, policy: str = MAXIMAL_SUBPART, depth: int = DEPTH) -> Any:
    """Return the value of a whole document with all strings repaired (5.1).

    One leading byte order mark is dropped. Raises as :func:`load_frame`.
    """
    text = repair_bytes(data, policy).text.removeprefix(_BOM)
    return join_value(load_frame(text, digits=True, depth=depth)).value


def dump(value: Any) -> str:
    """Return the compact JSON of a repaired value; integers of any size stay exact (5.3).

    Numbers must be finite. Raises ``ValueError`` for text that is not repaired, and ``TypeError``
    for what JSON does not know.
    """
    try:
        return orjson.dumps(value, option=_PLAIN).decode()
    except TypeError:
        # Not only what JSON lacks: integers over 64 bits, depths over 254, surrogate halves.
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    if SURROGATE.search(text):
        raise ValueError("only repaired text can be written")
    return text


def join_value(value: Any, keep: Collection[str] = (), whole: Collection[str] = ()) -> Joined:
    """Return a copy of a JSON value with every string and key joined (4), and the marks.

    A string directly under a key of ``keep`` stays as it is: it is a piece of a text that goes on.
    Below a key of ``whole`` nothing is kept. Raises :class:`KeyCollision` for keys of one object
    that are equal after repair.
    """
    root: list[Any] = [value]
    marks = 0
    # Written without recursion: a caller's value may be deeper than Python's stack.
    work: list[_Work] = [(root, 0, value, keep)]
    while work:
        target, key, item, kept = work.pop()
        if isinstance(item, str):
            target[key], found = join(item)
            marks += found
        elif isinstance(item, dict):
            target[key], found = _join_keys(item)
            marks += found
            work += _members(target[key], kept, whole)
        elif isinstance(item, list):
            target[key] = list(item)
            work += [(target[key], place, child, kept) for place, child in enumerate(item)]
    return Joined(root[0], marks)


#: Where a value stands (container and key), the value, and the keys that are kept below it.
_Work: TypeAlias = tuple[Any, Any, Any, Collection[str]]


def _members(item: dict[str, Any], kept: Collection[str], whole: Collection[str]) -> list[_Work]:
    return [
        (item, name, child, () if name in whole else kept)
        for name, child in item.items()
        if not (name in kept and isinstance(child, str))
    ]


def _join_keys(item: dict[str, Any]) -> tuple[dict[str, Any], int]:
    joined: dict[str, Any] = {}
    marks = 0
    for name, child in item.items():
        key, found = join(name)
        marks += found
        joined[key] = child
    if len(joined) < len(item):
        raise KeyCollision
    return joined, marks


def _decode(decoder: json.JSONDecoder, text: str, depth: int) -> Any:
    fault: ValueError
    try:
        value = decoder.decode(text)
        _refuse_depth(text, value, depth)
    except KeyCollision:
        fault = KeyCollision()
    except (ValueError, RecursionError):
        fault = MalformedJson()
    else:
        return value
    # Raised here, so that it has no reference to an error that quotes the text.
    raise fault


def _refuse_depth(text: str, value: Any, depth: int) -> None:
    # Counting brackets is far cheaper than walking the value, and nearly always enough.
    if len(text) > depth and text.count("[") + text.count("{") > depth and _deeper(value, depth):
        raise MalformedJson


def _deeper(value: Any, depth: int) -> bool:
    layer = _containers([value])
    for _ in range(depth):
        layer = [child for item in layer for child in _containers(item)]
    return bool(layer)


def _containers(value: Any) -> list[Any]:
    children = value.values() if isinstance(value, dict) else value
    return [child for child in children if isinstance(child, (dict, list))]


def _frame_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len({join(name)[0] for name in item}) < len(item):
        raise KeyCollision
    return item


def _strict_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len({join(name)[0] for name in item}) < len(pairs):
        raise KeyCollision
    return item


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise MalformedJson
    return number


def _refuse(constant: str) -> Any:  # noqa: ARG001 - the name of a constant is content
    raise MalformedJson


_FRAME = json.JSONDecoder(
    object_pairs_hook=_frame_object, parse_float=_finite, parse_constant=_refuse
)
_STRICT = json.JSONDecoder(
    object_pairs_hook=_strict_object, parse_float=_finite, parse_constant=_refuse
)
_PLAIN = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
