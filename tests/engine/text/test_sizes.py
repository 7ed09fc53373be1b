import pytest

from wiretail.engine.text.sizes import fitting, utf8_length


@pytest.mark.parametrize(
    ("text", "room", "count"),
    [("abc", 12, 3), ("abc", 2, 2), ("abc", 0, 0), ("éé", 3, 1), ("é€😀", 9, 3), ("é€😀", 8, 2)],
)
def test_whole_characters_fit_or_do_not(text: str, room: int, count: int) -> None:
    assert fitting(text, 0, room) == count
    assert utf8_length(text[:count]) <= room


def test_bytes_are_counted() -> None:
    assert [utf8_length(text) for text in ("", "abc", "é€😀")] == [0, 3, 9]
