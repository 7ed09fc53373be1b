import pytest

from wiretail.captures.names import shown


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a b-ü.sse", "a b-ü.sse"),
        ("a\x1b[31m.sse", "a\\x1b[31m.sse"),
        ("a\nb\x85", "a\\x0ab\\x85"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u2028b", "a\\u2028b"),
        ("bad\udcff", "bad\\udcff"),
        ("tag\U000e0001", "tag\\U000e0001"),
        ("", "''"),
    ],
)
def test_what_is_not_plain_to_see_is_escaped(name: str, expected: str) -> None:
    assert shown(name) == expected
    assert shown(name).encode()
