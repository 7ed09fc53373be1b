"""The tour goes from stop to stop, shows what each is about, and ends when it is left."""

from dataclasses import replace

import pytest

from gui.user import User
from wiretail.gui.controllers import touring
from wiretail.study.tour import STOPS


def test_the_stops_follow_each_other_by_keys(user: User) -> None:
    changed = user.shell.touring.changed
    with user.qtbot.waitSignal(changed):
        user.does("tour")
    user.qtbot.waitUntil(lambda: user.shell.selections.current is not None)
    assert user.window.tour.said.startswith("1/5  A call that leaked: ")
    assert user.window.tour.check.startswith("\u2713 The timeline below is checked")
    for stop in STOPS[1:]:
        with user.qtbot.waitSignal(changed):
            user.presses("n")
        assert stop.title in user.window.tour.said
        assert stop.sentence in user.window.tour.said
    assert not user.window.tour.next.isEnabled()
    with user.qtbot.waitSignal(changed):
        user.presses("b")
    assert "4/5" in user.window.tour.said
    user.presses("Esc")
    assert user.window.tour.isHidden()
    user.shell.touring.step(1)
    assert user.window.tour.isHidden()


def test_a_stop_that_shows_something_else_says_so(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    false = replace(STOPS[0], timeline=(("text", "something else"),))
    monkeypatch.setattr(touring, "STOPS", (false, *STOPS[1:]))
    with user.qtbot.waitSignal(user.shell.touring.checked) as checked:
        user.does("tour")
    assert checked.args == [False]
    assert user.window.tour.check.startswith("\u2716 The timeline below is another")


def test_another_profile_is_not_held_against_the_stop(user: User) -> None:
    with user.qtbot.waitSignal(user.shell.touring.checked):
        user.does("tour")
    heard: list[object] = []
    user.shell.touring.checked.connect(heard.append)
    user.chooses_profile("observe")
    assert heard == []


def test_every_sample_is_a_file(user: User) -> None:
    assert len(user.shell.touring.samples()) == len(STOPS)
