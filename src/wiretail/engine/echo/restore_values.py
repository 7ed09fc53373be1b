"""The input of a call that is restored from text (spec: tool-call-echo 13.5)."""

from collections.abc import Mapping
from typing import Any

from wiretail.engine.echo.restore_form import Form
from wiretail.engine.text.json_text import KeyCollision, MalformedJson, load_strict
from wiretail.engine.text.whitespace import WS
from wiretail.engine.validate import InputValidator

#: Integers that every JSON reader holds exactly.
_LARGEST = 2**53 - 1
_KINDS: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
}
_WORDS: dict[str, dict[str, bool | None]] = {
    "boolean": {"true": True, "false": False},
    "null": {"null": None},
}
_NOTHING = object()


def restored_input(
    form: Form, schema: Mapping[str, Any] | None, validator: InputValidator
) -> dict[str, Any] | None:
    """Return the input that a well-formed block spells for a declared tool; None: it fits not.

    Required keys are present, no key is unknown, and each value reads by its declared type.
    """
    properties = (schema or {}).get("properties")
    if not isinstance(properties, Mapping):
        return None
    texts = form.parameters
    if texts is None:
        key = _only_key(properties)
        if key is None or form.raw is None:
            return None
        texts = {key: form.raw}
    values: dict[str, Any] = {}
    for key, text in texts.items():
        value = _read(properties[key], text) if key in properties else _NOTHING
        if value is _NOTHING:
            return None
        values[key] = value
    return None if validator.check(values) else values


def _only_key(properties: Mapping[str, Any]) -> str | None:
    """Return the property that a raw body is for: the single one, or ``input``."""
    if len(properties) == 1:
        return next(iter(properties))
    return "input" if "input" in properties else None


def _read(prop: Any, text: str) -> Any:
    kinds = prop.get("type") if isinstance(prop, Mapping) else None
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(kinds, list):
        return _NOTHING
    for kind in kinds:
        value = _typed(kind, text) if isinstance(kind, str) else _NOTHING
        if value is not _NOTHING:
            return value
    return text if "string" in kinds else _NOTHING


def _typed(kind: str, text: str) -> Any:
    """Read a text as a type that is no string."""
    text = text.strip(WS)
    if kind in _WORDS:
        return _WORDS[kind].get(text, _NOTHING)
    if kind not in _KINDS:
        return _NOTHING
    try:
        value = load_strict(text)
    except (MalformedJson, KeyCollision):
        return _NOTHING
    if isinstance(value, bool) or not isinstance(value, _KINDS[kind]):
        return _NOTHING
    large = isinstance(value, int) and abs(value) > _LARGEST
    return _NOTHING if large else value
