import pytest

from wiretail.captures.body import MemoryBody
from wiretail.captures.dialect import FALLBACK, check_dialect, spoken
from wiretail.captures.lines import SAMPLE
from wiretail.errors import CaptureError

CHAT = b'{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"x"}}]}'
OTHER = b'{"eventType":"unheard-of"}'


@pytest.mark.parametrize(
    ("data", "framing", "expected"),
    [
        (CHAT + b"\n", "ndjson", "openai-chat"),
        (b"data: " + CHAT + b"\n\ndata: [DONE]\n\n", "sse", "openai-chat"),
        (b'data: {"type":"message_stop"}\n\n', "sse", "anthropic-messages"),
        (b'data: {"type":"message_stop"}', "sse", "anthropic-messages"),
        (CHAT, "plain", "plain-text"),
    ],
)
def test_the_dialect_is_the_one_whose_frames_these_are(
    data: bytes, framing: str, expected: str
) -> None:
    speech = spoken(MemoryBody(data), framing)
    assert (speech.name, speech.note) == (expected, "")
    assert speech.reason


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (OTHER + b"\n" + OTHER + b"\n", "no known dialect: 2 frames are not understood."),
        (b"no json\n", "no known dialect: 1 frame is not understood."),
        (b"", ""),
    ],
)
def test_frames_of_no_known_dialect_are_counted_as_unknown(data: bytes, note: str) -> None:
    speech = spoken(MemoryBody(data), "ndjson")
    assert (speech.name, speech.note) == (FALLBACK, note)


def test_a_named_dialect_is_taken_without_a_look() -> None:
    assert spoken(MemoryBody(CHAT), "ndjson", "anthropic-messages").name == "anthropic-messages"


def test_only_the_beginning_is_asked() -> None:
    data = (OTHER + b"\n") * (SAMPLE // len(OTHER)) + (CHAT + b"\n") * 10_000
    assert "no dialect fits" in spoken(MemoryBody(data), "ndjson").reason


def test_a_name_of_no_dialect_is_refused_with_those_there_are() -> None:
    check_dialect(None)
    check_dialect("openai-chat")
    with pytest.raises(CaptureError, match=r"no dialect a\\x1b: choose one of anthropic-messages"):
        check_dialect("a\x1b")
