import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.model.span import Place, Span

OFFSETS = st.integers(min_value=0, max_value=10**12)


@given(start=OFFSETS, length=OFFSETS)
def test_the_length_of_a_span_is_end_minus_start(start: int, length: int) -> None:
    span = Span(start, start + length)
    assert len(span) == length
    assert (span.start, span.end) == (start, start + length)


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (-2, -1), (3, 2), (0, -1)])
def test_what_is_no_range_is_no_span(start: int, end: int) -> None:
    with pytest.raises(ValueError, match=f"not a span: {start}..{end}"):
        Span(start, end)


def test_an_empty_span_stands_at_its_place() -> None:
    assert len(Span(5, 5)) == 0
    assert Span(5, 5) != Span(6, 6)


def test_spans_sort_by_start_then_end() -> None:
    spans = [Span(2, 3), Span(0, 9), Span(0, 1), Span(2, 2)]
    assert sorted(spans) == [Span(0, 1), Span(0, 9), Span(2, 2), Span(2, 3)]


def test_spans_and_places_never_change_and_may_be_keys() -> None:
    assert len({Span(1, 2), Span(1, 2), Place(0, "delta", 4), Place(0, "delta", 4)}) == 2
    with pytest.raises(AttributeError):
        Span(1, 2).start = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Place(0, "delta", 4).offset = 0  # type: ignore[misc]


def test_a_place_is_frame_path_and_offset() -> None:
    place = Place(3, "delta", 7)
    assert (place.frame, place.path, place.offset) == (3, "delta", 7)
    assert place == Place(3, "delta", 7) != Place(3, "delta", 8)
