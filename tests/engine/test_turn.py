"""Cases: spec recommended 8: what judges may know of the calls of a turn."""

import copy

from engine.driving import TOOLS, profile_of
from wiretail.engine.provenance import InputCandidates
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import NativeCall, RecoveredCall, Request, Turn, call_key

BOX = Toolbox(TOOLS, profile_of("wiretail").settings)


def test_natives_are_found_by_name_in_order() -> None:
    turn = Turn(BOX, natives=[NativeCall("a", "x"), NativeCall("b", "y"), NativeCall("c", "x")])
    assert [native.id for native in turn.natives_named("x")] == ["a", "c"]


def test_each_native_call_supersedes_the_first_equal_one_that_is_not_superseded_yet() -> None:
    key, other = call_key("Read", {"limit": 5}), call_key("Read", {"limit": 6})
    recovered = [RecoveredCall(*call) for call in (("r1", "Read", other), ("r2", "Read", key))]
    turn = Turn(BOX, recovered=[*recovered, RecoveredCall("r3", "Read", key)])
    native = NativeCall("n", "Read", call_key("Read", {"limit": 5.0}))
    assert [turn.supersede(native) for _ in range(3)] == ["r2", "r3", None]
    assert [call.superseded for call in turn.recovered] == [False, True, True]


def test_a_key_knows_name_and_arguments() -> None:
    keys = [call_key("a", {}), call_key("b", {}), call_key("a", "{}"), call_key("a", {"k": 1})]
    assert len(set(keys)) == len(keys)


def test_snapshots_share_the_request_and_not_the_turn() -> None:
    request = Request(BOX, InputCandidates((), (), BOX))
    assert copy.deepcopy(request) is request
    turn = Turn(BOX, request.input)
    twin = copy.deepcopy(turn)
    twin.natives.append(NativeCall("n", "x"))
    assert (twin.toolbox, twin.input) == (BOX, request.input)
    assert (turn.natives, turn.stop_reason, turn.spoken) == ([], None, False)
