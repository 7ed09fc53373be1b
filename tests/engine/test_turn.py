"""Cases: spec recommended 8: what judges may know of the calls of a turn."""

import copy

from engine.driving import TOOLS, profile_of
from wiretail.engine.provenance import InputCandidates
from wiretail.engine.toolbox import Toolbox
from wiretail.engine.turn import NativeCall, Request, Turn, call_key

BOX = Toolbox(TOOLS, profile_of("wiretail").settings)


def test_natives_are_found_by_name_in_order() -> None:
    turn = Turn(BOX)
    turn.natives += [NativeCall("a", "x"), NativeCall("b", "y"), NativeCall("c", "x")]
    assert [native.id for native in turn.natives_named("x")] == ["a", "c"]


def test_each_native_call_supersedes_the_first_equal_one_that_is_not_superseded_yet() -> None:
    turn = Turn(BOX)
    ids = [turn.recover("Read", {"limit": limit}) for limit in (6, 5, 5)]
    assert ids == ["recovered-1", "recovered-2", "recovered-3"]
    native = NativeCall("n", "Read", call_key("Read", {"limit": 5.0}))
    assert [turn.supersede(native) for _ in range(3)] == ["recovered-2", "recovered-3", None]
    assert [call.superseded for call in turn.recovered] == [False, True, True]
    assert (turn.recovered_count, turn.standing) == (3, 1)


def test_only_the_last_calls_are_remembered_and_all_are_counted() -> None:
    turn = Turn(BOX)
    for number in range(600):
        turn.recover("Read", {"limit": number})
        turn.natives.append(NativeCall(str(number), "Read"))
    assert (len(turn.recovered), len(turn.natives), turn.recovered_count) == (512, 512, 600)
    assert turn.recovered[-1].id == "recovered-600"
    assert turn.standing == 600


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
    assert (list(turn.natives), turn.stop_reason, turn.spoken) == ([], None, False)
