"""A whole request in text that can be encoded (spec: vscode-lm, part A).

Every string and key is repaired. Ids keep apart what was apart, names of tools are written in an
alphabet and can be found again by the request's own table.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple

from wiretail.engine.request.shapes import ANTHROPIC, CHAT, kind_of, objects
from wiretail.engine.text.identifiers import encode_identifier
from wiretail.engine.text.json_text import (
    KeyCollision,
    MalformedJson,
    dump,
    join_value,
    read_strict,
)
from wiretail.engine.text.surrogates import SURROGATE, join, join_pairs
from wiretail.engine.text.tool_names import encode_tool_name
from wiretail.errors import RequestError
from wiretail.model.decisions import Decision, Kind

#: Containers within containers that can be written (orjson stops at 254).
DEPTH = 250

#: Integers that every writer of JSON knows (orjson refuses others).
_INTEGERS = range(-(2**63), 2**64)

Path = tuple[Any, ...]
#: (container by its identity, key) -> the rule for the string that stands there.
_Spots = dict[tuple[int, str], str]

_ID, _NAME, _VALUE, _TEXT = "request.id", "request.name", "request.value", "request.text"
#: A value as JSON text; its decisions are those of the value.
_WRITTEN = "request.value, written"
_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
#: Keys whose values are data of a call or a tool, whatever stands below them.
_VALUES = frozenset({"input", "arguments", "input_schema", "parameters", "schema"})


@dataclass(slots=True)
class Sanitized:
    """A request that can be sent; ``names`` maps sent tool names to those of the registry."""

    body: dict[str, Any]
    names: dict[str, str] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)


def repair_value(value: Any) -> Any:
    """Return a copy of a JSON value of any depth with all strings and keys repaired.

    Raises :class:`~wiretail.engine.text.json_text.KeyCollision` for keys of one object that are
    equal after repair.

    >>> repair_value({"a": ["b\\ud800", 1]}) == {"a": ["b\\ufffd", 1]}
    True
    """
    return join_value(value).value


def name_table(declared: Iterable[str], which: str = "lone") -> dict[str, str]:
    """Return the table of a request: the name that is sent -> the name of the registry.

    Of equal names the last holds. Raises
    :class:`~wiretail.engine.text.json_text.KeyCollision` for different names with one sent form.

    >>> table = name_table(["get_uuid", "read"])
    >>> table["get_uuuid"], table.get("other", "other")
    ('get_uuid', 'other')
    """
    table: dict[str, str] = {}
    for name in declared:
        sent = encode_tool_name(name, which)
        if table.setdefault(sent, name) != name:
            raise KeyCollision
    return table


def _written(text: str, _: str) -> str:
    """Return the JSON text of a call's input, the halves that its escapes spell repaired too."""
    text = join(text)[0]
    if _HALF_ESCAPE.search(text) is None:
        return text
    try:
        joined = read_strict(text)
    except MalformedJson:
        return text
    return dump(joined.value) if joined.marks else text


def sanitize(body: Mapping[str, Any], shape: str, tool_names: str = "lone") -> Sanitized:
    """Return a copy of a request of a known shape in which every text can be encoded.

    Raises :class:`~wiretail.engine.text.json_text.KeyCollision` for keys of one object, or names
    of tools, that are equal after repair, and :class:`~wiretail.errors.RequestError` for a request
    nested deeper than :data:`DEPTH`.

    >>> request = {"messages": [{"role": "user", "content": "half \\ud83d"}]}
    >>> sanitize(request, CHAT).body["messages"][0]["content"] == "half \\ufffd"
    True
    """
    spots: _Spots = {}
    declared = _find_tools(body, shape, spots)
    _find_calls(body, shape, spots)
    found = Sanitized({}, name_table(declared, tool_names))
    found.body = _copy(body, spots, tool_names, found.decisions)
    return found


def _find_tools(body: Mapping[str, Any], shape: str, spots: _Spots) -> list[str]:
    tools = objects(body.get("tools"))
    choice = [body["tool_choice"]] if isinstance(body.get("tool_choice"), dict) else []
    holders = [_function(item) if shape == CHAT else item for item in tools]
    for holder in (*holders, *(_function(item) if shape == CHAT else item for item in choice)):
        spots[id(holder), "name"] = _NAME
    return [name for item in holders if isinstance(name := item.get("name"), str)]


def _function(item: dict[str, Any]) -> dict[str, Any]:
    inner = item.get("function", item.get("custom"))
    return inner if isinstance(inner, dict) else item


def _find_calls(body: Mapping[str, Any], shape: str, spots: _Spots) -> None:
    items = objects(body.get("messages" if shape in {ANTHROPIC, CHAT} else "input"))
    for item in items:
        if shape == ANTHROPIC:
            for part in objects(item.get("content")):
                _spot(part, spots, ids=("id", "tool_use_id"), named=_is_call(part))
        elif shape == CHAT:
            named = item.get("role") in ("tool", "function")
            _spot(item, spots, ids=("tool_call_id",), named=named)
            if isinstance(item.get("function_call"), dict):
                _spot(item["function_call"], spots, ids=(), named=True)
            for call in objects(item.get("tool_calls")):
                _spot(call, spots, ids=("id",), named=False)
                _spot(_function(call), spots, ids=(), named=True)
        else:
            _spot(item, spots, ids=("id", "call_id"), named=_is_call(item))


def _is_call(item: dict[str, Any]) -> bool:
    return kind_of(item).endswith(("tool_use", "_call"))


def _spot(item: dict[str, Any], spots: _Spots, *, ids: tuple[str, ...], named: bool) -> None:
    spots.update({(id(item), key): _ID for key in ids})
    if named:
        spots[id(item), "name"] = _NAME
        if isinstance(item.get("arguments"), str):
            spots[id(item), "arguments"] = _WRITTEN


class _Work(NamedTuple):
    target: Any
    key: Any
    value: Any
    path: Path
    rule: str
    depth: int


def _copy(
    body: Mapping[str, Any], spots: _Spots, which: str, decisions: list[Decision]
) -> dict[str, Any]:
    root: list[Any] = [None]
    # Without recursion, as a caller's value may be deeper than Python's stack.
    work = [_Work(root, 0, dict(body), (), _TEXT, 0)]
    while work:
        at = work.pop()
        if at.depth > DEPTH:
            raise RequestError(f"the request is nested deeper than {DEPTH} levels.")
        if isinstance(at.value, str):
            at.target[at.key] = _string(at, which, decisions)
        elif isinstance(at.value, dict):
            at.target[at.key] = copied = dict.fromkeys(_keys(at, decisions))
            work += reversed(_members(at, copied, spots))
        elif isinstance(at.value, list):
            at.target[at.key] = copies = list(at.value)
            work += [
                _Work(copies, place, item, (*at.path, place), at.rule, at.depth + 1)
                for place, item in reversed(list(enumerate(at.value)))
            ]
        else:
            at.target[at.key] = _plain(at.value)
    copied_body: dict[str, Any] = root[0]
    return copied_body


def _plain(value: Any) -> Any:
    """Return what is no string and no container, if JSON knows it."""
    if value is None or (isinstance(value, float) and isfinite(value)):
        return value
    if not isinstance(value, int):
        raise RequestError("the request holds a value that JSON does not know.")
    if value not in _INTEGERS:
        raise RequestError("the request holds an integer of more than 64 bits.")
    return value


def _keys(at: _Work, decisions: list[Decision]) -> list[str]:
    keys = []
    for key in at.value:
        if not isinstance(key, str):
            raise RequestError("the request holds a key that is no string.")
        joined, marks = join(key)
        keys.append(joined)
        if marks:
            decisions.append(_repaired(_VALUE, at.path, "lone_surrogate"))
    if len(set(keys)) < len(keys):
        raise KeyCollision
    return keys


def _members(at: _Work, copied: dict[str, Any], spots: _Spots) -> list[_Work]:
    works = []
    for (key, value), sent in zip(at.value.items(), copied, strict=True):
        rule = _VALUE if at.rule == _VALUE or (key in _VALUES and at.path) else _TEXT
        rule = spots.get((id(at.value), key), rule)
        works.append(_Work(copied, sent, value, (*at.path, sent), rule, at.depth + 1))
    return works


#: How a string is sent, by the rule of its place.
_SEND: Mapping[str, Callable[[str, str], str]] = {
    _ID: lambda text, _: encode_identifier(text),
    _NAME: encode_tool_name,
    _WRITTEN: _written,
}


def _string(at: _Work, which: str, decisions: list[Decision]) -> str:
    text: str = at.value
    send = _SEND.get(at.rule)
    sent = send(text, which) if send else join(text)[0]
    if sent != join_pairs(text):
        odd = at.rule == _NAME and SURROGATE.search(join_pairs(text)) is None
        rule = _VALUE if at.rule == _WRITTEN else at.rule
        decisions.append(_repaired(rule, at.path, "not_in_alphabet" if odd else "lone_surrogate"))
    return sent


def _repaired(rule: str, path: Path, reason: str) -> Decision:
    return Decision(Kind.REPAIRED, rule, reason, evidence={"path": path})
