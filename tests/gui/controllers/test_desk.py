"""Going somewhere, asking where that is, and copying what stands there."""

import json

import pytest

from gui.user import User
from wiretail.assets import assets_folder
from wiretail.gui.controllers.desk import Desk

CAPTURES = assets_folder() / "captures"


@pytest.fixture
def desk(user: User) -> Desk:
    user.opens(CAPTURES / "split-marker.wtail")
    return user.shell.desk


@pytest.mark.parametrize(
    ("words", "selected"),
    [
        ("chunk:3", (216, 231)),
        ("#3", (216, 231)),
        ("chunk 3", (216, 231)),
        ("frame:7", (574, 588)),
        ("row 4", (229, 425)),
        ("0x10", (16, 17)),
        ("byte 16", (16, 17)),
        ("16", (16, 17)),
    ],
)
def test_a_place_is_gone_to(user: User, desk: Desk, words: str, selected: tuple[int, int]) -> None:
    assert desk.go_to(words) == ""
    assert user.selected is not None
    assert user.selected[0] == selected[0] or words.startswith("frame")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("chunk:99", "There is no chunk 99: the last is 10."),
        ("somewhere", "Write chunk:14"),
        ("", "Write chunk:14"),
    ],
)
def test_a_place_that_is_none_is_told(desk: Desk, words: str, problem: str) -> None:
    assert desk.go_to(words).startswith(problem)


def test_without_a_capture_there_is_nowhere_to_go(user: User) -> None:
    desk = user.shell.desk
    assert desk.go_to("1") == "No capture is open."
    assert not desk.step_finding(1)
    assert not desk.step_held(1)
    assert desk.copied("text") is None
    assert desk.crumbs() == []
    assert desk.cursor_words() == ""
    assert desk.tinted(0, 10) == []
    assert desk.borders(0, 10) == frozenset()
    assert desk.rule() == ""


def test_findings_and_held_text_are_stepped_through(desk: Desk) -> None:
    rows = []
    while desk.step_finding(1):
        rows.append(desk.row())
    assert rows == [2, 4, 8, 9]
    assert desk.step_finding(-1)
    assert desk.row() == 8
    assert desk.step_finding(-1)
    assert desk.rule() == "call.enclosed"
    assert desk.step_held(-1)
    assert desk.row() == 0
    assert not desk.step_held(-1)
    assert not desk.step_held(1)


def test_a_selection_is_copied_in_four_forms(desk: Desk) -> None:
    desk.select_row(1)
    assert desk.copied("text") == "I will read the file first.\n\n\n"
    data = json.loads(desk.copied("json") or "")
    assert (data["type"], data["bytes"]) == ("text", [124, 155])
    command = desk.copied("command") or ""
    assert command.startswith("wiretail open --goto chunk:1 /")
    assert desk.copied("curl") is None
    desk.select_row(4)
    assert (desk.copied("text") or "").startswith("A leaked tool call was recovered. (Read)")
    desk.select_chunk(3)
    assert desk.copied("text") == "tion_calls>\\n<i"


def test_where_it_is_and_what_stands_there(desk: Desk) -> None:
    desk.select_row(4)
    assert desk.crumbs() == [
        "split-marker.wtail",
        "exchange (openai-chat)",
        "turn 0",
        "text",
        "chunks 3\u20138",
    ]
    assert desk.cursor_words() == "229 to 425 \u00b7 chunk 3 \u00b7 U+003C LESS-THAN SIGN"
    roles = {tint.role for tint in desk.tinted(0, 600)}
    assert roles == {"held", "leaked", "recovered", "surrogate"}
    assert 216 in desk.borders(200, 240)
