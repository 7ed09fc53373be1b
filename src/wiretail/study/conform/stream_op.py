"""The op ``stream``: deltas through the engine's public face."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from wiretail.captures import messages_from_json
from wiretail.engine.stream import Stream
from wiretail.model.calls import Tool
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndDelta,
    EndKind,
    FinishDelta,
    StopReason,
    TextDelta,
)
from wiretail.model.settings import Profile
from wiretail.profiles import apply_settings, load_profile
from wiretail.study.conform.cases import Case, CaseError
from wiretail.study.conform.observed import Observed

#: A profile never changes, so the cases of a file share it.
_loaded = lru_cache(load_profile)


def run_stream(case: Case, deltas: Iterable[Mapping[str, Any]] | None = None) -> Observed:
    """Feed the deltas of a case (or others in their place), and return what came out.

    Raises :class:`~wiretail.study.conform.cases.CaseError` for deltas and tools that are none, and
    :class:`~wiretail.errors.ProfileError` for an unknown profile or setting.
    """
    feeding = _Feeding(case)
    for delta in case.input["deltas"] if deltas is None else deltas:
        feeding.feed(delta)
    return feeding.close()


def tools_of(value: Any) -> tuple[Tool, ...] | None:
    """Return the tools of a case; None where they are unknown."""
    if value is None:
        return None
    try:
        return tuple(
            Tool(
                tool["name"],
                tool.get("schema"),
                tool.get("freeform", False),
                tuple(tool.get("aliases", ())),
            )
            for tool in value
        )
    except (TypeError, KeyError, AttributeError):
        raise CaseError("a tool needs a name") from None


def profile_of(case: Case) -> Profile:
    """Return the profile of a case with its settings."""
    return apply_settings(_loaded(case.profile), case.settings)


class _Feeding:
    def __init__(self, case: Case) -> None:
        messages = case.input.get("messages")
        self._stream = Stream(
            profile_of(case),
            tools=tools_of(case.tools),
            messages=None if messages is None else messages_from_json(messages),
        )
        self._reason = case.input.get("stop_reason")
        self._observed = Observed()
        self._calls = 0

    def feed(self, delta: Mapping[str, Any]) -> None:
        match delta:
            case {"text": str(text)}:
                self._text(ChannelKind.TEXT, text, delta)
            case {"reasoning": str(text)}:
                self._text(ChannelKind.REASONING, text, delta)
            case {"tool_call": {"name": _} as call}:
                self._call(call)
            case {"end": str(end)} if end in set(EndKind):
                self._finish()
                self._take(EndDelta(EndKind(end)))
                return
            case _:
                raise CaseError("a delta is of no known kind")
        self._observed.held_after.append(self._stream.held_chars)

    def close(self) -> Observed:
        self._finish()
        self._observed.add(self._stream.close(EndKind.DONE))
        return self._observed

    def _text(self, kind: ChannelKind, text: str, delta: Mapping[str, Any]) -> None:
        self._take(TextDelta(Channel(kind, block=delta.get("index", 0)), text))

    def _call(self, call: Mapping[str, Any]) -> None:
        channel = Channel(ChannelKind.ARGUMENTS, block=self._calls)
        self._calls += 1
        arguments = call.get("arguments", "")
        is_text = isinstance(arguments, str)
        self._take(CallStartDelta(channel, call.get("id", f"call-{self._calls}"), call["name"]))
        if is_text:
            self._take(CallArgumentsDelta(channel, arguments))
        self._take(CallEndDelta(channel, None if is_text else arguments))

    def _finish(self) -> None:
        if self._reason is not None:
            reason, self._reason = self._reason, None
            self._take(FinishDelta(StopReason(reason), reason))

    def _take(self, delta: Delta) -> None:
        self._observed.add(self._stream.feed_delta(delta))
