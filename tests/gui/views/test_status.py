"""What the strip and the status bar say of a state."""

from gui.user import User
from wiretail.assets import assets_folder

CAPTURES = assets_folder() / "captures"


def test_a_turn_that_did_not_end_is_no_good_sign(user: User) -> None:
    user.pastes(b'data: {"choices":[{"index":0,"delta":{"content":"abc"}}]}\n\n')
    assert user.verdict == "1 turn is incomplete: no proper end came."
    assert user.window.strip._badge.text() == "\u25b2 W"


def test_a_good_capture_has_a_tick_and_no_actions(user: User) -> None:
    user.opens(CAPTURES / "quoted.wtail")
    assert user.window.strip._badge.text() == "\u2713"
    assert user.actions == []
    assert user.window.finding_pane.sentence.startswith("No findings")


def test_the_status_bar_says_where_borders_come_from_and_what_was_skipped(user: User) -> None:
    user.opens(CAPTURES / "split-marker.wtail")
    status = user.window.status
    assert status["live"].text() == "\u25a0 ended"
    assert status["source"].text() == "wtail \u00b7 wire chunks"
    assert status["health"].text() == "8 frames"
    user.pastes(b'data: {"choices":[]}\n\ndata: {oops\n\n')
    assert "1 frame cannot be read" in status["health"].text()
    user.does("close")
    assert status["health"].text() == ""
