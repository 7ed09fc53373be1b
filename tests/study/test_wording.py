import pytest

from wiretail.study.wording import Where, counted, frames, listed, names


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns"), (1024, "1,024 turns")]
)
def test_things_are_counted(number: int, expected: str) -> None:
    assert counted(number, "turn") == expected


def test_an_irregular_plural_is_given() -> None:
    assert counted(2, "other kind of finding", "other kinds") == "2 other kinds"


def test_words_are_listed() -> None:
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (["Bash"], "Bash"),
        (["Read", "Bash", "Read"], "Read (2 times) and Bash"),
        (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
        (["x\u202e\x1b[2J"], "x[RLO]\u241b[2J"),
        (["y" * 70], "y" * 64 + "\u2026"),
    ],
)
def test_names_of_tools_are_made_visible(found: list[str], expected: str) -> None:
    assert names(found) == expected


@pytest.mark.parametrize(
    ("found", "exchanges", "expected"),
    [
        ([], False, ""),
        ([Where(0, 7, 7)], False, "frame 7"),
        ([Where(0, 3, 9)], False, "frames 3-9"),
        ([Where(0, 12, 12), Where(0, 3, 9), Where(0, 3, 9)], False, "frames 3-9 and 12"),
        ([Where(0, n, n) for n in range(8)], False, "frames 0, 1, 2 and 5 more"),
        ([Where(2, 3, 9), Where(2, 12, 12)], True, "frames 3-9 and 12 of exchange 2"),
        (
            [Where(0, 3, 9), Where(2, 7, 7)],
            True,
            "frames 3-9 of exchange 0 and 7 of exchange 2",
        ),
    ],
)
def test_places_are_told(found: list[Where], exchanges: bool, expected: str) -> None:
    assert frames(found, exchanges=exchanges) == expected
