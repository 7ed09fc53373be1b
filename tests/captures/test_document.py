import pytest

from wiretail.captures.document import load_document, repair_note
from wiretail.captures.limits import Limits
from wiretail.captures.source import open_source
from wiretail.errors import CaptureError


def test_every_string_is_repaired_and_every_mark_counted() -> None:
    source = open_source("a", b'\xef\xbb\xbf{"a\\ud83d": "\xff", "n": 1}')
    document = load_document(source, "HAR")
    assert document.value == {"a\ufffd": "\ufffd", "n": 1}
    assert document.marks == 2
    assert "2 characters" in repair_note(2)[0]
    assert repair_note(0) == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"a": ', "no valid JSON, breaks off, or is nested too deeply"),
        (b"[" * 300 + b"]" * 300, "no valid JSON"),
        (b'{"\\ud83d": 1, "\\ud83e": 2}', "two keys of one object become equal"),
        (b"[" + b"1," * 100 + b"1]", "longer than limits.body_bytes"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(CaptureError, match=words):
        load_document(
            open_source("a", data, Limits(body_bytes=100 if words[0] == "l" else 10**6)), "HAR"
        )
