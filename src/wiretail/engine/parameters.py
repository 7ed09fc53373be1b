"""A call against the parameter lists of its tools (spec: runanywhere 11, checks 1 to 7).

What is wrong is told in the sentences of the page: names of tools and parameters stand in them,
values never.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wiretail.engine.text.json_equal import digest
from wiretail.engine.text.json_text import KeyCollision, MalformedJson, join_value, load_strict
from wiretail.engine.text.surrogates import join
from wiretail.engine.text.utf8 import MAXIMAL_SUBPART, repair_bytes
from wiretail.engine.validate import InputValidator
from wiretail.model.calls import Tool

#: Text as a caller has it: not repaired, perhaps not even decoded.
RawText = str | bytes

_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    # Both take any number.
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "null": lambda value: value is None,
}
_ALSO = {"bool": "boolean"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One declared parameter: words for its types, and the enum as it was given (None: none)."""

    name: str
    types: tuple[str, ...] = ("string",)
    required: bool = False
    enum: Any = None


@dataclass(frozen=True, slots=True)
class ListedTool:
    """A tool by its parameters; ``schema`` is there if it came as a JSON Schema."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Validation:
    """What is wrong with a call, in order, and its arguments ({} where they cannot be read)."""

    errors: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def valid(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.errors

    @property
    def message(self) -> str:
        """Return the first error; empty for a valid call."""
        return self.errors[0] if self.errors else ""

    @property
    def code(self) -> str:
        """Return the code of any error; empty for a valid call."""
        return "VALIDATION_FAILED" if self.errors else ""


class _NoToolsError(ValueError):
    """The tools cannot be read; its words are the error."""


def validate_call(
    name: RawText,
    arguments: RawText | Mapping[str, Any],
    tools: object,
    *,
    has_call: bool = True,
    policy: str = MAXIMAL_SUBPART,
) -> Validation:
    """Check a call. Everything is repaired before it is read, ``policy`` says how bytes are.

    ``arguments`` are JSON text, or an object that was read from one.

    ``tools`` is the JSON text of a list, or a list of tools: objects with ``parameters`` (a list),
    tools with a JSON Schema in any of the shapes that requests have, or
    :class:`~wiretail.model.calls.Tool`. Of two tools of one name the last counts. No JSON, and no
    text, makes it raise.

    >>> validate_call("now", "[]", [{"name": "now", "parameters": []}]).errors
    ('Tool arguments must be a JSON object',)
    """
    if not has_call:
        return Validation(("No tool call was parsed",))
    called = _repaired(name, policy)
    if not called:
        return Validation(("Tool call is missing a tool name",))
    given, errors = _arguments(arguments, policy)
    try:
        tool = _find(called, tools, policy)
    except _NoToolsError as fault:
        return Validation((*errors, str(fault)), given)
    if tool is None:
        return Validation((*errors, f"Unknown tool: {called}"), given)
    for parameter in tool.parameters:
        errors += _faults(parameter, given)
    if tool.schema is not None:
        errors += _mismatches(tool.schema, given)
    return Validation(tuple(errors), given)


def _repaired(text: RawText, policy: str) -> str:
    return repair_bytes(text, policy).text if isinstance(text, bytes) else join(text)[0]


def _arguments(given: RawText | Mapping[str, Any], policy: str) -> tuple[dict[str, Any], list[str]]:
    try:
        value = _value(given, policy)
    except (MalformedJson, KeyCollision):
        return {}, ["Tool arguments are not valid JSON"]
    if not isinstance(value, dict):
        return {}, ["Tool arguments must be a JSON object"]
    return value, []


def _value(given: RawText | Mapping[str, Any], policy: str) -> Any:
    if isinstance(given, Mapping):
        return join_value(dict(given)).value
    text = _repaired(given, policy)
    return load_strict(text) if text.strip() else {}


# --- the tools ------------------------------------------------------------------


def _find(name: str, tools: object, policy: str) -> ListedTool | None:
    if isinstance(tools, str | bytes):
        try:
            tools = load_strict(_repaired(tools, policy))
        except (MalformedJson, KeyCollision) as fault:
            raise _NoToolsError("Tool definitions JSON is invalid") from fault
    if not isinstance(tools, Sequence):
        raise _NoToolsError("Tool definitions JSON must be an array")
    listed = (_listed(tool) for tool in reversed(tools))
    return next((tool for tool in listed if tool and tool.name == name), None)


def _listed(tool: object) -> ListedTool | None:
    """Return a tool of any shape; None for what is none."""
    if isinstance(tool, Tool):
        return _of_schema(join(tool.name)[0], tool.schema or {})
    if not isinstance(tool, Mapping):
        return None
    inner = tool.get("function")
    tool = inner if isinstance(inner, Mapping) else tool
    name = tool.get("name")
    if not isinstance(name, str):
        return None
    name = join(name)[0]
    shapes = [tool[key] for key in ("parameters", "input_schema", "schema") if key in tool]
    declared: object = next((shape for shape in shapes if shape is not None), [])
    if isinstance(declared, Mapping):
        return _of_schema(name, declared)
    return ListedTool(name, tuple(_parameters(declared)))


def _parameters(declared: object) -> Iterator[Parameter]:
    for item in declared if isinstance(declared, list | tuple) else ():
        if isinstance(item, Mapping) and isinstance(item.get("name"), str):
            types = _types(item.get("type"))
            required = item.get("required") is True
            yield Parameter(join(item["name"])[0], types, required, item.get("enum_values"))


def _of_schema(name: str, schema: Mapping[str, Any]) -> ListedTool:
    """Read a JSON Schema as a list too; what it asks beyond its properties is check 7 alone."""
    properties, required = schema.get("properties"), schema.get("required")
    properties = properties if isinstance(properties, Mapping) else {}
    required = required if isinstance(required, list | tuple) else ()
    rules = [(key, rule if isinstance(rule, Mapping) else {}) for key, rule in properties.items()]
    listed = (
        Parameter(join(key)[0], _types(rule.get("type")), key in required, rule.get("enum"))
        for key, rule in rules
    )
    return ListedTool(name, tuple(listed), schema)


def _types(given: object) -> tuple[str, ...]:
    """Return known words for types; an unknown one, or none at all, is a string."""
    words = given if isinstance(given, list | tuple) and given else [given]
    lower = [word.lower() if isinstance(word, str) else "" for word in words]
    known = (_ALSO.get(word, word) for word in lower)
    return tuple(word if word in _TYPES else "string" for word in known)


# --- one parameter --------------------------------------------------------------


def _faults(parameter: Parameter, given: Mapping[str, Any]) -> list[str]:
    name = parameter.name
    if name not in given:
        return [f"Missing required argument: {name}"] if parameter.required else []
    value = given[name]
    if not any(_TYPES[word](value) for word in parameter.types):
        return [f"Argument '{name}' must be {' or '.join(parameter.types)}"]
    if parameter.enum is None:
        return []
    allowed = _enum(parameter.enum)
    if allowed is None:
        return [f"Argument '{name}' enum_values must be a JSON array"]
    wanted = digest(value)
    fits = any(digest(one) == wanted for one in allowed)
    return [] if fits else [f"Argument '{name}' value is not in enum_values"]


def _enum(given: object) -> Sequence[Any] | None:
    """Return the allowed values; they may be given as JSON text."""
    if isinstance(given, str):
        try:
            given = load_strict(join(given)[0])
        except (MalformedJson, KeyCollision):
            return None
    return given if isinstance(given, list | tuple) else None


def _mismatches(schema: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    for pointer, keyword in InputValidator(schema).check_all(dict(given)):
        yield f"Arguments do not match the schema at {pointer}: {keyword}"
