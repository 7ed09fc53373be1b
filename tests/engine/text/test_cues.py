"""Cases: spec vscode-lm 5.3 and 5.5, with the ids of their vectors."""

import pytest

from wiretail.engine.text.cues import announces_example, strip_tags

ALL_CUES = [
    "never",
    "not",
    "do not",
    "don't",
    "does not",
    "doesn't",
    "must not",
    "mustn't",
    "avoid",
    "instead of",
    "rather than",
    "for example",
    "e.g.",
    "such as",
    "like this",
    "as follows",
]


@pytest.mark.parametrize("cue", ALL_CUES)
def test_every_listed_cue_announces_an_example(cue: str) -> None:
    assert announces_example(f"It is {cue} ")
    assert announces_example(cue.upper())


@pytest.mark.parametrize("cue", ALL_CUES)
def test_a_sentence_end_behind_a_cue_cancels_it(cue: str) -> None:
    assert not announces_example(f"{cue} so. ")
    assert announces_example(f"So. {cue}")


@pytest.mark.parametrize(
    ("line", "announced"),
    [
        ("", False),
        ("I call it now: ", False),  # R076
        ("Done not! ", False),
        ("Why not? ", False),
        ("do \t\u00a0 not ", True),  # one or more WS between words
        ("do\u0085not ", True),  # U+0085 is no WS, but no letter either: `not` stands alone
        ("instead\u0085of ", False),
        ("insteadof ", False),
        ("don\u2019t ", True),  # R084
        ("mustn\u2019t ", True),
        ("knot ", False),
        ("nothing ", False),
        ("not_a ", False),
        ("not1 ", False),
        ("_not ", False),
        ("9not ", False),
        ("-not-", True),
        ("\u00e9not ", True),  # a word is ASCII
        ("\u017fuch as ", False),  # U+017F is no `s`
        ("li\u212ae this ", False),  # U+212A is no `k`
        ("e.g. ", True),  # R083: its own dot does not end it
        ("e.g.x ", False),
        ("e.g. this. ", False),
        ("eeg. ", False),
        ("never <b.> done ", True),  # tags are stripped first
        ("never <b. ", False),  # R078: a sentence end cancels in an unterminated tag
        ("never <b ", True),  # R077: an unterminated tag does not
        ("<never> ", False),
        ("ne<b>ver ", True),
    ],
)
def test_a_line_announces_an_example_by_a_whole_cue_in_its_last_sentence(
    line: str, announced: bool
) -> None:
    assert announces_example(line) is announced


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("", ""),
        ("plain", "plain"),
        ("a<b>c", "ac"),
        ("<<script>>", ""),  # R069, R070
        ("a<<b>c>d", "ad"),
        ("a<b", "a<b"),  # R071
        ("a<b<c>d", "a<bd"),
        ("a<b<c", "a<b<c"),
        ("a>b", "a>b"),  # R072
        ("a>>b<c>", "a>>b"),
        ("<a>>", ">"),
        ("<", "<"),
    ],
)
def test_tags_are_stripped_by_a_stack(text: str, rest: str) -> None:
    assert strip_tags(text) == rest


def test_stripping_is_no_repeated_replacement() -> None:
    assert strip_tags("<a<b>>c>") == "c>"
