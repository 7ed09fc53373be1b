"""The verdict strip and the banner."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from wiretail.gui.views.strip import Banner, VerdictStrip


def test_its_buttons_say_what_is_asked_for(qtbot: QtBot) -> None:
    strip = VerdictStrip()
    qtbot.addWidget(strip)
    strip.show()
    strip.tell("A <b>leak</b>\u202e", 2, [("offer_tool", "Read", "Offer Read"), ("x", "", "X")])
    assert strip.sentence == "A <b>leak</b>[RLO]"
    with qtbot.waitSignal(strip.asked) as asked:
        QTest.mouseClick(strip.buttons()[0], Qt.MouseButton.LeftButton)
    assert asked.args == ["offer_tool", "Read"]
    same = strip.buttons()
    strip.tell("B", 3, [("offer_tool", "Read", "Offer Read"), ("x", "", "X")])
    assert strip.buttons() == same
    strip.tell("B", 3, [("offer_tool", "Write", "Offer Read"), ("x", "", "X")])
    with qtbot.waitSignal(strip.asked) as asked:
        QTest.mouseClick(strip.buttons()[0], Qt.MouseButton.LeftButton)
    assert asked.args == ["offer_tool", "Write"]
    strip.tell("C", 0, [])
    assert strip.buttons() == []


def test_progress_is_shown_while_there_is_some(qtbot: QtBot) -> None:
    strip = VerdictStrip()
    qtbot.addWidget(strip)
    strip.progress(5, 10)
    assert strip.busy
    strip.progress(0, 0)
    assert not strip.busy


def test_a_banner_can_be_put_away(qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    banner.say("The file was replaced.")
    assert banner.sentence == "The file was replaced."
    banner.clear()
    assert banner.sentence == ""
