"""The provider's own calls. Cases: spec vscode-lm 10.3 and 2.5, recommended 8.3, unicode 6."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.driving import REASONING, TEXT, Driven, Step, block, drive, native, wrapped
from wiretail.model.calls import Tool
from wiretail.model.decisions import Kind
from wiretail.model.deltas import (
    CallArgumentsDelta,
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    EndKind,
    TextDelta,
)
from wiretail.model.events import Call, CallArguments, CallStarted, CallWithdrawn
from wiretail.model.span import Place, Span

FIRST, SECOND = (Channel(ChannelKind.ARGUMENTS, block=number) for number in (0, 1))
PROFILES = ["vscode-lm", "wiretail", "observe"]


def events(found: Driven) -> list[str]:
    """Return the types of the call events, in order."""
    kinds = CallStarted | CallArguments | Call | CallWithdrawn
    return [item.type for item in found.items if isinstance(item, kinds)]


def start(channel: Channel = FIRST, name: Any = "now", call_id: Any = "c") -> CallStartDelta:
    return CallStartDelta(channel, call_id, name)


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ('{"path": "x"}', {"path": "x"}),
        (' {"path": "x"}\n', {"path": "x"}),
        ({"path": "x"}, {"path": "x"}),
        ("{}", {}),
        ('{"a": 12345678901234567890123}', {"a": 12345678901234567890123}),
        ('{"a": "\\ud83d"}', {"a": "\ufffd"}),  # the inner text is repaired when it is whole
        ('{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
    ],
)
@pytest.mark.parametrize("profile", PROFILES)
def test_arguments_are_read_strictly_as_an_object(
    arguments: Any, read: dict[str, Any], profile: str
) -> None:
    found = drive(native("now", arguments), profile)
    assert found.calls == [("now", read)]
    assert found.decisions == []


NO_OBJECTS = ["", "null", "[1]", '"x"', "1", "{", '{"a": NaN}', '{"a": 1, "a": 2}', "{} x"]


@pytest.mark.parametrize("arguments", [*NO_OBJECTS, [1], 5])
def test_input_that_is_no_object_drops_a_call_of_an_api_that_sends_objects(arguments: Any) -> None:
    found = drive(["a", *native("now", arguments), "b"])
    assert found.calls == []
    assert found.told == [("removed", "call.native", "malformed_call")]
    assert events(found) == ["call_started", "call_withdrawn"]  # its pieces had waited
    assert found.order == [["text", "ab"], ["end", "done"]]
    (withdrawn,) = [item for item in found.items if isinstance(item, CallWithdrawn)]
    assert withdrawn.reason == "malformed_call"


@pytest.mark.parametrize(
    ("value", "given"),
    [
        ([1, "a"], '[1,"a"]'),
        (7, "7"),
        (True, "true"),
        (["\ud83d\ude00 \ud83d"], '["😀 \ufffd"]'),
        (
            {"a": 1, "b\ud83d": [{"c\ude00": "\ud83d\ude00"}]},
            {"a": 1, "b\ufffd": [{"c\ufffd": "😀"}]},
        ),
        (dict.fromkeys(("\ud83d", "\ud83e"), 1), '{"\ufffd":1,"\ufffd":1}'),  # they collide
        ({"a": 10**30}, {"a": 10**30}),
    ],
)
@pytest.mark.parametrize("profile", ["wiretail", "observe"])
def test_a_value_in_place_of_text_is_an_object_or_its_json_text(
    value: Any, given: Any, profile: str
) -> None:
    assert drive(native("now", value), profile).calls == [("now", given)]


def test_a_string_in_place_of_text_is_json_like_any_other_value() -> None:
    assert drive([start(), CallEndDelta(FIRST, "{}")], "wiretail").calls == [("now", '"{}"')]


def test_a_value_is_not_changed_where_it_came_from() -> None:
    value = {"a": ["\ud83d"]}
    drive(native("now", value), "wiretail")
    assert value == {"a": ["\ud83d"]}


@pytest.mark.parametrize("arguments", NO_OBJECTS)
@pytest.mark.parametrize("profile", ["wiretail", "observe"])
def test_elsewhere_it_is_given_out_as_it_came(arguments: str, profile: str) -> None:
    found = drive(native("now", arguments), profile)
    assert found.calls == [("now", arguments)]
    assert found.decisions == []


@pytest.mark.parametrize(
    ("call_id", "name"),
    [("", "now"), (5, "now"), ({}, "now"), ("c", ""), ("c", None), ("c", 5), ("c", ["now"])],
)
@pytest.mark.parametrize("profile", ["vscode-lm", "wiretail"])
def test_a_call_without_a_proper_id_or_name_is_dropped(
    call_id: Any, name: Any, profile: str
) -> None:
    found = drive(["a", *native(name, "{}", call_id), "b"], profile)  # E022
    assert events(found) == []
    assert found.told == [("removed", "call.native", "malformed_call")]
    assert found.order == [["text", "ab"], ["end", "done"]]


@pytest.mark.parametrize(
    ("call_id", "name", "shown"),
    [("", "now", ("", "now")), (5, "now", ("5", "now")), ("c", None, ("c", ""))],
)
def test_where_nothing_is_changed_it_is_only_proposed_to_drop_one(
    call_id: Any, name: Any, shown: tuple[str, str]
) -> None:
    found = drive(native(name, "{}", call_id), "observe")
    (removed,) = found.of(Kind.REMOVED)
    assert removed.proposed
    (call,) = [item for item in found.items if isinstance(item, Call)]
    assert (call.id, call.name) == shown


def test_where_nothing_is_changed_an_odd_input_is_kept_too() -> None:
    odd = {"recover.quoting": "markdown"}
    found = drive(native("now", "[1]"), "observe", settings=odd)
    assert found.calls == [("now", "[1]")]
    assert [one.proposed for one in found.of(Kind.REMOVED)] == [True]


def test_calls_without_an_id_are_numbered() -> None:
    steps = [*native(call_id=None), *native(call_id="x", block=1), *native(call_id=None, block=2)]
    found = drive(steps)
    assert [item.id for item in found.items if isinstance(item, Call)] == [
        "native-1",
        "x",
        "native-3",
    ]


@pytest.mark.parametrize(
    ("profile", "sent", "registry"),
    [
        ("wiretail", "a_u002Eb", "a.b"),  # E025: through the request's table
        ("wiretail", "a.b", "a.b"),
        ("wiretail", "b_u002Ec", "b_u002Ec"),  # S032: nothing else is decoded
        ("vscode-lm", "a_u002Eb", "a_u002Eb"),
        ("vscode-lm", "x\ud83d", "x\ufffd"),
    ],
)
def test_a_name_goes_through_the_table_of_the_request(
    profile: str, sent: str, registry: str
) -> None:
    assert drive(native(sent), profile, tools=[Tool("a.b")]).calls == [(registry, {})]


def test_a_call_stands_where_its_first_delta_stood() -> None:
    steps: list[Step] = ["a", start(), "b", CallEndDelta(FIRST, {}), "c"]
    found = drive(steps)
    assert found.order == [
        ["text", "a"],
        ["tool_call", "now"],
        ["text", "bc"],
        ["end", "done"],
    ]
    assert isinstance(found.steps[1][0], CallStarted)
    assert isinstance(found.steps[3][0], Call)


def test_pieces_come_as_they_come_where_no_call_is_dropped_for_them() -> None:
    steps: list[Step] = [
        start(),
        CallArgumentsDelta(FIRST, '{"a":', "p"),
        CallArgumentsDelta(FIRST, ""),
        CallArgumentsDelta(FIRST, "1}"),
        CallEndDelta(FIRST),
    ]
    live, waiting = drive(steps, "wiretail"), drive(steps)
    assert [len(step) for step in live.steps] == [1, 1, 0, 1, 1, 1]
    assert [len(step) for step in waiting.steps] == [1, 0, 0, 0, 3, 1]
    for found in (live, waiting):
        pieces = [item for item in found.items if isinstance(item, CallArguments)]
        assert [(piece.start, piece.text, piece.path) for piece in pieces] == [
            (0, '{"a":', "p"),
            (5, "1}", ""),
        ]


def test_halves_of_arguments_come_together_and_never_over_calls() -> None:
    steps: list[Step] = [
        start(FIRST),
        CallArgumentsDelta(FIRST, '{"a":"\ud83d'),
        start(SECOND, call_id="d"),
        CallArgumentsDelta(SECOND, '{"b":"\ude00"}'),
        CallArgumentsDelta(FIRST, '\ude00"}'),
        CallEndDelta(SECOND),
        CallEndDelta(FIRST),
    ]
    assert drive(steps).calls == [("now", {"b": "\ufffd"}), ("now", {"a": "😀"})]


def test_a_half_at_the_end_of_arguments_stays_alone() -> None:
    steps: list[Step] = [start(), CallArgumentsDelta(FIRST, "\ud83d"), CallEndDelta(FIRST)]
    assert drive(steps, "wiretail").calls == [("now", "\ufffd")]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("pieces", "lone"),
    [
        (["{\ud83d}"], [(1, 0, 1)]),
        (["\ude00a\ud83db"], [(0, 0, 0), (2, 0, 2)]),
        (["ab\ud83d", "\ude00"], []),
        (["ab\ud83d", "c\ude00"], [(2, 0, 2), (4, 1, 1)]),
        (["ab\ud83d", "\ude00c\ud83dd"], [(4, 1, 2)]),
        (["ab\ud83d"], [(2, 0, 2)]),
        (["\ufffd"], []),
    ],
)
def test_marks_in_arguments_are_told(
    pieces: list[str], lone: list[tuple[int, int, int]], profile: str
) -> None:
    steps: list[Step] = [CallArgumentsDelta(FIRST, piece, "p") for piece in pieces]
    for ended in ([CallEndDelta(FIRST)], []):
        found = drive([start(), *steps, *ended], profile)
        repaired = found.of(Kind.REPAIRED)
        assert [(one.span, one.start, one.end) for one in repaired] == [
            (Span(at, at + 1), Place(frame + 1, "p", offset), Place(frame + 1, "p", offset + 1))
            for at, frame, offset in lone
        ]
        for one in repaired:
            assert (one.rule, one.reason, one.channel) == ("unicode.join", "lone_surrogate", FIRST)
            assert (dict(one.evidence), one.proposed) == ({"marks": 1}, False)


def test_a_half_of_a_call_that_does_not_come_is_shown_with_its_pieces() -> None:
    steps: list[Step] = [start(), CallArgumentsDelta(FIRST, "a\ud83d")]
    found = drive(steps, "wiretail", end=EndKind.ERROR)
    pieces = [item.text for item in found.items if isinstance(item, CallArguments)]
    assert pieces == ["a", "\ufffd"]
    assert events(found)[-1] == "call_withdrawn"


@pytest.mark.parametrize("profile", PROFILES)
def test_a_call_that_begins_in_place_of_one_that_is_open_makes_that_whole(profile: str) -> None:
    steps: list[Step] = [
        start(call_id="c1"),
        CallArgumentsDelta(FIRST, "{}"),
        start(name="any", call_id="c2"),
        CallArgumentsDelta(FIRST, '{"a":1}'),
        CallEndDelta(FIRST),
    ]
    found = drive(steps, profile)
    assert found.calls == [("now", {}), ("any", {"a": 1})]
    ids = [item.id for item in found.items if isinstance(item, Call | CallStarted)]
    assert ids == ["c1", "c1", "c2", "c2"]
    assert not [item for item in found.items if isinstance(item, CallWithdrawn)]


def test_so_does_one_that_is_dropped() -> None:
    steps: list[Step] = [start(), start(call_id=""), CallArgumentsDelta(FIRST, "x")]
    assert drive(steps, "wiretail").calls == [("now", "")]


@pytest.mark.parametrize("profile", ["vscode-lm", "wiretail"])
def test_the_name_of_a_tool_is_repaired(profile: str) -> None:
    tools = [Tool("a\ud83d", {"type": "object", "properties": {}})]
    sent = "a_uD83D" if profile == "vscode-lm" else "a\ud83d"
    found = drive(native(sent), profile, tools=tools)
    assert found.calls == [("a\ufffd", {})]
    text = wrapped(block("a\ufffd"))
    assert drive([text], profile, tools=tools).calls == [("a\ufffd", {})]


@pytest.mark.parametrize("end", [EndKind.DONE, EndKind.INCOMPLETE])
def test_a_good_end_makes_open_calls_whole(end: EndKind) -> None:
    found = drive([start(), CallArgumentsDelta(FIRST, "{}")], end=end)
    assert found.order == [["tool_call", "now"], ["end", str(end)]]


@pytest.mark.parametrize("end", [EndKind.ERROR, EndKind.CANCELLED])
def test_a_failed_turn_withdraws_what_is_not_whole(end: EndKind) -> None:
    found = drive([*native(), start(SECOND, call_id="d"), "x"], end=end)
    assert found.order == [["tool_call", "now"], ["text", "x"], ["end", str(end)]]
    (withdrawn,) = [item for item in found.items if isinstance(item, CallWithdrawn)]
    assert (withdrawn.id, withdrawn.reason) == ("d", "turn_failed")


def test_what_belongs_to_no_call_is_passed_over() -> None:
    steps: list[Step] = [CallArgumentsDelta(FIRST, "x"), CallEndDelta(FIRST), "a"]
    assert drive(steps).order == [["text", "a"], ["end", "done"]]


def held_before(call: Sequence[Step]) -> Driven:
    return drive(["a <in", TextDelta(REASONING, "b\ud83d"), *call, TextDelta(TEXT, "voke")])


def test_a_native_call_settles_what_is_held_in_every_channel() -> None:
    found = held_before(native())
    assert found.order[:3] == [["text", "a <in"], ["reasoning", "b\ufffd"], ["tool_call", "now"]]
    assert found.held[2] == 0


def test_a_call_that_the_provider_runs_itself_settles_nothing() -> None:
    found = held_before(native(server=True))
    assert found.held[2] > 0
    calls = [item for item in found.items if isinstance(item, Call | CallStarted)]
    assert [call.server for call in calls] == [True, True]
    assert found.text == "a <invoke"
    assert [name for name, _ in found.calls] == ["now"]


@pytest.mark.parametrize(
    ("steps", "profile", "evidence"),
    [
        (native("Write"), "wiretail", {"tool": "Write"}),
        (native("now", "{}", ""), "wiretail", {"part": "id", "tool": "now"}),
        (native("", "{}", "c"), "wiretail", {"part": "name"}),
        (native(7, "{}", 7), "wiretail", {"part": "name"}),
        (native("now", "[1]"), "vscode-lm", {"part": "arguments", "tool": "now"}),
    ],
)
def test_what_is_said_of_a_native_call_names_its_tool(
    steps: list[Step], profile: str, evidence: dict[str, str]
) -> None:
    (told,) = drive(steps, profile).decisions
    assert (told.rule, dict(told.evidence)) == ("call.native", evidence)


def test_a_refusal_names_no_tool() -> None:
    refuse = {"native.undeclared": "refuse"}
    (told,) = drive(native("Write"), "wiretail", settings=refuse).decisions
    assert (told.kind, dict(told.evidence)) == (Kind.REFUSED, {})
