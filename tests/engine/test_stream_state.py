"""Cases: DESIGN, "Laws": a snapshot copies what changes and shares what never does."""

import copy

from engine.driving import profile_of
from wiretail.engine.stream_state import StreamState
from wiretail.model.deltas import EndKind


def test_a_state_starts_empty_at_its_offset() -> None:
    state = StreamState(profile_of("wiretail"), "plain", "plain-text", 7)
    assert (state.frames, state.malformed, state.fed, state.closed) == (0, 0, "", False)
    assert state.framing.incomplete == (7, 7)
    assert state.reads_pieces
    assert state.dialect.close()[-1].end is EndKind.DONE


def test_a_copy_goes_its_own_way() -> None:
    state = StreamState(profile_of("wiretail"), "sse", "openai-chat", 0)
    twin = copy.deepcopy(state)
    twin.frames, twin.unknown["ping"] = 3, 1
    assert (state.frames, state.unknown, state.reads_pieces) == (0, {}, False)
