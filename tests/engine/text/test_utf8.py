import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text.utf8 import (
    MAXIMAL_SUBPART,
    PER_BYTE,
    POLICIES,
    Utf8Decoder,
    incomplete_tail,
    repair_bytes,
)

M = "\ufffd"
POLICY = st.sampled_from(POLICIES)
#: Bytes that meet each other in every way: leads, continuations, edges, ASCII.
HARD_BYTES = st.lists(
    st.sampled_from([*b'a"\\', 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, *range(0xC0, 0x100)]),
    max_size=14,
).map(bytes) | st.text(max_size=6).map(str.encode)


def byte_by_byte(data: bytes) -> str:
    """Decode under per-byte with nothing but attempts."""
    out = []
    at = 0
    while at < len(data):
        for length in range(1, 5):
            try:
                out.append(data[at : at + length].decode())
            except UnicodeDecodeError:
                continue
            at += length
            break
        else:
            out.append(M)
            at += 1
    return "".join(out)


@pytest.mark.parametrize(
    ("data", "maximal", "per_byte", "places"),
    [
        (b"plain", "plain", "plain", []),
        (b"\xc3(", M + "(", M + "(", [(0, 1)]),
        (b"caf\xc3", "caf" + M, "caf" + M, [(3, 4)]),
        (b"\xe2\x82(", M + "(", M * 2 + "(", [(0, 2)]),
        (b"\xf0\x9f\x98A", M + "A", M * 3 + "A", [(0, 3)]),
        (b"\xf0\x9f\x98\xf0\x9f\x98\x80", M + "😀", M * 3 + "😀", [(0, 3)]),
        (b"\xed\xa0\xbd", M * 3, M * 3, [(0, 1), (1, 2), (2, 3)]),
        (b"\xc0\xaf", M * 2, M * 2, [(0, 1), (1, 2)]),
        (b"\xf4\x90\x80", M * 3, M * 3, [(0, 1), (1, 2), (2, 3)]),
        (b"\xef\xbb\xbfa", "\ufeffa", "\ufeffa", []),
        ("é\xff".encode() + b"\xff", "éÿ" + M, "éÿ" + M, [(4, 5)]),
    ],
)
def test_ill_formed_pieces_are_marked_where_they_stand(
    data: bytes, maximal: str, per_byte: str, places: list[tuple[int, int]]
) -> None:
    repaired = repair_bytes(data, MAXIMAL_SUBPART)
    assert repaired.text == maximal
    assert [(piece.start, piece.end) for piece in repaired.marks] == places
    assert repaired.total == len(places)
    repaired = repair_bytes(data, PER_BYTE)
    assert repaired.text == per_byte
    assert [(piece.start, piece.end) for piece in repaired.marks] == places
    assert repaired.total == sum(end - start for start, end in places)


def test_an_unknown_policy_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no such policy: hopeful"):
        repair_bytes(b"", "hopeful")


@given(HARD_BYTES)
def test_the_two_policies_are_those_of_python_and_of_single_bytes(data: bytes) -> None:
    assert repair_bytes(data).text == data.decode(errors="replace")
    assert repair_bytes(data, PER_BYTE).text == byte_by_byte(data)


@given(HARD_BYTES, POLICY)
def test_the_marks_cover_exactly_what_cannot_be_read(data: bytes, policy: str) -> None:
    repaired = repair_bytes(data, policy)
    clean = bytearray()
    at = 0
    for piece in repaired.marks:
        assert at <= piece.start < piece.end
        clean += data[at : piece.start]
        at = piece.end
    clean += data[at:]
    assert clean.decode() == repaired.text.replace(M, "")
    assert repaired.total == repaired.text.count(M) - bytes(clean).decode().count(M)


@given(HARD_BYTES, POLICY, st.data())
def test_pieces_cut_anywhere_decode_as_the_whole(
    data: bytes, policy: str, draw: st.DataObject
) -> None:
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(data)))))
    decoder = Utf8Decoder(policy)
    text = []
    for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        text.append(decoder.feed(data[start:end]))
        assert len(decoder.held) <= 3
    text.append(decoder.close())
    whole = repair_bytes(data, policy)
    assert "".join(text) == whole.text
    assert decoder.count == whole.total
    assert decoder.held == b""


def test_an_incomplete_end_waits_and_the_stream_s_end_marks_it() -> None:
    decoder = Utf8Decoder()
    assert decoder.feed(b"ok \xf0\x9f") == "ok "
    assert decoder.held == b"\xf0\x9f"
    assert decoder.feed(b"") == ""
    assert decoder.feed(b"\x98") == ""
    assert decoder.close() == M
    assert decoder.count == 1


@pytest.mark.parametrize(
    ("data", "length"),
    [
        (b"", 0),
        (b"abc", 0),
        (b"a\xc3", 1),
        (b"\xe2\x82", 2),
        (b"\xf0\x9f\x98", 3),
        (b"\xf0\x9f\x98\x80", 0),
        (b"\xe0\x80", 0),
        (b"\xed\xa0", 0),
        (b"\xf4\x90", 0),
        (b"\xff", 0),
        (b"\x80\x80\xf1", 1),
    ],
)
def test_only_a_prefix_of_a_sequence_is_incomplete(data: bytes, length: int) -> None:
    assert incomplete_tail(data) == length
