"""Law 1: the same stream, cut elsewhere, gives the same outcome."""

import json
from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from properties.runs import outcome, run
from properties.strategies import (
    PARTS,
    PROFILE_NAMES,
    PROFILES,
    TOOLS,
    UNREFUSED,
    Rig,
    law,
    rigs,
    texts,
)
from wiretail.engine.outlet import Out
from wiretail.engine.stream import Stream
from wiretail.model.deltas import CallArgumentsDelta, Delta, TextDelta


def _pieces(delta: Delta, cuts: list[int]) -> Iterator[Delta]:
    if not isinstance(delta, TextDelta | CallArgumentsDelta):
        yield delta
        return
    borders = [0, *sorted(cut for cut in cuts if 0 < cut < len(delta.text)), len(delta.text)]
    for start, end in pairwise(borders):
        yield type(delta)(delta.channel, delta.text[start:end])


def per_code_point(rig: Rig) -> Rig:
    return rig.with_deltas(
        [piece for delta in rig.deltas for piece in _pieces(delta, list(range(500)))]
    )


def _merged(rig: Rig) -> Rig:
    deltas: list[Delta] = []
    for delta in rig.deltas:
        match deltas[-1:], delta:
            case [[TextDelta() as last], TextDelta()] if last.channel == delta.channel:
                deltas[-1] = TextDelta(delta.channel, last.text + delta.text)
            case _:
                deltas.append(delta)
    return rig.with_deltas(deltas)


@PARTS
def test_deltas_may_be_cut_at_every_code_point(part: int) -> None:
    @law(part, 0.5)
    @given(rig=rigs(UNREFUSED, most=5))
    def holds(rig: Rig) -> None:
        assert outcome(run(per_code_point(rig))) == outcome(run(rig))

    holds()


@PARTS
def test_deltas_may_be_cut_at_random_and_merged(part: int) -> None:
    @law(part, 0.5)
    @given(rig=rigs(UNREFUSED), cuts=st.lists(st.integers(1, 60), max_size=6))
    def holds(rig: Rig, cuts: list[int]) -> None:
        pieces = [piece for delta in rig.deltas for piece in _pieces(delta, cuts)]
        merged = outcome(run(_merged(rig)))
        assert outcome(run(rig)) == merged
        assert outcome(run(rig.with_deltas(pieces))) == merged

    holds()


# --- transports: bytes cut anywhere; even the frames and bytes of verdicts are the same ---


def _sse(values: list[object], *, names: bool) -> bytes:
    lines = []
    for value in values:
        assert isinstance(value, dict)
        name = f"event: {value['type']}\n" if names else ""
        lines.append(f"{name}data: {json.dumps(value)}\n\n")
    return "".join(lines).encode()


def _chat(said: list[str], finish: str | None) -> list[object]:
    values: list[object] = [
        {"choices": [{"index": 0, "delta": {"content": text}}]} for text in said
    ]
    if finish is not None:
        values.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    return values


def _messages(said: list[str], finish: str | None) -> list[object]:
    values: list[object] = [
        {"type": "message_start", "message": {"role": "assistant"}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    ]
    values += [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}
        for text in said
    ]
    if finish is not None:
        values.append({"type": "content_block_stop", "index": 0})
        values.append({"type": "message_delta", "delta": {"stop_reason": "end_turn"}})
        values.append({"type": "message_stop"})
    return values


def _body(transport: str, said: list[str], finish: str | None) -> bytes:
    match transport:
        case "chat":
            done = b"data: [DONE]\n\n" if finish else b""
            return b": hello\n\n" + _sse(_chat(said, finish), names=False) + done
        case "messages":
            return _sse(_messages(said, finish), names=True)
    return "".join(json.dumps(value) + "\r\n" for value in _chat(said, finish)).encode()


_TRANSPORTS = {
    "chat": ("sse", "openai-chat"),
    "messages": ("sse", "anthropic-messages"),
    "lines": ("ndjson", "openai-chat"),
}


def _fed(name: str, transport: str, parts: list[bytes]) -> Out:
    framing, dialect = _TRANSPORTS[transport]
    stream = Stream(PROFILES[name], framing=framing, dialect=dialect, tools=TOOLS)
    out: Out = []
    for part in parts:
        out += stream.feed(part)
    return out + stream.close()


@PARTS
def test_bytes_may_be_cut_anywhere(part: int) -> None:
    @law(part, 0.25)
    @given(
        name=st.sampled_from(PROFILE_NAMES),
        transport=st.sampled_from(tuple(_TRANSPORTS)),
        said=st.lists(texts, max_size=4),
        finish=st.sampled_from(("stop", "length", None)),
        spoiled=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), max_size=2),
        cuts=st.lists(st.integers(1, 4000), max_size=8),
    )
    def holds(
        name: str,
        transport: str,
        said: list[str],
        finish: str | None,
        spoiled: list[tuple[int, int]],
        cuts: list[int],
    ) -> None:
        data = bytearray(_body(transport, said, finish))
        for at, byte in spoiled:
            if at < len(data):
                data[at] = byte
        body = bytes(data)
        whole = _fed(name, transport, [body])
        borders = [0, *sorted(cuts), len(body)]
        parts = [body[a:b] for a, b in pairwise(borders)]
        every = [body[at : at + 1] for at in range(len(body))]
        expected = outcome(whole, places=True)
        assert outcome(_fed(name, transport, parts), places=True) == expected
        assert outcome(_fed(name, transport, every), places=True) == expected

    holds()
