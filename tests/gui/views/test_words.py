"""Words that change often are cut to their room, and move nobody."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from wiretail.gui.views.words import Words


class Layouts(QObject):
    """Counts how often a widget is asked to lay itself out."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def test_other_words_lay_nothing_out(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    words = Words("muted")
    QHBoxLayout(window).addWidget(words)
    window.resize(200, 40)
    with qtbot.waitExposed(window):
        window.show()
    layouts = Layouts(window)
    words.setText("a long name of a file " * 20)
    QApplication.processEvents()
    assert layouts.count == 0
    assert words.text() == "a long name of a file " * 20
    assert words.accessibleName() == words.text()
    assert window.minimumSizeHint().width() < 100
    assert words.width() < 200


def test_they_are_painted(qtbot: QtBot) -> None:
    words = Words()
    qtbot.addWidget(words)
    words.resize(200, 30)
    before = words.grab().toImage()
    words.setText("something")
    assert words.grab().toImage() != before
