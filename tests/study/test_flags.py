"""The flags of bytes: every finding counts, however many rows stand before it."""

import json

from gui.models.stores import store_of
from wiretail.study.flags import Flag, flags_of


def sse(*texts: str) -> bytes:
    frames = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    return b"".join(b"data: " + json.dumps(frame).encode() + b"\n\n" for frame in frames)


def test_a_finding_behind_many_rows_is_seen() -> None:
    data = sse(*["word "] * 300, "half \ud83d of a pair")
    store = store_of(data=data)
    assert flags_of(store, 0, len(data)) == [Flag("S", 1, "surrogate")]
    assert flags_of(store, 0, 10_000) == []


def test_the_gravest_comes_first_and_each_letter_once() -> None:
    data = sse("\ud83d a", "\ud83d b") + b"data: {oops\n\n" * 3
    assert [flag.letter for flag in flags_of(store_of(data=data), 0, len(data))] == ["X", "S"]


def test_only_bytes_of_the_finding_are_flagged() -> None:
    store = store_of()
    chunks = [store.chunk(number) for number in range(store.chunk_count)]
    flags = [flags_of(store, chunk.start, chunk.end) for chunk in chunks]
    held = [n for n, found in enumerate(flags) if any(flag.letter == "H" for flag in found)]
    assert held == [1]
    assert flags_of(store, 0, 0) == []
