import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text.utf8 import repair_bytes
from wiretail.store.units import Units, wide_offsets

POLICIES = ["maximal-subpart", "per-byte"]


def pieces(data: bytes, *, json: bool = True, policy: str = "maximal-subpart") -> list[bytes]:
    units = Units(data, 0, len(data), policy, json=json)
    return [data[units.begin(n) : units.begin(n + 1)] for n in range(len(units))]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (rb"ab", [b"a", b"b"]),
        (rb"\u003cx", [rb"\u003c", b"x"]),
        (rb"\ud83d\ude00!", [rb"\ud83d\ude00", b"!"]),
        (rb"\ud83d\ud83d\ude00", [rb"\ud83d", rb"\ud83d\ude00"]),
        (rb"\ude00\ud83d", [rb"\ude00", rb"\ud83d"]),
        (rb"\\ud83d", [rb"\\", b"u", b"d", b"8", b"3", b"d"]),
        (rb"\n\/\"", [rb"\n", rb"\/", rb"\""]),
        ("é😀z".encode(), ["é".encode(), "😀".encode(), b"z"]),
        (b"\xc3(", [b"\xc3", b"("]),
        (b"\xf0\x9f\x98A\xff", [b"\xf0\x9f\x98", b"A", b"\xff"]),
        (b"\xed\xa0\x80", [b"\xed", b"\xa0", b"\x80"]),
        (b"cut\\", [b"c", b"u", b"t", b"\\"]),
        (b"", []),
    ],
)
def test_every_code_point_has_its_bytes(data: bytes, expected: list[bytes]) -> None:
    assert pieces(data) == expected


def test_plain_text_knows_no_escapes() -> None:
    assert pieces(rb"\n", json=False) == [b"\\", b"n"]


def test_the_policy_says_how_many_marks_stand_for_bytes() -> None:
    assert pieces(b"\xf0\x9f\x98A", policy="per-byte") == [b"\xf0", b"\x9f", b"\x98", b"A"]


def test_behind_the_last_code_point_lies_the_end() -> None:
    units = Units(b"[ab]", 1, 3, "maximal-subpart", json=True)
    assert [units.begin(number) for number in (0, 1, 2, 9)] == [1, 2, 3, 3]


@given(st.text(), st.booleans(), st.booleans())
def test_each_piece_of_a_json_string_decodes_to_its_code_point(
    text: str, ascii_only: bool, slashes: bool
) -> None:
    data = json.dumps(text, ensure_ascii=ascii_only).encode()[1:-1]
    if slashes:
        data = data.replace(b"/", rb"\/")
    decoded = [json.loads(b'"' + piece + b'"') for piece in pieces(data)]
    assert decoded == list(text)


@given(st.text(st.sampled_from("a\ud83d\ude00\udfff\u00e9\\")))
def test_halves_and_pairs_count_as_a_json_reader_counts_them(text: str) -> None:
    data = json.dumps(text).encode()[1:-1]
    read = json.loads(b'"' + data + b'"')
    assert [json.loads(b'"' + piece + b'"') for piece in pieces(data)] == list(read)


@given(st.binary(max_size=30), st.sampled_from(POLICIES))
def test_malformed_bytes_belong_to_their_marks(data: bytes, policy: str) -> None:
    found = pieces(data, json=False, policy=policy)
    text = repair_bytes(data, policy).text
    assert b"".join(found) == data
    assert len(found) == len(text)
    for piece, character in zip(found, text, strict=True):
        assert character in ("\ufffd", piece.decode("utf-8", "replace"))


def test_offsets_of_wide_bytes() -> None:
    assert wide_offsets("é€😀".encode() + b"\xff", "maximal-subpart") == [0, 2, 5, 9]
