import pytest

from store.made import chat, opened, packed, processed
from wiretail.model.deltas import Channel, ChannelKind
from wiretail.model.events import CallArguments, CallStarted, Error, Event, Text
from wiretail.store.batch import Batch, Change
from wiretail.store.columns import CUT, DROPPED, MALFORMED
from wiretail.store.part import Part

PATH = "choices[0].delta.content"
CALL = Channel(ChannelKind.ARGUMENTS)


def part(*items: Event, data: bytes = b"") -> Part:
    capture = opened(data or chat("a"))
    made = Part(capture.exchanges[0], capture.read, "maximal-subpart")
    made.extend(packed(*items))
    return made


@pytest.mark.parametrize(
    "item",
    [
        Text(Channel(), 5, "\ufffd", 0, PATH, 1),
        Text(Channel(), 2**40, "far", 0),
        Text(Channel(), 5, "", 0, PATH, 1),
        CallArguments(CALL, "1", 0, "\U0001f600", 0),
        CallStarted(CALL, "1", "Read", 0),
    ],
)
def test_an_event_comes_back_as_it_was(item: Event) -> None:
    assert part(item).item(0) == item
    assert part(item).text(0) == getattr(item, "text", "")


def test_text_is_read_from_its_frame() -> None:
    whole = processed(opened(chat("a\\u003c\\n\u4f60", "\u597d")))
    assert [whole.text(row) for row in range(2)] == ["a<\n\u4f60", "\u597d"]


def test_the_text_of_an_entry_is_that_of_its_own_rows() -> None:
    items: list[Event] = [
        CallStarted(CALL, "1", "Read", 0),
        CallArguments(CALL, "1", 0, "\U0001f600a", 0),
        Error(Channel(), "slow", "", 0),
        CallArguments(CALL, "1", 2, "\U0001f600b", 0),
    ]
    assert part(*items).entry_text(0, 100) == "\U0001f600a\U0001f600b"
    assert part(*items).entry_text(0, 3) == "\U0001f600a\U0001f600"
    assert part(*items).call_of(0) is None


def test_what_a_batch_says_of_earlier_ones_is_mended() -> None:
    made = part(CallStarted(CALL, "1", "Read", 0), Text(Channel(), 0, "", 0))
    made.columns.frame_flags.append(CUT)
    made.extend(Batch(0, malformed=[0], changes=[Change(0, 4, DROPPED, 0)], placed=[(1, 0)]))
    assert made.columns.frame_flags[0] == CUT | MALFORMED
    assert made.columns.entry_flags[0] == DROPPED
    assert made.call_of(0) is None
    assert made.columns.row_entry[1] == 0
