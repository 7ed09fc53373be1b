"""One choice of a Chat Completions response: its channels, its calls, and what a body says of them.

A body is the ``delta`` of a chunk or the ``message`` of a whole response; both have one shape.
"""

from collections.abc import Iterator
from typing import Any

from wiretail.engine.dialects.opening import Record, record_type
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    TextDelta,
    UnknownDelta,
)

#: One thought under several names: the first that has text counts.
_REASONING = ("reasoning_content", "reasoning", "reasoning_text")
_DETAILS = {"reasoning.text": "text", "reasoning.summary": "summary"}

#: The keys of strings that are pieces of a text.
TEXTS = (*_REASONING, *_DETAILS.values(), "content", "refusal", "thinking", "arguments", "input")
_LATE = "tool_calls after finish_reason"


class _Call:
    """A call of one choice, as far as it has come."""

    __slots__ = ("channel", "ended", "id", "name", "started", "value")

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.id: Any = None
        self.name: Any = None
        self.value: Any = None  # arguments that came as a JSON value
        self.started = False
        self.ended = False

    def name_it(self, ident: Any, name: Any) -> None:
        """Take an id and a name where none came before."""
        self.id = self.id or ident
        self.name = self.name or name

    def start(self, deltas: list[Delta]) -> None:
        if not self.started:
            self.started = True
            deltas.append(CallStartDelta(self.channel, self.id, self.name))

    def end(self, deltas: list[Delta]) -> None:
        if not self.ended:
            self.start(deltas)
            self.ended = True
            deltas.append(CallEndDelta(self.channel, self.value))


class Choice:
    """One of several answers to the request: its channels and its calls."""

    def __init__(self, number: int, turn: int) -> None:
        self.number = number
        self.turn = turn
        self.text = Channel(ChannelKind.TEXT, number, 0, turn)
        self.reasoning = Channel(ChannelKind.REASONING, number, 0, turn)
        self.refusal = Channel(ChannelKind.REFUSAL, number, 0, turn)
        self.calls: list[_Call] = []
        self.by_key: dict[Any, _Call] = {}  # by index, or by id where there is none
        self.executed: set[Any] = set()
        self.streamed = False
        self.finished = False
        self.place = (-1, "")  # where the coming strings stand in their frame
        self.paths: dict[str, str] = {}

    def stand(self, place: int, field: str) -> None:
        """Say where in its frame's choices, and in which field, the coming strings stand."""
        if self.place != (place, field):
            self.place = (place, field)
            self.paths = {}

    def path(self, rest: str) -> str:
        """Return the whole path of a string, the same object again for the same place."""
        found = self.paths.get(rest)
        if found is None:
            place, field = self.place
            found = self.paths[rest] = f"choices[{place}].{field}.{rest}"
        return found

    def new_call(self) -> _Call:
        """Return a new call, numbered in order of appearance."""
        call = _Call(Channel(ChannelKind.ARGUMENTS, self.number, self.next_block(), self.turn))
        self.calls.append(call)
        return call

    def next_block(self) -> int:
        """Return the number of the next call."""
        return len(self.calls) + len(self.executed)

    def end_calls(self, deltas: list[Delta]) -> None:
        """End every call that is open."""
        for call in self.calls:
            call.end(deltas)


def has_content(item: Record) -> bool:
    """Whether an item of ``choices`` brings anything that is said, not only that it is over."""
    body = item.get("delta") or item.get("message")
    names = ("content", "refusal", "tool_calls", "function_call", *_REASONING)
    return isinstance(body, dict) and any(body.get(name) for name in names)


def read_body(choice: Choice, body: Record, deltas: list[Delta]) -> None:
    """Read what a delta or message adds to its choice."""
    content = body.get("content")
    if len(body) == 1 and isinstance(content, str):
        # The one shape that nearly every chunk has.
        if content:
            deltas.append(TextDelta(choice.text, content, choice.path("content")))
        return
    _read_reasoning(choice, body, deltas)
    _read_content(choice, content, deltas)
    refusal = body.get("refusal")
    if isinstance(refusal, str) and refusal:
        deltas.append(TextDelta(choice.refusal, refusal, choice.path("refusal")))
    _read_executed(choice, body.get("executed_tools"), deltas)
    for position, item in enumerate(_records(body.get("tool_calls"))):
        _read_call(choice, item, f"tool_calls[{position}].", deltas)
    if isinstance(legacy := body.get("function_call"), dict):
        _read_call(choice, {"index": "function_call", "function_call": legacy}, "", deltas)


def _records(value: Any) -> list[Record]:
    """Return a list's objects in their places; an empty one where another value stands."""
    items = value if isinstance(value, list) else []
    return [item if isinstance(item, dict) else {} for item in items]


def _read_content(choice: Choice, content: Any, deltas: list[Delta]) -> None:
    if isinstance(content, str):
        if content:
            deltas.append(TextDelta(choice.text, content, choice.path("content")))
        return
    for position, part in enumerate(_records(content)):
        at = f"content[{position}]."
        if isinstance(text := part.get("text"), str):
            if text:
                deltas.append(TextDelta(choice.text, text, choice.path(at + "text")))
        elif "thinking" in part:
            for thought, rest in _thoughts(part["thinking"]):
                path = choice.path(at + rest)
                deltas.append(TextDelta(choice.reasoning, thought, path))
        else:
            deltas.append(UnknownDelta(f"content part {record_type(part)}"))


def _thoughts(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str) and value:
        yield value, "thinking"
    for position, part in enumerate(_records(value)):
        if isinstance(text := part.get("text"), str) and text:
            yield text, f"thinking[{position}].text"


def _read_reasoning(choice: Choice, body: Record, deltas: list[Delta]) -> None:
    for name in _REASONING:
        text = body.get(name)
        if isinstance(text, str) and text:
            deltas.append(TextDelta(choice.reasoning, text, choice.path(name)))
            return
    for position, detail in enumerate(_records(body.get("reasoning_details"))):
        name = _DETAILS.get(str(detail.get("type")), "")
        text = detail.get(name)
        if isinstance(text, str) and text:
            path = choice.path(f"reasoning_details[{position}].{name}")
            deltas.append(TextDelta(choice.reasoning, text, path))


def _read_executed(choice: Choice, items: Any, deltas: list[Delta]) -> None:
    """Read calls that the provider ran itself; their results come later under the same index."""
    for position, item in enumerate(_records(items)):
        key = str(item.get("index", position))
        if key in choice.executed:
            continue
        channel = Channel(ChannelKind.ARGUMENTS, choice.number, choice.next_block(), choice.turn)
        choice.executed.add(key)
        name = item.get("name") or item.get("type")
        deltas.append(CallStartDelta(channel, item.get("id"), name, server=True))
        text = item.get("arguments")
        if isinstance(text, str) and text:
            path = choice.path(f"executed_tools[{position}].arguments")
            deltas.append(CallArgumentsDelta(channel, text, path))
        deltas.append(CallEndDelta(channel, None if isinstance(text, str) else text))


#: Where a call's name and arguments stand: the field of its kind, and the one of the arguments.
_KINDS = (("function", "arguments"), ("custom", "input"), ("function_call", "arguments"))


def _read_call(choice: Choice, item: Record, at: str, deltas: list[Delta]) -> None:
    kind, field = next((kind for kind in _KINDS if isinstance(item.get(kind[0]), dict)), _KINDS[0])
    found = item.get(kind)
    body = found if isinstance(found, dict) else {}
    name = body.get("name")
    call = _find_call(choice, item, name)
    if call.ended:
        deltas.append(UnknownDelta(_LATE))
        return
    call.name_it(item.get("id"), name)
    pieces = body.get(field)
    if call.name or pieces:
        call.start(deltas)
    if isinstance(pieces, str):
        if pieces:
            path = choice.path(f"{at}{kind}.{field}")
            deltas.append(CallArgumentsDelta(call.channel, pieces, path))
    elif pieces is not None:
        call.value = pieces


def _find_call(choice: Choice, item: Record, name: Any) -> _Call:
    index = item.get("index")
    ident = item.get("id")
    key = index if isinstance(index, (int, str)) else ident
    if isinstance(key, (int, str)) and key != "":
        call = choice.by_key.get(key)
        if call is None or _is_another(call, ident, name):
            call = choice.by_key[key] = choice.new_call()
            if isinstance(ident, str) and ident:
                choice.by_key[ident] = call
        return call
    # Neither index nor id: a name begins a call, arguments alone go on with the last one.
    if name or not choice.calls:
        return choice.new_call()
    return choice.calls[-1]


def _is_another(call: _Call, ident: Any, name: Any) -> bool:
    """Whether an index is used again: some count every call as 0, with an id and a name each."""
    return bool(ident and name and call.id and ident != call.id)
