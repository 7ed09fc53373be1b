import pytest

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind
from wiretail.model.events import CallArguments, End, Reasoning, Text
from wiretail.model.span import Place, Span
from wiretail.store.frames import FrameTable, segments_of
from wiretail.store.places import Places

FRAMES = [
    rb'data: {"t":"one \u003c"}' + b"\n\n",
    b": a comment between\n\n",
    b'data: {"t":"tw\xc3\xa9"}\n\n',
    b'data: {"t":"\xff"}\n\n',
]
CAPTURE = b"".join(FRAMES)
TEXT = Channel()


class Reader:
    """Reads the capture and counts how often."""

    def __init__(self) -> None:
        self.reads = 0

    def __call__(self, start: int, end: int) -> bytes:
        self.reads += 1
        return CAPTURE[start:end]


def places(reader: Reader | None = None) -> Places:
    table = FrameTable()
    at = 0
    for raw in FRAMES:
        if raw.startswith(b"data"):
            table.add_range(at, at + len(raw))
        at += len(raw)
    return Places(reader or Reader(), table, segments_of("sse"))


def cut(span: Span | None) -> bytes | None:
    return None if span is None else CAPTURE[span.start : span.end]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((0, 0), (0, 3), b"one"),
        ((0, 4), (0, 5), rb"\u003c"),
        ((1, 2), (1, 3), "é".encode()),
        ((0, 2), (1, 1), CAPTURE[14 : len(FRAMES[0]) + len(FRAMES[1]) + 13]),
        ((0, 2), (0, 2), b""),
        ((0, 4), (1, 0), CAPTURE[16 : len(FRAMES[0]) + len(FRAMES[1]) + 12]),
        ((1, 1), (0, 1), b""),
    ],
)
def test_what_lies_between_two_places(
    start: tuple[int, int], end: tuple[int, int], expected: bytes
) -> None:
    found = places().between(Place(start[0], "t", start[1]), Place(end[0], "t", end[1]))
    assert cut(found) == expected


@pytest.mark.parametrize(("first", "last"), [(9, 0), (0, 9)])
def test_a_frame_that_is_not_there_has_no_bytes(first: int, last: int) -> None:
    assert places().between(Place(first, "t", 0), Place(last, "t", 1)) is None


def test_text_has_its_own_bytes_and_other_events_those_of_their_frame() -> None:
    found = places()
    assert cut(found.of(Text(TEXT, 0, "ne", 0, "t", 1))) == b"ne"
    assert cut(found.of(Reasoning(TEXT, 0, "é", 1, "t", 2))) == "é".encode()
    arguments = Channel(ChannelKind.ARGUMENTS)
    assert cut(found.of(CallArguments(arguments, "c", 0, "t", 1, "t", 0))) == b"t"
    assert cut(found.of(End(TEXT, EndKind.DONE, 1))) == FRAMES[2]
    assert found.of(Text(TEXT, 0, "", 1)) == found.of(End(TEXT, EndKind.DONE, 1))
    assert found.of(End(TEXT, EndKind.DONE, 7)) is None


def test_a_decision_has_the_bytes_of_its_span_or_else_of_its_frames() -> None:
    found = places()
    start, end = Place(0, "t", 4), Place(0, "t", 5)
    exact = Decision(Kind.RECOVERED, "call.bare", start=start, end=end, bytes=Span(0, 20))
    assert cut(found.of(exact)) == rb"\u003c"
    lost = Decision(
        Kind.RECOVERED, "call.bare", start=start, end=Place(9, "t", 1), bytes=Span(0, 20)
    )
    assert found.of(lost) == Span(0, 20)
    assert found.of(Decision(Kind.RECOVERED, "call.bare")) is None


def test_bytes_that_were_repaired_before_they_were_text_are_exact_too() -> None:
    found = places()
    evidence = {"bytes": [6, 7]}
    repaired = Decision(
        Kind.REPAIRED, "unicode.bytes", "malformed_utf8", frames=(2, 2), evidence=evidence
    )
    assert cut(found.of(repaired)) == b"\xff"
    for bare in (
        Decision(Kind.REPAIRED, "unicode.bytes", "malformed_utf8", frames=(2, 2)),
        Decision(
            Kind.REPAIRED, "unicode.bytes", "malformed_utf8", frames=(9, 9), evidence=evidence
        ),
    ):
        assert found.of(bare) is None


def test_a_frame_is_read_once_while_it_is_asked_for() -> None:
    reader = Reader()
    found = places(reader)
    for _ in range(3):
        found.of(Text(TEXT, 0, "ne", 0, "t", 1))
        found.of(Text(TEXT, 0, "w", 1, "t", 1))
    assert reader.reads == 2  # one for each of the two frames


def test_frames_far_apart_are_read_one_by_one_and_few_are_remembered() -> None:
    reads: list[int] = []

    def read(start: int, end: int) -> bytes:
        reads.append(start)
        return b"x" * (end - start)

    table = FrameTable()
    for number in range(6):
        table.add_range(number * 1_000_000, number * 1_000_000 + 1)
    found = Places(read, table, segments_of("plain"))
    for number in (0, 1, 2, 3, 1, 4, 0):
        found.of(Text(TEXT, 0, "x", number))
    assert [start // 1_000_000 for start in reads] == [0, 1, 2, 3, 4, 0]


def test_a_joined_pair_reaches_from_its_first_half_to_its_second() -> None:
    joined = Text(TEXT, 0, "\U0001f600", 0, "t", 4, tail=Place(1, "t", 1))
    found = cut(places().of(joined))
    assert found is not None
    assert found.startswith(rb"\u003c")
    assert found.endswith(b'{"t":"t')


def test_text_is_read_again_from_its_frame() -> None:
    table = FrameTable()
    table.add_range(0, 6)
    places = Places(lambda _start, _end: b"abcdef", table, lambda raw: [(0, 0, len(raw))])
    assert places.text(Place(0, "", 2), 4) == "cd"
    assert places.text(Place(0, "", 2)) == "cdef"
    with pytest.raises(ValueError, match="no frame 1"):
        places.text(Place(1, "", 0))
