import pytest

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, EndKind
from wiretail.model.events import CallStarted, End, Event, Text
from wiretail.store.codes import CODES, DECISION, KIND_CODES, code_of, name_of, type_of


def test_no_two_share_a_code() -> None:
    codes = [*CODES.values(), *KIND_CODES.values()]
    assert len(set(codes)) == len(codes)
    assert max(CODES.values()) < DECISION <= min(KIND_CODES.values())
    assert max(codes) < 256


@pytest.mark.parametrize(
    ("item", "kind", "name"),
    [
        (Text(Channel(), 0, "", 0), "text", "text"),
        (CallStarted(Channel(), "", "", 0), "call_started", "call_started"),
        (End(Channel(), EndKind.DONE, 0), "end", "end"),
        (Decision(Kind.HELD, "call.bare", "marker_prefix"), "decision", "held"),
    ],
)
def test_a_code_tells_the_type_and_the_kind(item: Event | Decision, kind: str, name: str) -> None:
    assert (type_of(code_of(item)), name_of(code_of(item))) == (kind, name)
