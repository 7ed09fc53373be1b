import copy

import pytest

from wiretail.engine.origins import Mark, Source, locate, locate_frames
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.span import Place, Span


def decision() -> Decision:
    return Decision(Kind.REMOVED, "call.wrapper", "wrapper", Channel(), Span(3, 9))


@pytest.mark.parametrize(
    ("first", "last", "span"),
    [
        (Source(1, 10, 20), Source(2, 20, 35), Span(10, 35)),
        (Source(1), Source(2), None),  # deltas that were fed directly have no bytes
        (Source(1, 0, 5), Source(1, 0, 5), Span(0, 5)),
        (Source(1, 0, 5), Source(2), None),
    ],
)
def test_a_decision_knows_its_frames_and_their_bytes(
    first: Source, last: Source, span: Span | None
) -> None:
    found = locate_frames(decision(), first, last)
    assert (found.frames, found.bytes) == ((first.frame, last.frame), span)


def test_a_decision_knows_where_its_span_stands_in_the_frames() -> None:
    begin = Mark(Place(1, "a", 3), Source(1, 0, 5))
    end = Mark(Place(2, "b", 4), Source(2, 5, 9))
    found = locate(decision(), begin, end)
    assert (found.start, found.end) == (begin.place, end.place)
    assert (found.frames, found.bytes) == ((1, 2), Span(0, 9))


def test_a_source_says_nothing_of_bytes_by_itself() -> None:
    assert Source(4) == (4, -1, -1)
    assert copy.deepcopy(Mark(Place(1, "", 0), Source(1))) == Mark(Place(1, "", 0), Source(1))
