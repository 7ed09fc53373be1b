"""The tools that a request offers, in whatever shape they are written down."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wiretail.captures.messages import messages_from_json
from wiretail.captures.names import shown
from wiretail.engine.text.json_text import KeyCollision, load_json
from wiretail.errors import ToolsError
from wiretail.model.calls import Tool

__all__ = ["messages_from_json", "read_tools", "tools_from_json"]

#: The end of every sentence on a file that holds no tools.
ACCEPTED = (
    "accepted are a list of tools as OpenAI or Anthropic requests hold it, a whole request with "
    '"tools", or {"name": schema}'
)

#: A longer file is no list of tools (bytes).
MAX_FILE = 64 * 1024 * 1024

#: Keys of a request body: without any key of tools, it offers none.
_REQUEST_KEYS = ("messages", "input", "contents", "prompt")

#: Where the schema stands: OpenAI and Gemini, Anthropic, MCP and VS Code, ours.
_SCHEMA_KEYS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema", "schema")

#: What an object has at least one of, if it is a schema (and not empty).
_SCHEMA_WORDS = frozenset(
    {
        "$defs", "$ref", "$schema", "additionalProperties", "allOf", "anyOf", "const",
        "description", "enum", "items", "oneOf", "properties", "required", "title", "type",
    }
)  # fmt: skip

#: Tools that the provider runs itself: nobody else can be asked to, so they are not offered.
_SERVER_TYPES = (
    "advisor_",
    "code_execution_",
    "mcp_toolset",
    "tool_search_tool_",
    "web_fetch_",
    "web_search_",
)


def read_tools(path_or_word: str | Path) -> tuple[Tool, ...]:
    """Read a file of tools (the words ``any`` and ``none`` belong to the command line).

    Raises:
        ToolsError: the file cannot be read, is no JSON, or holds no tools.
    """
    name = shown(path_or_word)
    try:
        return tools_from_json(load_json(_bytes(path_or_word)))
    except KeyCollision as error:
        raise ToolsError(
            f"{name} cannot be read as tools: two keys of one object become equal when their "
            f"characters are repaired; {ACCEPTED}."
        ) from error
    except ToolsError as error:
        raise ToolsError(f"{name} cannot be read as tools: {error}; {ACCEPTED}.") from error
    except ValueError as error:
        raise ToolsError(
            f"{name} cannot be read as tools: it is no valid JSON; {ACCEPTED}."
        ) from error


def _bytes(path: str | Path) -> bytes:
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except FileNotFoundError as error:
        raise ToolsError("there is no such file") from error
    except OSError as error:
        raise ToolsError(f"it cannot be opened ({error.strerror})") from error
    except ValueError as error:  # a NUL in the name
        raise ToolsError("no file can have this name") from error
    if len(data) > MAX_FILE:
        raise ToolsError(f"it is longer than {MAX_FILE} bytes")
    return data


def tools_from_json(value: Any) -> tuple[Tool, ...]:
    """Return the tools of a JSON value: a list, a request body, or ``{name: schema}``.

    The strings are taken as they are: the caller has repaired them. Tools that the provider runs
    itself, or that have no name to call them by, are left out.

    Raises:
        ToolsError: it holds no tools; says why, without naming a file.
    """
    if isinstance(value, list):
        return tuple(_listed(value))
    if not isinstance(value, Mapping):
        raise ToolsError(f"it is {_kind(value)}, not a list or an object")
    listed = _list_of(value)
    if listed is not None:
        return tuple(_listed(listed))
    if any(key in value for key in _REQUEST_KEYS):
        return ()
    if isinstance(_core(value).get("name"), str):
        return tuple(_tools_of(value))
    return tuple(_by_name(value))


def _list_of(body: Mapping[str, Any]) -> list[Any] | None:
    """Return the list of tools in a request body, None where there is none."""
    config = body.get("toolConfig")  # Bedrock Converse
    places = (body, config) if isinstance(config, Mapping) else (body,)
    for place in places:
        for key in ("tools", "functions"):
            if isinstance(place.get(key), list):
                return list(place[key])
    if "tools" in body and any(key in body for key in _REQUEST_KEYS):
        if body["tools"] is None:
            return []
        raise ToolsError(f'its "tools" are {_kind(body["tools"])}, not a list')
    return None


def _listed(items: list[Any]) -> Iterator[Tool]:
    for number, item in enumerate(items, start=1):
        try:
            yield from _tools_of(item)
        except ToolsError as error:
            raise ToolsError(f"tool {number} {error}") from error


def _tools_of(item: Any) -> Iterator[Tool]:
    if isinstance(item, str):
        yield Tool(item)
        return
    if not isinstance(item, Mapping):
        raise ToolsError(f"is {_kind(item)}, not an object")
    nested = _nested(item)
    if nested is not None:
        yield from _listed(nested)
    elif not _is_server_tool(item):
        yield _tool(item)


def _nested(item: Mapping[str, Any]) -> list[Any] | None:
    """Return the tools of an entry that holds several: Gemini's declarations, a namespace."""
    keys = ["functionDeclarations", "function_declarations"]
    if item.get("type") == "namespace":
        keys.append("tools")
    for key in keys:
        if isinstance(item.get(key), list):
            return list(item[key])
    return None


def _is_server_tool(item: Mapping[str, Any]) -> bool:
    kind = item.get("type")
    if "name" in _core(item):
        return isinstance(kind, str) and kind.startswith(_SERVER_TYPES)
    if isinstance(kind, str):
        return not _has_schema(item)
    # Gemini names its own tools by a key: googleSearch, codeExecution.
    return bool(item) and not _has_schema(item) and not any(map(_is_scalar, item.values()))


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _has_schema(item: Mapping[str, Any]) -> bool:
    return any(key in _core(item) for key in _SCHEMA_KEYS) or "function" in item


def _core(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object that names the tool: the entry itself, or what it wraps."""
    for key in ("function", "custom", "toolSpec"):
        if isinstance(item.get(key), Mapping):
            return item[key]  # type: ignore[no-any-return]
    return item


def _tool(item: Mapping[str, Any]) -> Tool:
    core = _core(item)
    name = core.get("name")
    if not isinstance(name, str):
        raise ToolsError("has no name" if name is None else f"has {_kind(name)} for a name")
    schema = _schema(core)
    aliases = core.get("aliases")
    return Tool(
        name,
        schema,
        freeform=core.get("freeform") is True or (item.get("type") == "custom" and schema is None),
        aliases=tuple(alias for alias in aliases if isinstance(alias, str))
        if isinstance(aliases, list)
        else (),
    )


def _schema(core: Mapping[str, Any]) -> Mapping[str, Any] | None:
    for key in _SCHEMA_KEYS:
        schema = core.get(key)
        if isinstance(schema, Mapping) and isinstance(schema.get("json"), Mapping):
            schema = schema["json"]  # Bedrock wraps it once more
        if isinstance(schema, Mapping):
            return schema
        if schema is not None:
            raise ToolsError(f"has {_kind(schema)} for a schema, not an object")
    return None


def _by_name(value: Mapping[str, Any]) -> Iterator[Tool]:
    if not value:
        raise ToolsError("it is an empty object")
    for number, (name, schema) in enumerate(value.items(), start=1):
        if schema is not None and not isinstance(schema, Mapping):
            raise ToolsError(f"entry {number} is {_kind(schema)}, not a schema")
        if schema and not _SCHEMA_WORDS & schema.keys():
            raise ToolsError(f"entry {number} is an object, but not a schema")
        yield Tool(name, schema)


def _kind(value: Any) -> str:
    """Name a JSON value's type; never its content."""
    if value is None:
        return "null"
    names: dict[type, str] = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
    }
    return names.get(type(value), "an object")
