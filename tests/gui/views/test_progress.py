"""The line says how far it is, and paints it only when the window paints."""

from pytestqt.qtbot import QtBot

from wiretail.gui.views.progress import ProgressLine


def test_as_much_of_the_line_is_painted_as_is_done(qtbot: QtBot) -> None:
    line = ProgressLine()
    qtbot.addWidget(line)
    line.resize(200, 4)
    line.tell(1, 4)
    picture = line.grab().toImage()
    done, left = picture.pixelColor(49, 2), picture.pixelColor(51, 2)
    assert (done.name(), left.name()) == (line.theme.accent, line.theme.header)
    assert line.accessibleDescription() == "25 %"


def test_where_there_is_nothing_to_wait_for_there_is_no_line(qtbot: QtBot) -> None:
    line = ProgressLine()
    qtbot.addWidget(line)
    line.tell(0, 0)
    assert line.isHidden()
    line.tell(9, 4)
    assert line.percent == 100
