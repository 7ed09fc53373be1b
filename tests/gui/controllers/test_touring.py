"""The tour goes from stop to stop, shows what each is about, and ends when it is left."""

from gui.user import User
from wiretail.study.tour import STOPS


def test_the_stops_follow_each_other_by_keys(user: User) -> None:
    changed = user.shell.touring.changed
    with user.qtbot.waitSignal(changed):
        user.does("tour")
    user.qtbot.waitUntil(lambda: user.shell.selections.current is not None)
    assert user.window.tour.said.startswith("1/5  A call that leaked: ")
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


def test_every_sample_is_a_file(user: User) -> None:
    assert len(user.shell.touring.samples()) == len(STOPS)
