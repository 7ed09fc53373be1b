"""Whole inputs of calls against the schemas of their tools.

Rules (spec: recommended, section 5.3): the draft is that of ``$schema``, else 2020-12; ``format``
is not asserted; ``$ref`` leads only inside the schema, nothing is ever fetched; ``pattern`` is
tried on at most 10,000 characters, longer text fails. What is wrong is told by pointer and keyword,
never by a value.

Depth is bounded by numbers of ours, far from the end of Python's stack: where that ends depends on
who calls, and the library does not always survive it.

Known limits: a regular expression of a hostile schema can still take exponential time on the
characters that it is tried on; an embedded schema with a ``$schema`` of its own is read by plain
jsonschema, without the bound on patterns.

jsonschema is imported when the first input is checked: a run without recovery never pays for it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wiretail.engine.markup.values import UNRESOLVED, Mismatch

#: Longest text (also: longest key) that a regular expression of a schema is tried on.
MAX_PATTERN_CHARS = 10_000

#: Most containers within each other in a schema.
MAX_SCHEMA_DEPTH = 64

#: Most keywords applied within each other, references included.
MAX_RULE_DEPTH = 128

#: Words in place of a keyword, beside ``UNRESOLVED``.
INVALID_SCHEMA = "invalid_schema"
UNUSABLE_SCHEMA = "unusable_schema"
TOO_DEEP = "too_deep"
NOTHING_ALLOWED = "nothing_allowed"

#: jsonschema brings these along; to a tool's schema they are outside all the same.
_SPECIFICATIONS = ("http://json-schema.org/", "https://json-schema.org/")

_Rule = Callable[[Any, Any, Any, Any], Any]


class InputValidator:
    """Checks inputs of one tool: one validator a tool and request, built at its first check.

    It answers the same for the same value, always, and so is shared by snapshots. No schema, and no
    value, makes it raise: what the library cannot deal with is a mismatch.
    """

    def __init__(self, schema: Mapping[str, Any] | None) -> None:
        """Take the schema of a tool's input; None fits every value."""
        self._schema = schema
        self._built: Any = None

    def __deepcopy__(self, memo: object) -> "InputValidator":
        """Nothing that it answers ever changes, so snapshots share it."""
        return self

    def check(self, value: object) -> Mismatch | None:
        """Return the first mismatch of a whole input by pointer, then keyword, or None."""
        # The library walks sets of keys: the first that it finds differs from run to run.
        return min(self._mismatches(value), default=None)

    def check_property(self, name: str, value: object) -> Mismatch | None:
        """Return the first mismatch of one property's value, as :meth:`check` does.

        ``name`` is a key of the schema's ``properties``; references count from the whole schema.
        """
        return min(self._mismatches(value, name), default=None)

    def check_all(self, value: object) -> list[Mismatch]:
        """Return every mismatch of a whole input, sorted by pointer, then keyword."""
        return sorted(self._mismatches(value))

    def _mismatches(self, value: object, name: str | None = None) -> Iterator[Mismatch]:
        if self._schema is None:
            return
        try:
            for error in self._errors(value, name):
                yield Mismatch(
                    _pointer(error.absolute_path), str(error.validator or NOTHING_ALLOWED)
                )
        except BaseException as fault:
            # A hostile schema makes the library raise anything. Its Rust part panics where it meets
            # the end of the stack, and a panic is no Exception.
            if not isinstance(fault, Exception) and type(fault).__name__ != "PanicException":
                raise
            yield Mismatch("", _word_for(fault))

    def _errors(self, value: object, name: str | None) -> Iterator[Any]:
        assert self._schema is not None
        if self._built is None:
            self._built = _build(dict(self._schema))
        if name is None:
            found: Iterator[Any] = self._built.iter_errors(value)
        else:
            found = self._built.descend(value, self._schema["properties"][name], path=name)
        return found


def _pointer(path: Any) -> str:
    """Return the JSON pointer of a path of keys and indices."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _word_for(fault: BaseException) -> str:
    """Return our word for what kept the library from an answer."""
    from jsonschema.exceptions import SchemaError  # noqa: PLC0415 - late
    from referencing.exceptions import Unresolvable  # noqa: PLC0415 - late

    if isinstance(fault, Unresolvable):
        return UNRESOLVED
    if isinstance(fault, SchemaError):
        return INVALID_SCHEMA
    return TOO_DEEP if isinstance(fault, RecursionError) else UNUSABLE_SCHEMA


def _build(schema: dict[str, Any]) -> Any:
    """Return a validator of the schema. Raises what the library raises for a wrong one."""
    from jsonschema import Draft202012Validator, FormatChecker  # noqa: PLC0415 - late
    from jsonschema.validators import validator_for  # noqa: PLC0415 - late
    from referencing import Registry  # noqa: PLC0415 - late

    draft: Any = Draft202012Validator
    if _is_deeper(schema, MAX_SCHEMA_DEPTH):
        raise RecursionError
    if isinstance(schema.get("$schema"), str):
        draft = validator_for(schema, default=Draft202012Validator)
    # Without formats: an expression that only other engines know is no fault until it is tried.
    draft.check_schema(schema, format_checker=FormatChecker(formats=()))
    # An empty registry of ours: the library's own would go to the network for a reference.
    return _bounded(draft)(schema, registry=Registry())


def _is_deeper(value: Any, levels: int) -> bool:
    """Whether more containers than ``levels`` lie within each other; without recursion."""
    layer = [value]
    for _ in range(levels):
        layer = [inner for outer in layer for inner in _contained(outer)]
        if not layer:
            return False
    return True


def _contained(outer: Any) -> list[Any]:
    """Return the containers directly in a container."""
    items = outer.values() if isinstance(outer, Mapping) else outer
    return [item for item in items if isinstance(item, (Mapping, list))]


def _bounded(draft: Any) -> Any:
    """Return a draft's validator class with bounds on patterns, references and depth.

    The depth is counted in the class: each input validator has one of its own.
    """
    from jsonschema.validators import extend  # noqa: PLC0415 - late

    guards = {
        "pattern": _short_text,
        "patternProperties": _short_keys,
        "additionalProperties": _short_other_keys,
        "unevaluatedProperties": _short_keys,
        "$ref": _inner_reference,
        "$dynamicRef": _inner_reference,
    }
    depth = _Depth()
    rules = {
        name: _counted(guards[name](rule) if name in guards else rule, depth)
        for name, rule in draft.VALIDATORS.items()
    }
    return extend(draft, rules)  # type: ignore[no-untyped-call]


@dataclass(slots=True)
class _Depth:
    """How many rules are at work within each other."""

    now: int = 0


def _counted(rule: _Rule, depth: _Depth) -> _Rule:
    def counted(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[Any]:
        depth.now += 1
        try:
            if depth.now > MAX_RULE_DEPTH:
                raise RecursionError
            yield from rule(validator, wanted, value, schema) or ()
        finally:
            depth.now -= 1

    return counted


def _short_text(rule: _Rule) -> _Rule:
    def pattern(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[Any]:
        if isinstance(value, str) and len(value) > MAX_PATTERN_CHARS:
            yield _too_long()
        else:
            yield from rule(validator, wanted, value, schema)

    return pattern


def _short_keys(rule: _Rule) -> _Rule:
    """Guard a rule that tries patterns on keys."""

    def keys(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[Any]:
        if isinstance(value, dict) and any(len(key) > MAX_PATTERN_CHARS for key in value):
            yield _too_long()
        else:
            yield from rule(validator, wanted, value, schema)

    return keys


def _short_other_keys(rule: _Rule) -> _Rule:
    """Guard a rule that tries the patterns of its neighbour ``patternProperties`` on keys."""
    guarded = _short_keys(rule)

    def other_keys(validator: Any, wanted: Any, value: Any, schema: Any) -> Any:
        chosen = guarded if "patternProperties" in schema else rule
        return chosen(validator, wanted, value, schema)

    return other_keys


def _inner_reference(rule: _Rule) -> _Rule:
    def reference(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[Any]:
        from referencing.exceptions import Unresolvable  # noqa: PLC0415 - late

        if str(wanted).startswith(_SPECIFICATIONS):
            raise Unresolvable(ref=wanted)
        yield from rule(validator, wanted, value, schema)

    return reference


def _too_long() -> Any:
    from jsonschema import ValidationError  # noqa: PLC0415 - late

    return ValidationError("too long for a pattern")
