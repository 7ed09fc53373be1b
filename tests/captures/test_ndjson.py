import pytest

from shared import FIXTURES
from wiretail.captures.lines import SAMPLE
from wiretail.captures.ndjson import recognise
from wiretail.captures.open import open_capture

_LONG = b'{"a": "' + b"x" * SAMPLE


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"a": 1}\n{"a": 2}\n', 90),
        (b'{"a": 1}', 90),
        (b'{"a": 1}\n{"a": \n{"a": 2}\n', 76),
        (b'{"a": 1}\n{"a": \n', 0),
        (b"1\n2\n", 0),
        (b"", 0),
        (b'{"messages": [], "model": "m"}', 0),
        ((b'{"a": 1}\n' + _LONG)[:SAMPLE], 90),
        (_LONG[:SAMPLE], 30),
        (b"x" * SAMPLE, 0),
    ],
)
def test_lines_of_json_are_told_by_their_majority(head: bytes, expected: int) -> None:
    assert recognise(head)[0] == expected


def test_the_body_is_the_file_itself() -> None:
    path = FIXTURES / "captures" / "openai-chat.ndjson"
    capture = open_capture(path)
    (exchange,) = capture.exchanges
    assert (capture.format, exchange.framing, exchange.dialect) == (
        "ndjson",
        "ndjson",
        "openai-chat",
    )
    assert capture.read(0, capture.size) == path.read_bytes()
