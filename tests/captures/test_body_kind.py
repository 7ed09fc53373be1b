import pytest

from wiretail.captures.body import MemoryBody
from wiretail.captures.body_kind import body_framing


@pytest.mark.parametrize(
    ("data", "content_type", "expected"),
    [
        (b"not yet\n", "text/event-stream", "sse"),
        (b"data: 1\n\n", "", "sse"),
        (b'{"a": 1}\n', "text/plain", "ndjson"),
        (b"prose\n", "text/plain", "plain"),
        (b"\0\1\2", "", ""),
    ],
)
def test_a_promise_counts_before_the_looks(data: bytes, content_type: str, expected: str) -> None:
    assert body_framing(MemoryBody(data), content_type) == expected
