import random

import pytest

from shared import FIXTURES
from wiretail.captures.lines import SAMPLE
from wiretail.captures.open import open_capture
from wiretail.captures.plain import recognise


@pytest.mark.parametrize(
    ("head", "is_text"),
    [
        (b"A model wrote this.\n", True),
        ("Grüße 🌍".encode()[:-1], True),
        (b"mostly text \xff\xc3( with damage", True),
        (b'[get_weather(city="x")]', True),
        (b"\x1b[31mred\x1b[0m", True),
        (b"a\0b", False),
        (b"\x80\x81\x82", False),
        (random.Random(7).randbytes(1000), False),
        (b'{"a": 1}', False),
        (b"x" * SAMPLE, False),
    ],
)
def test_text_is_told_from_what_is_none(head: bytes, *, is_text: bool) -> None:
    score, reason = recognise(head)
    assert (score > 0) is is_text
    assert reason


def test_plain_text_has_its_own_framing_and_dialect() -> None:
    capture = open_capture(FIXTURES / "captures" / "leak.txt")
    (exchange,) = capture.exchanges
    assert (capture.format, exchange.framing, exchange.dialect) == ("plain", "plain", "plain-text")
    assert capture.notes == []
    assert exchange.notes == []
