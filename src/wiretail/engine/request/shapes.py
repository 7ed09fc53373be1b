"""The shapes of a request, and the blocks that cost something in each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wiretail.engine.text.json_text import dump
from wiretail.errors import RequestError

ANTHROPIC = "anthropic-messages"
CHAT = "openai-chat"
RESPONSES = "openai-responses"
SHAPES = (ANTHROPIC, CHAT, RESPONSES)

_ANTHROPIC_BLOCKS = frozenset({"tool_use", "tool_result", "image", "thinking", "document"})
_IMAGES = frozenset({"image", "image_url", "input_image"})
#: Types of parts that are text.
TEXTS = frozenset(
    {"text", "input_text", "output_text", "refusal", "summary_text", "reasoning_text"}
)
#: Parts that stand for a file; one that holds plain text costs that.
_FILES = frozenset({"document", "file", "input_file", "input_audio", "container_upload"})


@dataclass(slots=True)
class Block:
    """A piece of a message that costs something.

    ``kind`` is text, call, result, image or other; ``path`` says where it stands in the request;
    ``names`` are its ids and names, ``more`` is what else a result holds, as JSON. A result's
    content is ``holder[key]``; ``images`` counts files as well.
    """

    kind: str
    message: int
    path: tuple[str | int, ...]
    text: str = ""
    names: tuple[str, ...] = ()
    images: int = 0
    more: str = ""
    holder: Any = None
    key: str = ""


def shape_of(body: Any) -> str:
    """Return the shape of a request's body.

    Raises :class:`~wiretail.errors.RequestError` for a body of no known shape.

    >>> shape_of({"messages": [{"role": "user", "content": "Go"}]})
    'openai-chat'
    >>> shape_of({"system": "Be brief.", "messages": []})
    'anthropic-messages'
    >>> shape_of({"input": "Go"})
    'openai-responses'
    """
    if isinstance(body, dict) and isinstance(body.get("messages"), list):
        messages = [item for item in body["messages"] if isinstance(item, dict)]
        parts = [part for item in messages for part in objects(item.get("content"))]
        if all(isinstance(part.get("type"), str) for part in parts):
            return ANTHROPIC if _is_anthropic(body, parts) else CHAT
    elif isinstance(body, dict) and isinstance(body.get("input"), str | list):
        return RESPONSES
    raise RequestError(
        "this is no request of a known shape: OpenAI Chat, OpenAI Responses, Anthropic Messages."
    )


def _is_anthropic(body: dict[str, Any], parts: list[dict[str, Any]]) -> bool:
    return (
        "system" in body
        or "anthropic_version" in body
        or any("input_schema" in tool for tool in objects(body.get("tools")))
        or any(part["type"] in _ANTHROPIC_BLOCKS for part in parts)
    )


def objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list; nothing for what is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def kind_of(part: dict[str, Any]) -> str:
    """Return the type of a part; empty where it is no string."""
    kind = part.get("type")
    return kind if isinstance(kind, str) else ""


def system_of(body: dict[str, Any], shape: str) -> str:
    """Return the system prompt that stands beside the messages; empty where there is none."""
    key = {ANTHROPIC: "system", RESPONSES: "instructions"}.get(shape, "")
    return text_of(body.get(key))


def text_of(content: Any) -> str:
    """Return the text of a content: the string, or its text parts joined with nothing."""
    if isinstance(content, str):
        return content
    parts = [part for part in objects(content) if kind_of(part) in TEXTS]
    return "".join(text for part in parts if isinstance(text := part.get("text"), str))


def blocks_of(body: dict[str, Any], shape: str) -> list[Block]:
    """Return every block of the messages of a request, in order.

    >>> [block.kind for block in blocks_of({"messages": [{"role": "user", "content": "Go"}]}, CHAT)]
    ['text']
    """
    key = "input" if shape == RESPONSES else "messages"
    items = body.get(key)
    if isinstance(items, str):
        return [Block("text", 0, (key,), items)]
    return [
        block
        for number, item in enumerate(items if isinstance(items, list) else ())
        if isinstance(item, dict)
        for block in _item(item, number, (key, number))
    ]


def _item(item: dict[str, Any], number: int, path: tuple[str | int, ...]) -> Iterator[Block]:
    kind, role = kind_of(item), item.get("role")
    if role in ("tool", "function"):
        name = "tool_call_id" if role == "tool" else "name"
        yield _result(item, "content", name, number, path)
    elif kind.endswith("_output"):
        yield _result(item, "output", "call_id", number, path)
    elif kind.endswith("_call"):
        text = item.get("arguments", item.get("input", item))
        yield Block("call", number, path, _written(text), _names(item, "call_id", "name"))
    elif kind == "reasoning":
        text = text_of(item.get("summary")) + text_of(item.get("content"))
        yield Block("other", number, path, text)
    elif "role" not in item:
        yield Block("other", number, path, _written(item))
    else:
        yield from _content(item.get("content"), number, path)
        yield from _tool_calls(item, number, path)


def _tool_calls(item: dict[str, Any], number: int, path: tuple[str | int, ...]) -> Iterator[Block]:
    for place, call in enumerate(objects(item.get("tool_calls"))):
        function = call.get("function", call.get("custom"))
        function = function if isinstance(function, dict) else {}
        text = _written(function.get("arguments", function.get("input", "")))
        names = _names(call, "id") + _names(function, "name")
        yield Block("call", number, (*path, "tool_calls", place), text, names)
    old = item.get("function_call")
    if isinstance(old, dict):
        text = _written(old.get("arguments", ""))
        yield Block("call", number, (*path, "function_call"), text, _names(old, "name"))


def _content(content: Any, number: int, path: tuple[str | int, ...]) -> Iterator[Block]:
    path = (*path, "content")
    if isinstance(content, str):
        yield Block("text", number, path, content)
    for place, part in enumerate(content if isinstance(content, list) else ()):
        if isinstance(part, dict):
            yield _part(part, number, (*path, place))


def _part(part: dict[str, Any], number: int, path: tuple[str | int, ...]) -> Block:
    kind = kind_of(part)
    if kind in TEXTS:
        return Block("text", number, path, text_of([part]))
    if kind in _IMAGES:
        return Block("image", number, path, images=1)
    if kind == "tool_use":
        names = _names(part, "id", "name")
        return Block("call", number, path, dump(part.get("input", {})), names)
    if kind == "tool_result":
        return _result(part, "content", "tool_use_id", number, path)
    if kind in _FILES:
        text = _file_text(part)
        return Block("other", number, path, text, images=int(not text))
    if kind == "thinking":
        return Block("other", number, path, _written(part.get("thinking", "")))
    return Block("other", number, path, _written(part))


def _result(
    item: dict[str, Any], key: str, name: str, number: int, path: tuple[str | int, ...]
) -> Block:
    content = item.get(key)
    parts = objects(content if isinstance(content, list) else [content])
    images = sum(kind_of(part) in _IMAGES | _FILES for part in parts)
    more = [part for part in parts if kind_of(part) not in TEXTS | _IMAGES | _FILES]
    return Block(
        kind="result",
        message=number,
        path=(*path, key),
        text=text_of(content),
        names=_names(item, name),
        images=images,
        more=dump(more) if more else "",
        holder=item,
        key=key,
    )


def _file_text(part: dict[str, Any]) -> str:
    """Return the text that a file part holds; empty where it holds none."""
    source = part.get("source")
    data = source.get("data") if isinstance(source, dict) and source.get("type") == "text" else ""
    return data if isinstance(data, str) else ""


def _names(item: dict[str, Any], *keys: str) -> tuple[str, ...]:
    return tuple(name for key in keys if isinstance(name := item.get(key), str))


def _written(value: Any) -> str:
    return value if isinstance(value, str) else dump(value)
