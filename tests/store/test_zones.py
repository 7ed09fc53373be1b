from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel
from wiretail.model.events import Event, Text
from wiretail.store import zones
from wiretail.store.columns import Columns
from wiretail.store.pack import Packer
from wiretail.store.zones import BLOCK, Zones


def items(frames: list[tuple[int, int]]) -> list[Event | Decision]:
    """Return rows about frames: texts where first and last are one, else decisions."""
    return [
        Text(Channel(), 0, "a", first)
        if first == last
        else Decision(Kind.HELD, "call.bare", "marker_prefix", frames=(first, last))
        for first, last in frames
    ]


def zones_of(rows: list[Event | Decision], batch: int) -> Zones:
    columns = Columns()
    zones = Zones(columns)
    packer = Packer(0)
    for begin in range(0, len(rows), batch):
        for item in rows[begin : begin + batch]:
            packer.item(item)
        columns.extend(packer.take().columns)
        zones.extend()
    zones.extend()
    return zones


PAIRS = st.tuples(st.integers(0, 40), st.integers(0, 3)).map(lambda pair: (pair[0], sum(pair)))


@settings(deadline=None)
@given(st.lists(PAIRS, max_size=30), PAIRS, st.integers(1, 7), st.integers(0, 2))
def test_the_rows_about_some_frames_are_those_that_a_plain_search_finds(
    frames: list[tuple[int, int]], asked: tuple[int, int], batch: int, blocks: int
) -> None:
    frames = [(1000 + n, 1000 + n) for n in range(blocks * BLOCK - 9 * bool(blocks))] + frames
    first, last = asked
    found = list(zones_of(items(frames), batch if not blocks else 500).rows(first, last))
    assert found == [row for row, (a, b) in enumerate(frames) if a <= last and b >= first]


@settings(deadline=None)
@given(st.lists(st.one_of(PAIRS, st.none()), max_size=40), PAIRS, st.integers(1, 7))
def test_many_blocks_are_searched_as_one_list(
    frames: list[tuple[int, int] | None], asked: tuple[int, int], batch: int
) -> None:
    nowhere = Decision(Kind.TRUNCATED, "window.fit", "window")
    rows = [nowhere if pair is None else items([pair])[0] for pair in frames]
    first, last = asked
    with patch.object(zones, "BLOCK", 3):
        made = zones_of(rows, batch)
        found, kept = list(made.rows(first, last)), list(made.kept_rows(first, last))
    assert kept == [row for row in found if isinstance(rows[row], Decision)]
    assert found == [
        row
        for row, pair in enumerate(frames)
        if pair is not None and pair[0] <= last and pair[1] >= first
    ]


def test_a_row_without_frames_is_about_none() -> None:
    nowhere = Decision(Kind.TRUNCATED, "window.fit", "window")
    assert list(zones_of([nowhere, *items([(3, 3)])], 9).rows(0, 10**9)) == [1]


def test_a_row_reaches_from_its_first_frame_to_its_last() -> None:
    zones = zones_of(items([(0, 3), (0, 0)]), 1)
    assert [list(zones.rows(frame, frame)) for frame in range(5)] == [[0, 1], [0], [0], [0], []]
