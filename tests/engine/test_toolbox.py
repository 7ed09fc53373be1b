"""Cases: spec vscode-lm 2.5 and 5.2, with the ids of their vectors."""

import copy
from collections.abc import Sequence

import pytest

from engine.driving import profile_of
from wiretail.engine.toolbox import Toolbox
from wiretail.model.calls import Tool


def toolbox(tools: Sequence[Tool] | None, profile: str = "vscode-lm") -> Toolbox:
    return Toolbox(tools, profile_of(profile).settings)


@pytest.mark.parametrize(
    ("tools", "known", "offers"),
    [
        (None, False, True),
        ((), True, False),
        ((Tool(""),), True, False),  # an empty name offers nothing
        ((Tool("Read"),), True, True),
    ],
)
def test_tools_unknown_is_not_tools_none(
    tools: tuple[Tool, ...] | None, known: bool, offers: bool
) -> None:
    box = toolbox(tools)
    assert (box.known, box.offers_any) == (known, offers)


@pytest.mark.parametrize(
    ("name", "registry"),
    [
        ("Read", "Read"),
        ("read", None),  # R011: compared exactly
        ("Read ", None),
        ("get_uuid", "get_uuid"),
        ("get_uuuid", "get_uuid"),  # E025: as it was sent
        ("get_uid", None),  # S032: nothing is decoded
        ("a.b", "a.b"),
        ("a_u002Eb", "a.b"),
        ("", None),
    ],
)
def test_a_tool_is_found_under_its_encoded_and_its_registry_name(
    name: str, registry: str | None
) -> None:
    box = toolbox([Tool("Read"), Tool("get_uuid"), Tool("a.b"), Tool("")], "wiretail")
    found = box.find(name)
    assert (found.name if found else None) == registry
    assert box.registry_name(name) == (registry or name)


def test_an_encoded_name_goes_before_a_registry_name() -> None:
    plain, odd = Tool("a_u002Eb"), Tool("a.b")
    box = toolbox([odd, plain], "wiretail")
    assert box.find("a_u002Eb") is odd
    assert box.find("a_uu002Eb") is plain


def test_of_two_equal_names_the_last_declaration_wins() -> None:
    first, last = Tool("Read", {"properties": {}}), Tool("Read")
    assert toolbox([first, last]).find("Read") is last


def test_a_name_with_a_lone_half_is_found_as_it_comes_back() -> None:
    tool = Tool("a\ud83d")
    box = toolbox([tool])
    for sent in ("a\ufffd", "a_uD83D"):
        found = box.find(sent)
        assert found is not None
        assert found.name == box.registry_name(sent) == "a\ufffd"
    assert tool.name == "a\ud83d"  # the caller's own is as it was


def test_readers_and_validators_are_made_once_a_tool() -> None:
    tool, other = Tool("Read", {"properties": {"p": {}}}), Tool("Write", {})
    box = toolbox([tool, other])
    assert box.reader(tool) is box.reader(tool)
    assert box.validator(tool) is box.validator(tool)
    assert box.reader(tool) is not box.reader(other)
    assert not box.reader(tool).allows("q")


def test_a_tool_that_is_not_known_has_parameters_of_any_name() -> None:
    box = toolbox(None)
    assert box.reader(None).allows("whatever")
    assert box.reader(None).read("n", " 1 ").value == "1"


def test_snapshots_share_the_toolbox() -> None:
    box = toolbox([Tool("Read")])
    assert copy.deepcopy(box) is box
