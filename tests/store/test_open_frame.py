import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.model.span import Span
from wiretail.store.frames import segments_of
from wiretail.store.json_path import Finder
from wiretail.store.open_frame import OpenFrame

SSE = segments_of("sse")
PLAIN = segments_of("plain")
START = 1000


def opened(raw: bytes, framing: str = "sse", policy: str = "maximal-subpart") -> OpenFrame:
    return OpenFrame(START, raw, segments_of(framing), policy, Finder())


def slices(raw: bytes, path: str, first: int, last: int, framing: str = "sse") -> bytes:
    frame = opened(raw, framing)
    return raw[frame.begin(path, first) - START : frame.end(path, last) - START]


@pytest.mark.parametrize(
    ("raw", "path", "first", "last", "expected"),
    [
        (b'data: {"a":"<x>"}\n\n', "a", 0, 1, b"<"),
        (rb'data: {"a":"\u003cx>"}' + b"\n\n", "a", 0, 1, rb"\u003c"),
        (rb'data: {"a":"\ud83d\ude00!"}' + b"\n\n", "a", 0, 1, rb"\ud83d\ude00"),
        (b'event: x\r\ndata: {"a":\r\ndata:"bc"}\r\n\r\n', "a", 1, 2, b"c"),
        (b'data: {"a": 17}\r\r', "a", 0, 1, b"17"),
        (b'data: {"a": {"b": 1}}\n\n', "a", 0, 5, b'{"b": 1}'),
        (b'data: {"a": "b"}\n\n', "nowhere", 0, 1, b'data: {"a": "b"}\n\n'),
        (b"data: no json\n\n", "a", 0, 1, b"data: no json\n\n"),
        (b"data: some\ndata: text\n\n", "", 0, 4, b"some"),
        (b"data: some\ndata: text\n\n", "", 5, 9, b"text"),
        (b"data: some\ndata: text\n\n", "", 2, 7, b"me\ndata: te"),
        (b'data: {"a":"\xc3("}\n\n', "a", 0, 1, b"\xc3"),
        (b'\xef\xbb\xbfdata: {"a":"b"}\n\n', "a", 0, 1, b"b"),
        (b'data: \xef\xbb\xbf{"a":"b"}\n\n', "a", 0, 1, b"b"),
        (b'data: {"a":"x","a":"y"}\n\n', "a", 0, 1, b"y"),
        (b'data: {"a":""}\n\n', "a", 0, 0, b""),
    ],
)
def test_code_points_have_their_bytes(
    raw: bytes, path: str, first: int, last: int, expected: bytes
) -> None:
    if raw.startswith(b"\xef"):  # the framing leaves the mark of a whole stream out of its frame
        raw = raw[3:]
    assert slices(raw, path, first, last) == expected


@pytest.mark.parametrize("framing", ["ndjson", "json_array"])
def test_lines_and_items_are_frames_as_well(framing: str) -> None:
    assert slices(b'{"a": "bc"}', "a", 0, 2, framing) == b"bc"


def test_bytes_of_the_payload_have_their_place() -> None:
    frame = opened(b'data: {"a":\ndata: "b"}\n\n')
    assert frame.payload(1, 4) == Span(START + 7, START + 10)
    assert frame.payload(0, 0) == Span(START + 6, START + 6)


@given(
    st.text(),
    st.booleans(),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([None, 1]),
    st.sampled_from(["data: ", "data:"]),
    st.booleans(),
)
def test_every_code_point_of_a_json_string_is_found_again(
    text: str, ascii_only: bool, newline: str, indent: int | None, field: str, slashes: bool
) -> None:
    document = {"id": text, "choices": [{"delta": {"other": text, "content": text}}]}
    written = json.dumps(document, ensure_ascii=ascii_only, indent=indent)
    if slashes:
        written = written.replace("/", r"\/")
    lines = [field + line for line in written.split("\n")]
    raw = (newline.join(["event: chunk", *lines]) + 2 * newline).encode()
    frame = opened(raw)
    path = "choices[0].delta.content"
    for place, character in enumerate(text):
        piece = raw[frame.begin(path, place) - START : frame.end(path, place + 1) - START]
        assert json.loads(b'"' + piece + b'"') == character


@pytest.mark.parametrize(
    ("raw", "path", "span", "expected"),
    [
        (b'data: {"a":"bcd"}\n\n', "a", (1, 2), "c"),
        (b'data: {"a":"bcd"}\n\n', "a", (1, None), "cd"),
        (b'data: {"a":"\\u003c\\n\\"\\/"}\n\n', "a", (0, 4), '<\n"/'),
        (b'data: {"a":"\\ud83d\\ude00x\\ud83d"}\n\n', "a", (0, None), "\U0001f600x\ud83d"),
        (b'data: {"a":"\xe4\xbd\xa0\xff!"}\n\n', "a", (0, None), "\u4f60\ufffd!"),
        (b'data: {"a":"x\ty"}\n\n', "a", (0, None), "x\ty"),
        (b"data: plain\n\n", "", (1, 4), "lai"),
    ],
)
def test_text_is_read_as_the_frame_has_it(
    raw: bytes, path: str, span: tuple[int, int | None], expected: str
) -> None:
    assert opened(raw).text(path, *span) == expected


@pytest.mark.parametrize("path", ["b", "a"])
def test_there_is_no_text_where_there_is_no_string(path: str) -> None:
    with pytest.raises(ValueError, match="no string"):
        opened(b'data: {"a":1}\n\n').text(path, 0)
