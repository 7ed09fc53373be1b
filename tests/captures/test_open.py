import gzip
import random
import time
import tracemalloc
from pathlib import Path

import pytest

from shared import FIXTURES
from wiretail.captures.limits import Limits
from wiretail.captures.open import open_capture
from wiretail.errors import CaptureError

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("anthropic.sse", "sse"),
        ("chrome.har", "har"),
        ("chunked-gzip.curl.bin", "curl"),
        ("damaged.chunks.txt", "chunks-txt"),
        ("leak.txt", "plain"),
        ("openai-chat.ndjson", "ndjson"),
        ("parts.vscode.json", "vscode-lm"),
        ("proxy.har", "har"),
        ("redirect.curl.txt", "curl"),
        ("two-exchanges-cut.wtail", "wtail"),
    ],
)
def test_each_format_is_told_by_its_bytes_alone(name: str, expected: str) -> None:
    data = (FIXTURES / "captures" / name).read_bytes()
    for given in (data, gzip.compress(data, mtime=0)):
        capture = open_capture("x", data=given)
        assert capture.format == expected
        assert capture.reason


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (PNG, "is not a capture but a PNG image: expected"),
        (random.Random(3).randbytes(5000), "is binary data in no known format: expected"),
        (b'{"a":\n 1}', "is a JSON document of no known kind: expected"),
        (b'{"messages":[],"model":"m"}', "is the body of a request"),
        (b"", "is empty"),
        (gzip.compress(b"data: 1\n\n" * 99, mtime=0)[:-4], "gzip file that breaks off"),
    ],
)
def test_what_is_no_capture_is_named_in_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(CaptureError, match=words) as caught:
        open_capture("a\x1b[2J.bin", data=data)
    message = str(caught.value)
    assert message.startswith("a\\x1b[2J.bin ")
    assert message.isprintable()
    assert message.endswith(".")


@pytest.mark.parametrize("begin", [b"x", b'{"a": "', b'{"log":{"version":"1.2","x":"'])
def test_a_huge_line_is_judged_at_once_in_little_memory(tmp_path: Path, begin: bytes) -> None:
    path = tmp_path / "huge.bin"
    path.write_bytes(begin + b"x" * 50_000_000)
    limit = 10_000_000  # HAR must be read whole; one that is too long is refused unread
    tracemalloc.start()
    started = time.perf_counter()
    try:
        open_capture(path, limits=Limits(body_bytes=limit))
    except CaptureError as error:
        assert "single line" in str(error) or "limits.body_bytes" in str(error)  # noqa: PT017
    took = time.perf_counter() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took < 2
    assert peak < 5_000_000


def test_a_format_that_was_asked_for_is_taken() -> None:
    capture = open_capture("a", data=b'{"a":\n 1}', input_format="plain")
    assert (capture.format, capture.reason) == ("plain", "as asked")


def test_names_of_no_format_or_dialect_list_those_there_are() -> None:
    with pytest.raises(CaptureError, match=r"no input format x\\x0a: choose one of wtail, har, "):
        open_capture("a", data=b"x", input_format="x\n")
    with pytest.raises(CaptureError, match="no dialect klingon: choose one of "):
        open_capture("a", data=b"x", dialect="klingon")


def test_a_dialect_that_was_asked_for_is_taken_by_every_format() -> None:
    for path in (FIXTURES / "captures").iterdir():
        if path.name.startswith("tools-"):
            continue
        capture = open_capture(path, dialect="plain-text")
        assert {exchange.dialect for exchange in capture.exchanges} == {"plain-text"}


def test_a_gzip_file_in_a_gzip_file_is_named() -> None:
    packed = gzip.compress(gzip.compress(b"data: 1\n\n"))
    with pytest.raises(CaptureError, match="not a capture but a gzip file inside of another"):
        open_capture("a", data=packed)
