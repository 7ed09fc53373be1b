"""Anthropic Messages: events of one message after another, or whole messages.

A ``message_start`` may carry the whole content; with the id of the open message it is a repetition,
with another it begins the next turn and leaves the open one incomplete. Text in blocks of other
kinds than text and thinking (tool results above all) is not the answer's: such blocks are counted
as unknown records.
"""

from collections.abc import Callable
from sys import intern
from typing import Any, ClassVar, TypeAlias

from wiretail.engine.dialects.opening import (
    DONE,
    Opening,
    Record,
    provider_error,
    record_type,
)
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndDelta,
    EndKind,
    ErrorDelta,
    FinishDelta,
    StopReason,
    TextDelta,
    UnknownDelta,
    UsageDelta,
)
from wiretail.model.frames import Frame

#: The provider's word -> ours; any other word (``pause_turn``) is ``other``.
STOP_REASONS = {
    "end_turn": StopReason.STOP,
    "stop_sequence": StopReason.STOP,
    "tool_use": StopReason.TOOL_CALLS,
    "max_tokens": StopReason.LENGTH,
    "model_context_window_exceeded": StopReason.LENGTH,
    "refusal": StopReason.REFUSAL,
}

#: Type of a block or a delta -> the field of its text and the kind of its channel.
_TEXT_FIELDS = {
    "text": ("text", ChannelKind.TEXT),
    "thinking": ("thinking", ChannelKind.REASONING),
    "text_delta": ("text", ChannelKind.TEXT),
    "thinking_delta": ("thinking", ChannelKind.REASONING),
}
#: Type of a block that is a call -> whether the provider runs it itself.
_CALLS = {"tool_use": False, "server_tool_use": True, "mcp_tool_use": True}
#: What belongs to text or thinking, and is none.
_SILENT = frozenset({"signature_delta", "citations_delta", "redacted_thinking"})


class _Call:
    """A tool use that is open: its channel, the input it began with, whether pieces came."""

    __slots__ = ("channel", "pieces", "value")

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.value: Any = None
        self.pieces = False


class _Block:
    """One content block: a text, a call, or (with neither) something else."""

    def __init__(self, number: int, turn: int, *, other: bool) -> None:
        self.text = Channel(ChannelKind.TEXT, 0, number, turn)
        self.reasoning = Channel(ChannelKind.REASONING, 0, number, turn)
        self.other = other
        self.call: _Call | None = None

    def channel(self, kind: ChannelKind) -> Channel:
        return self.text if kind is ChannelKind.TEXT else self.reasoning


_Reader: TypeAlias = Callable[["AnthropicMessages", Record, list[Delta]], None]


class AnthropicMessages:
    """Frames in, deltas out."""

    def __init__(self, *, bytes_policy: str = "maximal-subpart", json_depth: int = 256) -> None:
        self._opening = Opening(
            bytes_policy=bytes_policy,
            json_depth=json_depth,
            texts=("text", "thinking", "partial_json"),
            value="input",
        )
        self._turn = 0
        self._message: Any = None  # the id of the open message
        self._blocks: dict[Any, _Block] = {}
        self._calls = 0
        self._usage: dict[str, Any] = {}
        self._open = False
        self._ended = False
        self._finished = False

    def read(self, frame: Frame) -> list[Delta]:
        """Return what the frame says; a frame that cannot be read gives an error in its place."""
        deltas: list[Delta] = []
        record = self._opening.record(frame, deltas)
        if record is None:
            return deltas
        if record is DONE:
            self._message_stop(record, deltas)
            return deltas
        kind = record.get("type")
        reader = self._readers.get(kind) if isinstance(kind, str) else None
        if reader:
            reader(self, record, deltas)
        elif error := provider_error(record):
            self._error(error, deltas)
        else:
            deltas.append(UnknownDelta(record_type(record)))
        return deltas

    def close(self) -> list[Delta]:
        """Return the end of what is open: done where a stop reason was seen, else incomplete."""
        deltas: list[Delta] = []
        self._end(EndKind.DONE if self._finished else EndKind.INCOMPLETE, deltas)
        return deltas

    @staticmethod
    def recognise(value: Any) -> int:
        """Say from 0 to 100 how well one parsed frame fits."""
        kind = value.get("type") if isinstance(value, dict) else None
        if kind == "message":
            return 90 if isinstance(value.get("content"), list) else 0
        if kind == "message_start":
            return 95 if isinstance(value.get("message"), dict) else 0
        if kind == "error":
            return 50 if isinstance(value.get("error"), dict) else 0
        if not isinstance(kind, str) or kind not in AnthropicMessages._readers:
            return 0
        return 40 if kind == "ping" else 90

    def _begin(self) -> None:
        """Begin a turn if none is open."""
        if self._open:
            return
        if self._ended:
            self._turn += 1
        self._message = None
        self._blocks = {}
        self._calls = 0
        self._usage = {}
        self._open = True
        self._ended = self._finished = False

    def _end(self, end: EndKind, deltas: list[Delta]) -> None:
        if self._open:
            self._end_calls(deltas)
            deltas.append(EndDelta(end, self._turn))
            self._forget()

    def _forget(self) -> None:
        self._open = False
        self._ended = True
        self._blocks = {}

    def _error(self, error: ErrorDelta, deltas: list[Delta]) -> None:
        deltas.append(error)
        self._forget()

    def _end_calls(self, deltas: list[Delta]) -> None:
        for block in self._blocks.values():
            _end_call(block, deltas)

    # --- one method a type of event ---

    def _message_start(self, record: Record, deltas: list[Delta]) -> None:
        message = record.get("message")
        if isinstance(message, dict):
            self._whole(message, "message.", deltas)

    def _whole_message(self, record: Record, deltas: list[Delta]) -> None:
        self._whole(record, "", deltas)

    def _whole(self, message: Record, at: str, deltas: list[Delta]) -> None:
        ident = message.get("id")
        if self._open and self._message is not None:
            if ident == self._message:
                return
            self._end(EndKind.DONE if self._finished else EndKind.INCOMPLETE, deltas)
        self._begin()
        self._message = ident
        self._take_usage(message, deltas)
        content = message.get("content")
        for number, item in enumerate(content if isinstance(content, list) else []):
            block = self._open_block(number, item, f"{at}content[{number}]", deltas)
            _end_call(block, deltas)
        self._finish(message, deltas)

    def _block_start(self, record: Record, deltas: list[Delta]) -> None:
        self._begin()
        item = record.get("content_block")
        self._open_block(_number(record), item, "content_block", deltas)

    def _block_delta(self, record: Record, deltas: list[Delta]) -> None:
        delta = record.get("delta")
        if not isinstance(delta, dict):
            deltas.append(UnknownDelta("content_block_delta"))
            return
        self._begin()
        number = _number(record)
        block = self._blocks.get(number)
        if block is None:  # its start was lost: what comes says what it is
            block = self._blocks[number] = _Block(number, self._turn, other=False)
        if block.other:
            return
        kind = record_type(delta)
        if kind in _TEXT_FIELDS:
            _read_text(block, delta, "delta", deltas)
        elif kind == "input_json_delta":
            self._pieces(block, delta.get("partial_json"), deltas)
        elif kind not in _SILENT:
            deltas.append(UnknownDelta(record_type(delta)))

    def _block_stop(self, record: Record, deltas: list[Delta]) -> None:
        block = self._blocks.get(_number(record))
        if block:
            _end_call(block, deltas)

    def _message_delta(self, record: Record, deltas: list[Delta]) -> None:
        if not self._ended:
            self._begin()
        self._take_usage(record, deltas)
        delta = record.get("delta")
        if self._open and isinstance(delta, dict):
            self._finish(delta, deltas)

    def _message_stop(self, _record: Record, deltas: list[Delta]) -> None:
        self._end(EndKind.DONE, deltas)

    def _ping(self, record: Record, deltas: list[Delta]) -> None:
        """Say nothing: it only keeps the connection open."""

    # --- what several of them share ---

    def _open_block(self, number: int, item: Any, at: str, deltas: list[Delta]) -> _Block:
        former = self._blocks.get(number)
        if former:
            _end_call(former, deltas)
        item = item if isinstance(item, dict) else {}
        kind = str(item.get("type"))
        known = kind in _TEXT_FIELDS or kind in _CALLS
        block = self._blocks[number] = _Block(number, self._turn, other=not known)
        if kind in _CALLS:
            value = item.get("input")
            self._call(block, item.get("id"), item.get("name"), deltas, server=_CALLS[kind])
            assert block.call is not None
            block.call.value = value
        elif known:
            _read_text(block, item, at, deltas)
        elif kind not in _SILENT:
            deltas.append(UnknownDelta(record_type(item)))
        return block

    def _pieces(self, block: _Block, text: Any, deltas: list[Delta]) -> None:
        if not (isinstance(text, str) and text):
            return
        call = block.call or self._call(block, None, None, deltas, server=False)
        call.pieces = True
        deltas.append(CallArgumentsDelta(call.channel, text, "delta.partial_json"))

    def _call(
        self, block: _Block, ident: Any, name: Any, deltas: list[Delta], *, server: bool
    ) -> _Call:
        channel = Channel(ChannelKind.ARGUMENTS, 0, self._calls, self._turn)
        self._calls += 1
        block.call = _Call(channel)
        deltas.append(CallStartDelta(channel, ident, name, server=server))
        return block.call

    def _take_usage(self, record: Record, deltas: list[Delta]) -> None:
        """Give out the usage; a later one has often only what it counts anew."""
        usage = record.get("usage")
        if isinstance(usage, dict) and usage:
            self._usage |= {name: count for name, count in usage.items() if count is not None}
            deltas.append(UsageDelta(dict(self._usage), self._turn))

    def _finish(self, record: Record, deltas: list[Delta]) -> None:
        raw = record.get("stop_reason")
        if isinstance(raw, str) and raw and not self._finished:
            self._finished = True
            self._end_calls(deltas)
            reason = STOP_REASONS.get(raw, StopReason.OTHER)
            deltas.append(FinishDelta(reason, raw, 0, self._turn))

    _readers: ClassVar[dict[str, _Reader]] = {
        "message": _whole_message,
        "message_start": _message_start,
        "content_block_start": _block_start,
        "content_block_delta": _block_delta,
        "content_block_stop": _block_stop,
        "message_delta": _message_delta,
        "message_stop": _message_stop,
        "ping": _ping,
    }


def _number(record: Record) -> int:
    index = record.get("index")
    return index if isinstance(index, int) else 0


def _read_text(block: _Block, item: Record, at: str, deltas: list[Delta]) -> None:
    field, kind = _TEXT_FIELDS[item["type"]]
    text = item.get(field)
    if isinstance(text, str) and text:
        deltas.append(TextDelta(block.channel(kind), text, intern(f"{at}.{field}")))


def _end_call(block: _Block, deltas: list[Delta]) -> None:
    """End the block's call, if one is open; its first input counts where no piece came."""
    call, block.call = block.call, None
    if call:
        deltas.append(CallEndDelta(call.channel, None if call.pieces else call.value))
