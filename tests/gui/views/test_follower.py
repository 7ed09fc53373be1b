"""The dock of the channel goes with the selection, while somebody sees it."""

from gui.user import User
from wiretail.assets import assets_folder

LEAK = assets_folder() / "captures" / "split-marker.wtail"


def test_what_the_client_would_have_seen_before_and_after(user: User) -> None:
    user.opens(LEAK)
    user.clicks_event(2)
    assert user.window.channel.before.toPlainText() == ""

    user.window.raise_dock("Follow channel")
    user.qtbot.waitUntil(lambda: user.window.channel.before.toPlainText() != "")
    before, after = user.window.channel.before, user.window.channel.after
    assert before.toPlainText().startswith("I will read the file first.\n\n<function_calls>")
    assert after.toPlainText() == "I will read the file first.\n\n\n\n"
    assert len(before.extraSelections()) == 3

    user.shell.follower.choose(0)
    user.does("close")
    assert user.window.channel.choice.count() == 0
