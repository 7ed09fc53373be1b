import pytest

from wiretail.captures.lines import SAMPLE, is_json_record, json_value, sample_lines


def test_lines_end_in_any_of_three_ways_and_blank_ones_are_left_out() -> None:
    lines = [line.data for line in sample_lines(b"\xef\xbb\xbfa\r\nb\n\n  \nc\rd")]
    assert lines == [b"a", b"b", b"c", b"d"]


@pytest.mark.parametrize(("size", "cut"), [(SAMPLE - 1, False), (SAMPLE, True)])
def test_the_last_line_of_a_full_sample_counts_as_cut(size: int, *, cut: bool) -> None:
    head = b"a\n" + b"x" * (size - 2)
    assert [line.cut for line in sample_lines(head)] == [False, cut]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"a": 1}', True),
        (b"[1]", True),
        (b'{"a": "\\ud83d"}', True),
        (b"17", False),
        (b'"text"', False),
        (b'{"a": ', False),
        (b"[" * 60_000, False),
        (b"\xff\xfe", False),
    ],
)
def test_a_record_is_an_object_or_a_list(line: bytes, *, expected: bool) -> None:
    assert is_json_record(line) is expected


def test_a_lone_half_of_a_pair_is_read_all_the_same() -> None:
    assert json_value(b'"\\ud83d"') == "\ud83d"
