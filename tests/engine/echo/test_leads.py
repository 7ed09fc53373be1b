from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.echo.leads import Leads

words = st.text("ab", max_size=6)


def found(*texts: str, at: str) -> list[tuple[int, int]]:
    leads: Leads[int] = Leads()
    for number, text in enumerate(texts):
        leads.add(text, number)
    return list(leads.at("." + at, 1))


def test_every_text_that_stands_there_is_found() -> None:
    texts = ("", "a", "ab", "abcdefgh", "abcdefghij", "abcdefghik", "b")
    assert found(*texts, at="abcdefghij.") == [(1, 0), (2, 1), (3, 2), (9, 3), (11, 4)]


def test_a_short_text_ends_where_it_ends() -> None:
    assert found("a", "ab", at="a") == [(2, 0)]
    assert found("", at="") == [(1, 0)]


def test_texts_may_be_added_later() -> None:
    leads: Leads[int] = Leads()
    leads.add("abc", 0)
    assert list(leads.at("abc", 0)) == [(3, 0)]
    leads.add("a", 1)
    assert list(leads.at("abc", 0)) == [(1, 1), (3, 0)]


@given(texts=st.lists(words, max_size=8), at=words)
def test_it_is_as_if_each_was_compared(texts: list[str], at: str) -> None:
    expected = sorted(
        (1 + len(text), number) for number, text in enumerate(texts) if at.startswith(text)
    )
    assert sorted(found(*texts, at=at)) == expected
