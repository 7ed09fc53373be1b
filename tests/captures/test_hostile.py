"""Whatever the bytes are, reading them gives a capture or one plain sentence."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared import FIXTURES
from wiretail.captures import FORMATS, Limits, open_capture, tools_from_json
from wiretail.captures.lines import json_value
from wiretail.captures.messages import messages_from_json
from wiretail.errors import CaptureError, ToolsError

FILES = {path.name: path.read_bytes() for path in sorted((FIXTURES / "captures").iterdir())}
NAMES = [None, *(entry.name for entry in FORMATS)]
LIMITS = Limits(body_bytes=100_000, frame_bytes=2_000)


def _reads(data: bytes, input_format: str | None) -> None:
    try:
        capture = open_capture("a", data=data, input_format=input_format, limits=LIMITS)
    except CaptureError as error:
        assert str(error).isprintable()  # noqa: PT017
        assert str(error).endswith(".")  # noqa: PT017
        return
    chunks = [chunk for exchange in capture.exchanges for chunk in exchange.chunks()]
    assert b"".join(chunk.data for chunk in chunks) == capture.read(0, capture.size)
    for note in capture.notes:
        assert note.isprintable()


@given(st.sampled_from(list(FILES)), st.data())
def test_a_cut_or_changed_capture_is_read_or_refused(name: str, data: st.DataObject) -> None:
    original = FILES[name]
    changed = bytearray(original[: data.draw(st.integers(0, len(original)))])
    for place, value in data.draw(
        st.lists(st.tuples(st.integers(0, len(original)), st.integers(0, 255)), max_size=8)
    ):
        if place < len(changed):
            changed[place] = value
    packed = gzip.compress(changed, mtime=0) if data.draw(st.booleans()) else bytes(changed)
    _reads(packed, data.draw(st.sampled_from(NAMES)))


@given(st.binary(max_size=400), st.sampled_from(NAMES))
def test_any_bytes_are_read_or_refused(data: bytes, input_format: str | None) -> None:
    _reads(data, input_format)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "log",
                    "entries",
                    "response",
                    "content",
                    "text",
                    "mimeType",
                    "encoding",
                    "parts",
                    "tools",
                    "name",
                    "function",
                    "type",
                    "parameters",
                    "messages",
                    "role",
                    "input",
                    "_eventSourceMessages",
                    "data",
                    "time",
                    "request",
                    "postData",
                    "headers",
                    "kind",
                    "s",
                    "b",
                    "t",
                    "end",
                    "x",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)


@given(_JSON, st.sampled_from(NAMES))
def test_any_json_is_read_or_refused(value: object, input_format: str | None) -> None:
    entry = {"log": {"entries": [value], "version": "1.2"}}
    record = {"kind": "capture", "v": 1, "request": value}
    for document in (value, entry, record, {"parts": [value], "request": value}):
        _reads(json.dumps(document).encode(), input_format)


@given(_JSON)
def test_any_json_gives_tools_and_messages_or_a_reason(value: object) -> None:
    messages_from_json(value)
    try:
        tools_from_json(value)
    except ToolsError as error:
        assert str(error).isprintable()  # noqa: PT017


@pytest.mark.parametrize("depth", [200, 900, 100_000])
@pytest.mark.parametrize("input_format", NAMES)
def test_depth_breaks_nothing(depth: int, input_format: str | None) -> None:
    nested = b"[" * depth + b"]" * depth
    for data in (
        nested,
        b'{"parts": ' + nested + b', "tools": ' + nested + b', "request": ' + nested + b"}",
        b'{"kind":"capture","v":1,"request":{"tools":' + nested + b',"raw":{"a":' + nested + b"}}}",
        b'{"log":{"version":"1","entries":[{"request":' + nested + b"}]}}",
    ):
        _reads(data, input_format)


def test_the_json_of_detection_never_fails_but_with_a_value_error() -> None:
    with pytest.raises(ValueError, match="deeply"):
        json_value(b"[" * 100_000)
