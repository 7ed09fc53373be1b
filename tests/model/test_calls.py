import copy

import pytest

from wiretail.model.calls import Origin, Tool


def test_a_call_is_native_or_recovered() -> None:
    assert [str(origin) for origin in Origin] == ["native", "recovered"]


def test_a_tool_needs_nothing_but_its_name() -> None:
    tool = Tool("look_up")
    assert (tool.name, tool.schema, tool.freeform, tool.aliases) == ("look_up", None, False, ())


def test_a_tool_never_changes() -> None:
    with pytest.raises(AttributeError):
        Tool("look_up").name = "other"  # type: ignore[misc]


def test_snapshots_share_a_tool_and_its_schema() -> None:
    tool = Tool("look_up", {"type": "object"})
    assert copy.deepcopy([tool])[0] is tool
