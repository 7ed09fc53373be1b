import pytest

from shared import FIXTURES
from wiretail.captures.chunks_txt import recognise
from wiretail.captures.open import open_capture


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"a": \n{"b"\n[DONE]\n', 40),
        (b'{"a": \n{"b"\nprose\n', 33),
        (b'{"a": \nprose\n', 0),
        (b'{"a": \n', 0),
        (b'{\n"a": 1\n}\n', 0),
    ],
)
def test_payloads_are_told_by_how_lines_begin(head: bytes, expected: int) -> None:
    assert recognise(head)[0] == expected


def test_damaged_lines_are_frames_like_any_other() -> None:
    capture = open_capture(FIXTURES / "captures" / "damaged.chunks.txt")
    (exchange,) = capture.exchanges
    assert (capture.format, exchange.framing, exchange.dialect) == (
        "chunks-txt",
        "ndjson",
        "openai-chat",
    )
