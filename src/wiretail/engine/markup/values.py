"""Raw parameter values, read by the type that the tool's schema declares.

Markup of the raw-value families carries nothing but text; the schema says what it means (spec:
vscode-lm, sections 6.1 and 7; recommended, sections 5.1, 5.2 and 5.4). A name that the schema does
not list is no parameter, whatever ``additionalProperties`` says.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from wiretail.engine.text.json_text import KeyCollision, MalformedJson, load_strict
from wiretail.engine.text.whitespace import WS

#: Said by a checker in place of a keyword: a ``$ref`` leads nowhere.
UNRESOLVED = "unresolved_ref"


class Mismatch(NamedTuple):
    """Where a value breaks its schema: JSON pointer into the input, and the schema's keyword.

    Never a value. Words of ours stand in place of the keyword where no keyword failed:
    ``unresolved_ref``, ``invalid_schema``, ``unusable_schema``, ``too_deep``, ``nothing_allowed``.
    """

    pointer: str
    keyword: str


class PropertyChecker(Protocol):
    """Says whether a value fits the schema of one property (``engine.validate`` has one)."""

    def check_property(self, name: str, value: object) -> Mismatch | None:
        """Return None where the value fits."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A value, or the reason why there is none.

    ``reason`` is empty, ``bad_parameters``, ``ambiguous`` or ``schema_mismatch``. ``collision``
    marks bad parameters in which two keys of one object are equal: profiles that refuse tell the
    two apart. ``mismatch`` is the evidence of a schema mismatch.
    """

    value: Any = None
    reason: str = ""
    collision: bool = False
    mismatch: Mismatch | None = None


BAD = Reading(reason="bad_parameters")
COLLIDING = Reading(reason="bad_parameters", collision=True)
AMBIGUOUS = Reading(reason="ambiguous")


class Declared(NamedTuple):
    """What a property says of its type.

    ``type`` is one plain type, or None where there is none; then ``union`` tells whether the
    property says something else of its type (several types, ``anyOf``, ``$ref``, ``enum`` ...).
    """

    type: str | None = None
    nullable: bool = False
    union: bool = False


UNDECLARED = Declared()
_UNION = Declared(union=True)

#: Keywords that say something of a type without being one plain type.
_TYPE_KEYWORDS = ("type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const")

_KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "number": (int, float),
    "integer": int,
}


def declared_type(prop: object) -> Declared:
    """Return the declared type of a property where unions are text (spec: vscode-lm, 7.1)."""
    if not isinstance(prop, Mapping):
        return UNDECLARED
    kind, branches = prop.get("type"), prop.get("anyOf")
    if isinstance(kind, str):
        return Declared(kind)
    if isinstance(kind, list):
        return _member(kind)
    if isinstance(branches, list):
        kinds = [branch.get("type") if isinstance(branch, Mapping) else None for branch in branches]
        if all(isinstance(kind, str) for kind in kinds):
            return _member(kinds)
    return UNDECLARED


def declared_by_schema(prop: object) -> Declared:
    """Return the declared type of a property where unions are validated (recommended, 5.2).

    Only ``type`` can say one plain type here: ``anyOf`` has a schema that decides better.
    """
    if not isinstance(prop, Mapping):
        return UNDECLARED
    declared = declared_type({"type": prop.get("type")})
    if declared.type is not None:
        return declared
    return _UNION if any(keyword in prop for keyword in _TYPE_KEYWORDS) else UNDECLARED


def _member(kinds: list[Any]) -> Declared:
    """Return the one type beside null; none and several are undeclared."""
    names = [kind for kind in kinds if isinstance(kind, str)]
    others = [name for name in names if name != "null"]
    nullable = len(others) < len(names)
    if len(others) == 1:
        return Declared(others[0], nullable)
    return Declared("null") if nullable and not others else UNDECLARED


class ValueReader:
    """Reads the parameters of one tool. Built once a tool and request; it never changes."""

    def __init__(
        self,
        schema: Mapping[str, Any] | None,
        settings: Mapping[str, Any],
        checker: PropertyChecker,
    ) -> None:
        """Take a tool's schema (None: every name is allowed, every value is text).

        Of the settings it reads ``recover.values``, ``recover.unions`` and ``limits.json_depth``.
        The checker is asked about unions only, where ``recover.unions`` is ``schema``.
        """
        self._keep = settings["recover.values"] == "keep"
        self._depth: int = settings["limits.json_depth"]
        self._checker = checker
        self._any_name = schema is None
        declare = declared_by_schema if settings["recover.unions"] == "schema" else declared_type
        props = None if schema is None else schema.get("properties")
        self._declared = (
            {name: declare(prop) for name, prop in props.items()}
            if isinstance(props, Mapping)
            else {}
        )

    def __deepcopy__(self, memo: object) -> "ValueReader":
        """A reader never changes, so snapshots share it."""
        return self

    def allows(self, name: str) -> bool:
        """Whether a parameter may have this name: an own key of ``properties``."""
        return self._any_name or name in self._declared

    def read(self, name: str, text: str) -> Reading:
        """Read the raw text between the tags of a parameter."""
        if not self.allows(name):
            return BAD
        declared = self._declared.get(name, UNDECLARED)
        if declared.union:
            return self._read_union(name, text)
        if declared.type is None or declared.type == "string":
            return Reading(self._text(text))
        if declared.type == "null":
            return Reading(None) if text.strip(WS) == "null" else BAD
        return self._read_plain(declared.type, declared.nullable, text)

    def _text(self, text: str) -> str:
        return without_markup_breaks(text) if self._keep else text.strip(WS)

    def _json(self, text: str) -> Reading:
        try:
            return Reading(load_strict(text.strip(WS), self._depth))
        except KeyCollision:
            return COLLIDING
        except MalformedJson:
            return BAD

    def _read_plain(self, kind: str, nullable: bool, text: str) -> Reading:
        """Read a JSON type, null where it is nullable."""
        if kind != "boolean" and kind not in _KINDS:
            return BAD
        reading = self._json(text)
        if reading.reason:
            return reading
        if reading.value is None:
            return reading if nullable else BAD
        return fitted(kind, reading.value)

    def _read_union(self, name: str, text: str) -> Reading:
        """Try the text as a string and as JSON; the schema of the property decides."""
        as_text, as_json = Reading(self._text(text)), self._json(text)
        if as_json.collision:
            return as_json
        readings = [as_text] if as_json.reason else [as_json, as_text]
        faults = [self._checker.check_property(name, reading.value) for reading in readings]
        fitting = [reading for reading, fault in zip(readings, faults, strict=True) if not fault]
        lost = [fault for fault in faults if fault and fault.keyword == UNRESOLVED]
        if lost or not fitting:
            return Reading(reason="schema_mismatch", mismatch=lost[0] if lost else faults[0])
        if len(fitting) > 1 and not isinstance(as_json.value, (dict, list)):
            return AMBIGUOUS
        return fitting[0]


def fitted(kind: str, value: Any) -> Reading:
    """Return a JSON value (not null) as the plain type asks for it; ``1.0`` is the integer 1."""
    if isinstance(value, bool):  # before int: True is an int to Python
        return Reading(value) if kind == "boolean" else BAD
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return Reading(int(value))
    return Reading(value) if isinstance(value, _KINDS.get(kind, ())) else BAD


def without_markup_breaks(text: str) -> str:
    r"""Return the text without one line break (``\n`` or ``\r\n``) at each end: the markup's own.

    All other white space is data: trimming eats the indentation of file content.
    """
    for line_break in ("\r\n", "\n"):
        if text.startswith(line_break):
            text = text[len(line_break) :]
            break
    for line_break in ("\r\n", "\n"):
        if text.endswith(line_break):
            return text[: -len(line_break)]
    return text
