import pytest

from wiretail.engine.dialects.plain_text import PlainText
from wiretail.model.deltas import Channel, EndDelta, EndKind, RepairDelta, TextDelta
from wiretail.model.frames import Frame


def test_the_data_of_a_frame_is_the_text() -> None:
    dialect = PlainText()
    assert dialect.read(Frame(0, 0, 4, "zwö".encode())) == [TextDelta(Channel(), "zwö")]
    assert dialect.read(Frame(1, 4, 10, b"[DONE]")) == [TextDelta(Channel(), "[DONE]")]
    assert dialect.read(Frame(2, 10, 10, b"")) == []


@pytest.mark.parametrize(("policy", "marks"), [("maximal-subpart", 1), ("per-byte", 3)])
def test_bad_bytes_are_marked_under_the_policy(policy: str, marks: int) -> None:
    deltas = PlainText(bytes_policy=policy).read(Frame(0, 0, 5, b"a\xf0\x9f\x98b"))
    evidence = {"marks": marks, "bytes": (1, 4), "policy": policy}
    assert deltas == [
        RepairDelta("unicode.bytes", "malformed_utf8", evidence),
        TextDelta(Channel(), "a" + "\ufffd" * marks + "b"),
    ]


def test_the_end_of_the_stream_is_the_answer_s_once() -> None:
    dialect = PlainText()
    assert dialect.close() == [EndDelta(EndKind.DONE)]
    assert dialect.close() == []


def test_an_object_is_not_taken_for_text() -> None:
    assert PlainText.recognise({}) == 0
    assert PlainText.recognise("words") == 1
