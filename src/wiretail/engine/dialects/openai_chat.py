"""OpenAI Chat Completions, and what its many compatibles make of it.

Streamed chunks (``choices[].delta``) and whole responses (``choices[].message``) alike. A
``finish_reason`` or ``[DONE]``, each alone, is a proper end. A call is known by its ``index``,
without one by its id; its name and id are what came first, for compatibles repeat or blank them.
Only ``delta`` counts where a chunk repeats it in other fields.
"""

from typing import Any

from wiretail.engine.dialects.chat_choice import TEXTS, Choice, has_content, read_body
from wiretail.engine.dialects.opening import (
    DONE,
    Opening,
    Record,
    provider_error,
    record_type,
)
from wiretail.model.deltas import (
    Delta,
    EndDelta,
    EndKind,
    FinishDelta,
    StopReason,
    UnknownDelta,
    UsageDelta,
)
from wiretail.model.frames import Frame

#: The provider's word -> ours; any other word is ``other``.
STOP_REASONS = {
    "stop": StopReason.STOP,
    "end_turn": StopReason.STOP,
    "stop_sequence": StopReason.STOP,
    "eos": StopReason.STOP,
    "eos_token": StopReason.STOP,
    "tool_calls": StopReason.TOOL_CALLS,
    "tool_use": StopReason.TOOL_CALLS,
    "function_call": StopReason.TOOL_CALLS,
    "length": StopReason.LENGTH,
    "max_tokens": StopReason.LENGTH,
    "model_length": StopReason.LENGTH,
    "content_filter": StopReason.CONTENT_FILTER,
    "refusal": StopReason.REFUSAL,
    "error": StopReason.ERROR,
}


class OpenAIChat:
    """Frames in, deltas out."""

    def __init__(self, *, bytes_policy: str = "maximal-subpart", json_depth: int = 256) -> None:
        self._opening = Opening(
            bytes_policy=bytes_policy, json_depth=json_depth, texts=TEXTS, value="arguments"
        )
        self._turn = 0
        self._choices: dict[int, Choice] = {}
        self._open = False
        self._ended = False

    def read(self, frame: Frame) -> list[Delta]:
        """Return what the frame says; a frame that cannot be read gives an error in its place."""
        deltas: list[Delta] = []
        record = self._opening.record(frame, deltas)
        if record is None:
            return deltas
        if record is DONE:
            self._end(deltas)
            return deltas
        choices = record.get("choices")
        error = provider_error(record) if "error" in record or choices is None else None
        if isinstance(choices, list):
            if not self._ended:
                self._open = True
            for place, item in enumerate(choices):
                self._choice(place, item, deltas, failed=error is not None)
        usage = _usage(record)
        if usage:
            deltas.append(UsageDelta(usage, self._turn))
        if error:
            deltas.append(error)
            self._forget()
        elif not (usage or isinstance(choices, list)):
            deltas.append(UnknownDelta(record_type(record)))
        return deltas

    def close(self) -> list[Delta]:
        """Return the ends of what is open: done where a finish was seen, else incomplete."""
        deltas: list[Delta] = []
        if not self._open:
            return deltas
        for choice in self._choices.values():
            choice.end_calls(deltas)
        ends = {
            choice.number: EndKind.DONE if choice.finished else EndKind.INCOMPLETE
            for choice in self._choices.values()
        }
        if len(set(ends.values())) > 1:
            deltas += [EndDelta(end, self._turn, number) for number, end in ends.items()]
        else:
            deltas.append(EndDelta(next(iter(ends.values()), EndKind.INCOMPLETE), self._turn))
        self._forget()
        return deltas

    @staticmethod
    def recognise(value: Any) -> int:
        """Say from 0 to 100 how well one parsed frame fits."""
        if not isinstance(value, dict):
            return 0
        choices = value.get("choices")
        if isinstance(choices, list):
            if str(value.get("object")).startswith("chat.completion"):
                return 95
            parts = [key for item in choices if isinstance(item, dict) for key in item]
            return 85 if "delta" in parts or "message" in parts else 40
        return 15 if "error" in value and "type" not in value else 0

    def _end(self, deltas: list[Delta]) -> None:
        if self._ended:
            return
        for choice in self._choices.values():
            choice.end_calls(deltas)
        deltas.append(EndDelta(EndKind.DONE, self._turn))
        self._forget()

    def _forget(self) -> None:
        self._open = False
        self._ended = True
        self._choices = {}

    def _choice(self, place: int, item: Any, deltas: list[Delta], *, failed: bool) -> None:
        if not isinstance(item, dict):
            deltas.append(UnknownDelta("choice"))
            return
        choice = self._find(place, item)
        if choice is None:
            return
        body = item.get("delta")
        if isinstance(body, dict):
            choice.streamed = True
            choice.stand(place, "delta")
            read_body(choice, body, deltas)
        elif isinstance(body := item.get("message"), dict) and not choice.streamed:
            choice.stand(place, "message")
            read_body(choice, body, deltas)
        raw = item.get("finish_reason")
        if isinstance(raw, str) and raw and not choice.finished:
            choice.finished = True
            if not failed:  # a call that an error cut off is not whole
                choice.end_calls(deltas)
            reason = STOP_REASONS.get(raw, StopReason.OTHER)
            deltas.append(FinishDelta(reason, raw, choice.number, choice.turn))

    def _find(self, place: int, item: Record) -> Choice | None:
        """Return the choice that the item belongs to; behind an end only content begins a turn."""
        index = item.get("index")
        number = index if isinstance(index, int) else place
        choice = self._choices.get(number)
        if choice is not None:
            return choice
        if self._ended:
            if not has_content(item):
                return None
            self._turn += 1
            self._ended = False
            self._open = True
        choice = self._choices[number] = Choice(number, self._turn)
        return choice


def _usage(record: Record) -> Record | None:
    usage = record.get("usage")
    if not usage and "x_groq" in record:
        groq = record["x_groq"]
        usage = groq.get("usage") if isinstance(groq, dict) else None
    return usage if isinstance(usage, dict) and usage else None
