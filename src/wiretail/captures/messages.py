"""The messages of a request body, as its dialect writes them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wiretail.model.transcript import Message

#: Types of OpenAI Responses items that a tool, not the model, put there.
_OUTPUT_SUFFIX = "_output"


def messages_from_json(value: Any) -> tuple[Message, ...] | None:
    """Return the messages of a request body or of a bare list, None where it holds none.

    OpenAI Chat and Anthropic ``messages`` (with ``system``), OpenAI Responses ``input`` (with
    ``instructions``), Gemini ``contents`` (with ``systemInstruction``), ``prompt``. Items that are
    no messages are left out. The strings are taken as they are: the caller has repaired them.
    """
    if isinstance(value, list):
        return _items(value)
    if not isinstance(value, Mapping):
        return None
    for key, system_key, read in _BODIES:
        if value.get(key) is not None:
            found = read(value[key])
            return None if found is None else (*_system(value.get(system_key)), *found)
    return None


def _items(value: Any) -> tuple[Message, ...] | None:
    if not isinstance(value, list):
        return None
    messages = (_message(item) for item in value if isinstance(item, Mapping))
    return tuple(message for message in messages if message is not None)


def _responses_input(value: Any) -> tuple[Message, ...] | None:
    return (Message("user", value),) if isinstance(value, str) else _items(value)


def _prompt(value: Any) -> tuple[Message, ...] | None:
    return (Message("user", value),) if isinstance(value, str) else None


#: Key of the messages, key of the system prompt beside them, how the messages are read.
_BODIES: tuple[tuple[str, str, Callable[[Any], tuple[Message, ...] | None]], ...] = (
    ("messages", "system", _items),
    ("input", "instructions", _responses_input),
    ("contents", "systemInstruction", _items),
    ("prompt", "system", _prompt),
)


def _system(value: Any) -> tuple[Message, ...]:
    if isinstance(value, Mapping):  # Gemini: {"parts": [...]}
        value = value.get("parts")
    if not value:
        return ()
    content = _content(value)
    return () if content is None else (Message("system", content),)


def _message(item: Mapping[str, Any]) -> Message | None:
    if "role" not in item:
        return _bare_item(item)
    if not isinstance(item["role"], str):
        return None
    role = "assistant" if item["role"] == "model" else item["role"]
    content = _content(item.get("content", item.get("parts")))
    calls = _blocks(item.get("tool_calls"))
    if not calls:
        return Message(role, content)
    # The text comes first: that is the order in which the model gave it out.
    text = [{"type": "text", "text": content}] if isinstance(content, str) and content else content
    return Message(role, [*(text or []), *calls])


def _bare_item(item: Mapping[str, Any]) -> Message | None:
    """Read an item of OpenAI Responses without a role: a call, its output, a reasoning item."""
    kind = item.get("type")
    if not isinstance(kind, str):
        parts = _content(item.get("parts"))  # Gemini: no role means the user
        return None if parts is None else Message("user", parts)
    return Message("tool" if kind.endswith(_OUTPUT_SUFFIX) else "assistant", [item])


def _content(value: Any) -> str | Sequence[Mapping[str, Any]] | None:
    if isinstance(value, str):
        return value
    return _blocks(value) if isinstance(value, list) else None


def _blocks(value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list):
        return []
    return [
        item if isinstance(item, Mapping) else {"type": "text", "text": item}
        for item in value
        if isinstance(item, Mapping | str)
    ]
