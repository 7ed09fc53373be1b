import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.framing.json_array import JsonArray, segments
from wiretail.model.frames import Frame

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('a"\\{}[],é\n', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('k"]', max_size=2), inner),
    max_leaves=8,
)
GAP = st.text(" \n\r\t", max_size=2)


def read(data: bytes, *, limit: int = 1000, size: int = 10_000) -> list[Frame]:
    framing = JsonArray(limit=limit)
    frames = []
    for at in range(0, len(data), size):
        frames += framing.feed(data[at : at + size])
    return [*frames, *framing.close()]


@given(st.lists(VALUES, max_size=4), GAP, st.integers(1, 7), st.booleans())
def test_the_items_are_those_of_the_array(
    items: list[Any], gap: str, size: int, ascii_only: bool
) -> None:
    inner = f"{gap},{gap}".join(json.dumps(item, ensure_ascii=ascii_only) for item in items)
    data = f"{gap}[{gap}{inner}{gap}]{gap}".encode()
    frames = read(data, size=size)
    assert [json.loads(frame.data) for frame in frames] == items
    assert [frame.number for frame in frames] == list(range(len(items)))
    for frame in frames:
        assert not (frame.cut)
        assert not (frame.fault)
        assert data[frame.start : frame.end] == frame.data


def test_an_item_is_given_out_with_its_last_byte() -> None:
    framing = JsonArray(start=7)
    assert framing.feed(b'[{"a":[1,') == []
    (frame,) = framing.feed(b"2]}")
    assert (frame.data, frame.start, frame.end) == (b'{"a":[1,2]}', 8, 19)
    (frame,) = framing.feed(b',\r\n"x"')
    assert (frame.data, frame.start) == (b'"x"', 22)
    assert framing.feed(b"]\n") == []
    assert framing.close() == []


@pytest.mark.parametrize("size", [1, 2, 1000])
@pytest.mark.parametrize(
    ("data", "payloads", "cut"),
    [
        (b"", [], False),
        (b'\xef\xbb\xbf[{"a":1}]', [b'{"a":1}'], False),
        (b'[{"a":1},{"b":', [b'{"a":1}', b'{"b":'], True),
        (b'["a\\', [b'"a\\'], True),
        (b"[12", [b"12"], True),
        (b'{"error":{"code":1}}', [b'{"error":{"code":1}}'], False),
        (b'[{"a":1}][{"b":2}]', [b'{"a":1}', b'{"b":2}'], False),
        (b"[{} x 1{},]", [b"{}", b"x", b"1", b"{}"], False),
        (b'[1"a"]}', [b"1", b'"a"', b"}"], True),
        (b"]", [b"]"], True),
        (b"upstream died", [b"upstream", b"died"], True),
        (b"\xef\xbb", [b"\xef\xbb"], True),
        (b"\xef\xbbx ", [b"\xef\xbbx"], False),
    ],
)
def test_what_is_no_array_is_read_as_well(
    data: bytes, payloads: list[bytes], cut: bool, size: int
) -> None:
    frames = read(data, size=size)
    assert [frame.data for frame in frames] == payloads
    assert [frame.cut for frame in frames] == [False] * (len(payloads) - 1) + [cut] * bool(payloads)
    for frame in frames:
        assert data[frame.start : frame.end] == frame.data


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_an_item_over_the_limit_is_one_malformed_frame(size: int) -> None:
    data = b'[{"a":1},{"a":"' + b"x" * 500 + b'"},{"b":1},"' + b"y" * 101
    frames = read(data, limit=100, size=size)
    assert [(frame.data, frame.fault, frame.cut) for frame in frames] == [
        (b'{"a":1}', "", False),
        (b"", "frame_too_long", False),
        (b'{"b":1}', "", False),
        (b"", "frame_too_long", True),
    ]
    assert data[frames[1].start : frames[1].end] == b'{"a":"' + b"x" * 500 + b'"}'


def test_an_item_over_the_limit_takes_no_room() -> None:
    framing = JsonArray(limit=100)
    framing.feed(b'["')
    for _ in range(50):
        assert framing.feed(b"x" * 30) == []
        assert sum(map(len, framing._parts)) <= 100


def test_data_and_raw_bytes_are_the_same() -> None:
    assert segments(b'{"a":1}') == [(0, 0, 7)]
