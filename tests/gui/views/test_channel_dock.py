"""A channel before and after, side by side."""

from pytestqt.qtbot import QtBot

from wiretail.gui.theme import DARK
from wiretail.gui.views.channel_dock import ChannelDock
from wiretail.model.deltas import Channel
from wiretail.study.client_view import Piece, View


def test_before_and_after_are_shown_and_what_went_is_tinted(qtbot: QtBot) -> None:
    dock = ChannelDock()
    qtbot.addWidget(dock)
    dock.offer(["text", "reasoning"], 0)
    dock.tell(View(Channel(), "a<x>b", "ab", [Piece(1, 4, "recovered", 0)]))
    dock.dress(DARK)
    dock.set_size(11)
    assert [one.cursor.selectedText() for one in dock.before.extraSelections()] == ["<x>"]
    assert dock.after.toPlainText() == "ab"
    dock.select(1)
    with qtbot.waitSignal(dock.asked) as asked:
        dock.choice.activated.emit(1)
    assert asked.args == [1]
    dock.tell(None)
