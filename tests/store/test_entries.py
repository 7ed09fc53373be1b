import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.made import columns_of
from wiretail.model.calls import Origin
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, ChannelKind, EndKind
from wiretail.model.events import (
    Call,
    CallArguments,
    CallStarted,
    CallWithdrawn,
    End,
    Event,
    Reasoning,
    RetrySuggested,
    Text,
    Usage,
)
from wiretail.store import Batch
from wiretail.store.codes import code_of, name_of, type_of
from wiretail.store.columns import DROPPED, NONE, TIMING, Columns
from wiretail.store.pack import Packer
from wiretail.study.flat import flat, is_timing

TEXT = Channel()
OTHER = Channel(choice=1)
CALL = Channel(ChannelKind.ARGUMENTS)
HELD = Decision(Kind.HELD, "call.bare", "marker_prefix")
PASSED = Decision(Kind.PASSED, "call.bare", "fence")
BOUND = Decision(Kind.RELEASED, "call.bare", "hold_bound")
ITEMS: list[Event | Decision] = [
    Text(TEXT, 0, "a", 0),
    Text(TEXT, 0, "", 0),
    Text(OTHER, 0, "b", 0),
    Reasoning(TEXT, 0, "c", 0),
    CallStarted(CALL, "1", "Read", 0),
    CallArguments(CALL, "1", 0, "{}", 0),
    CallArguments(CALL, "2", 0, "{}", 0),
    Call(CALL, "1", "Read", {}, 0),
    Call(CALL, "1", "Read", {}, 0, Origin.RECOVERED),
    CallWithdrawn(CALL, "1", 0, "withdrawn"),
    RetrySuggested(TEXT, "Read", 0),
    Usage(TEXT, {}, 0),
    End(TEXT, EndKind.DONE, 0),
    HELD,
    PASSED,
]


def stored(batches: list[list[Event | Decision]]) -> Columns:
    """Return the columns that these batches come to in a store."""
    packer = Packer(0)
    taken: list[Batch] = []
    for items in batches:
        for item in items:
            packer.item(item, 1 if item == BOUND else 0)
        taken.append(packer.take())
    columns = columns_of(taken)
    for batch in taken:
        for change in batch.changes:
            columns.entry_code[change.entry] = change.code
            columns.entry_flags[change.entry] = change.flags
            columns.entry_last[change.entry] = change.last
        for row, entry in batch.placed:
            columns.row_entry[row] = entry
    return columns


def shown(columns: Columns) -> list[int]:
    return [at for at, flags in enumerate(columns.entry_flags) if not flags & DROPPED]


@given(st.lists(st.lists(st.sampled_from(ITEMS), max_size=8), max_size=5))
def test_entries_are_the_flat_list_however_it_was_cut_into_batches(
    batches: list[list[Event | Decision]],
) -> None:
    items = [item for batch in batches for item in batch]
    columns = stored(batches)
    expected = flat(items)
    entries = shown(columns)
    assert [type_of(columns.entry_code[at]) for at in entries] == [
        "decision" if isinstance(row, Decision) else row.type for row in expected
    ]
    # A run of a call that is not whole has its start as its event, and ends at its last piece.
    told = [columns.entry_last[at] for at in entries]
    for at, row in enumerate(expected):
        if isinstance(row, Decision):
            assert items[told[at]] == row
        elif row.type == "call_started":
            assert items[columns.entry_first[entries[at]]] == row.event
        else:
            assert items[told[at]] == row.event


@given(st.lists(st.lists(st.sampled_from(ITEMS), max_size=8), max_size=5))
def test_an_entry_has_the_rows_that_name_it(batches: list[list[Event | Decision]]) -> None:
    columns = stored(batches)
    for at in shown(columns):
        rows = [row for row, entry in enumerate(columns.row_entry) if entry == at]
        assert (rows[0], rows[-1]) == (columns.entry_first[at], columns.entry_last[at])


def test_a_row_that_nothing_shows_has_no_entry() -> None:
    columns = stored([[Text(TEXT, 0, "", 0), Usage(TEXT, {}, 0)]])
    assert list(columns.row_entry) == [NONE, NONE]


def test_usage_finds_its_entry_when_its_choice_ends() -> None:
    columns = stored([[Usage(TEXT, {}, 0), PASSED], [End(TEXT, EndKind.DONE, 1)]])
    assert [name_of(code) for code in columns.entry_code] == ["passed", "usage", "end"]
    assert list(columns.row_entry) == [1, 0, 2]


@pytest.mark.parametrize(("item", "timing"), [(HELD, True), (PASSED, False), (BOUND, False)])
def test_what_only_tells_when_is_marked(item: Decision, timing: bool) -> None:
    columns = stored([[item]])
    assert bool(columns.entry_flags[0] & TIMING) is timing is is_timing(item)
    assert columns.entry_code[0] == code_of(item)
