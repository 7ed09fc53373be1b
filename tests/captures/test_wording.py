import pytest

from wiretail.captures.wording import counted


@pytest.mark.parametrize(
    ("number", "plural", "words"),
    [(0, "", "0 frames"), (1, "", "1 frame"), (1, "many", "1 frame"), (2, "many", "2 many")],
)
def test_one_is_not_many(number: int, plural: str, words: str) -> None:
    assert counted(number, "frame", plural) == words
