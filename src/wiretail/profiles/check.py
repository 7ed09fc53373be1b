"""Keys and values of profile files against their JSON Schema; what is wrong in one sentence.

Each value is checked for itself against its own part of the schema, so that the sentence can name
the key, the value and what is allowed. jsonschema is imported when the first value is checked: the
shipped profiles need no check at run time (a test makes it), and ``wiretail --help`` pays nothing.
"""

import difflib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from wiretail.errors import ProfileError

SCHEMA_FILE = Path(__file__).with_name("profile.schema.json")
_SHOWN_CHARS = 60


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of profile files."""
    loaded: dict[str, Any] = json.loads(SCHEMA_FILE.read_text("utf-8"))
    return loaded


@cache
def _parts() -> dict[str, dict[str, Any]]:
    """Return dotted key -> its part of the schema; keys of the top level have no dot."""
    parts: dict[str, dict[str, Any]] = {}
    for name, node in schema()["properties"].items():
        if "properties" in node:
            parts |= {f"{name}.{key}": part for key, part in node["properties"].items()}
        else:
            parts[name] = node
    return parts


def setting_names() -> list[str]:
    """Return the dotted names of all settings, as the schema has them."""
    return [name for name in _parts() if "." in name]


def top_names() -> list[str]:
    """Return the keys that stand above the tables."""
    return [name for name in _parts() if "." not in name]


def checked(name: str, value: Any) -> Any:
    """Return the value of a dotted key in the type the engine uses: lists as tuples.

    Raises ``ProfileError`` for an unknown key and for a value that is not allowed.
    """
    part = _parts().get(name)
    if part is None:
        raise ProfileError(_unknown(name, value))
    listed = list(value) if isinstance(value, tuple) else value
    if not _fits(part, listed):
        raise ProfileError(
            f"{name} is {shown(value)}, allowed: {_allowed(part)}{_near(part, value)}"
        )
    return as_setting(listed)


def check_together(settings: Mapping[str, Any]) -> None:
    """Check what no setting can say for itself.

    A prefix of a tag must always fit into the hold, else it would be shown and, grown, be a tag as
    well (spec: vscode-lm, section 9). Raises ``ProfileError``.
    """
    held = settings["recover.max_held_chars"]
    least = settings["recover.max_tag_chars"] + settings["recover.max_name_chars"]
    if held < least:
        raise ProfileError(
            f"recover.max_held_chars is {held}, allowed: at least {least}"
            " (recover.max_tag_chars + recover.max_name_chars)"
        )
    part, whole = settings["window.share"]
    if part > whole:
        raise ProfileError(
            f"window.share is [{part}, {whole}], allowed: {_parts()['window.share']['title']}"
        )


def as_setting(value: Any) -> Any:
    """Return a value of TOML or JSON in the type that settings have."""
    if isinstance(value, list):
        return tuple(as_setting(item) for item in value)
    return int(value) if isinstance(value, float) else value


def shown(value: Any) -> str:
    """Return a value as a person would write it, escaped, in at most 63 characters."""
    text = escaped(json.dumps(value, ensure_ascii=False, default=str))
    return text if len(text) <= _SHOWN_CHARS else text[:_SHOWN_CHARS] + "..."


def escaped(text: str) -> str:
    """Return the text with everything unprintable (lone surrogates, controls) as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _fits(part: Mapping[str, Any], value: Any) -> bool:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - late: it costs 50 ms

    return Draft202012Validator(part).is_valid(value)


def _unknown(name: str, value: Any) -> str:
    """Say that there is no such key, and which one is nearest."""
    if name in schema()["properties"]:
        return f"{name} is {shown(value)}, allowed: a table of settings"
    near = difflib.get_close_matches(name, _parts(), n=1)
    hint = f", did you mean {near[0]}?" if near else ""
    return f"unknown key {escaped(name)[:_SHOWN_CHARS]}{hint}"


def _allowed(part: Mapping[str, Any]) -> str:
    """Say what a part of the schema allows; its title says it where the keywords do not."""
    if "title" in part:
        return str(part["title"])
    if "anyOf" in part:
        return " or ".join(_allowed(branch) for branch in part["anyOf"])
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return ", ".join(json.dumps(value) for value in part["enum"])
    return _ALLOWED_TYPES[_plain_type(part)](part)


def _plain_type(part: Mapping[str, Any]) -> str:
    kind = part["type"]
    return kind if isinstance(kind, str) else str(kind[0])


def _numbers(part: Mapping[str, Any]) -> str:
    if "maximum" in part:
        return f"a whole number from {part['minimum']} to {part['maximum']}"
    return f"a whole number, at least {part['minimum']}"


def _text(part: Mapping[str, Any]) -> str:
    return f"text of at most {part['maxLength']} characters" if "maxLength" in part else "text"


def _list(part: Mapping[str, Any]) -> str:
    return f"a list of {_allowed(part['items'])}, each once"


_ALLOWED_TYPES = {
    "array": _list,
    "boolean": lambda _: "true, false",
    "integer": _numbers,
    "string": _text,
}


def _near(part: Mapping[str, Any], value: Any) -> str:
    """Return a hint at the allowed word that a wrong one (of a list: the first) is nearest to."""
    words = [word for word in _words(part) if isinstance(word, str)]
    given = value if isinstance(value, (list, tuple)) else [value]
    for item in given:
        if isinstance(item, str) and item not in words:
            near = difflib.get_close_matches(item, words, n=1)
            return f"; did you mean {shown(near[0])}?" if near else ""
    return ""


def _words(part: Mapping[str, Any]) -> list[Any]:
    """Return every word that stands somewhere in the part as an allowed one."""
    words = [*part.get("enum", ()), *([part["const"]] if "const" in part else ())]
    for inner in (*part.get("anyOf", ()), *([part["items"]] if "items" in part else ())):
        words += _words(inner)
    return words
