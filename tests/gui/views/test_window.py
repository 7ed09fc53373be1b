"""Where everything stands: panes, docks, names, drops."""

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QDockWidget, QWidget

from gui.user import User
from wiretail.assets import assets_folder

LEAK = assets_folder() / "captures" / "split-marker.wtail"


def test_every_pane_has_a_name_for_who_cannot_see_it(user: User) -> None:
    for pane in (*user.window.panes(), user.window.finder, user.window.profile):
        assert pane.accessibleName()


def test_f6_goes_through_the_panes_and_back(user: User) -> None:
    user.opens(LEAK)
    user.window.chunks.setFocus()
    seen: list[QWidget | None] = []
    for _ in user.window.panes():
        user.presses("F6")
        seen.append(user.window.focusWidget())
    assert seen == [*user.window.panes()[1:], user.window.chunks]
    user.presses("Shift+F6")
    assert user.window.focusWidget() is user.window.findings


def test_a_drag_shows_where_it_may_be_dropped(user: User) -> None:
    mime = QMimeData()
    mime.setText("hello")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    user.window.dragEnterEvent(enter)
    assert enter.isAccepted()
    assert not user.window._veil.isHidden()
    user.window.dragLeaveEvent(QDragLeaveEvent())
    assert user.window._veil.isHidden()


def test_a_closed_dock_stays_closed_and_can_be_opened_again(user: User) -> None:
    user.opens(LEAK)
    dock = user.window.findChildren(QDockWidget)[0]
    dock.toggleViewAction().trigger()
    assert dock.isHidden()
    user.opens(LEAK)
    assert dock.isHidden()
    dock.toggleViewAction().trigger()
    assert not dock.isHidden()


def test_at_twice_the_size_nothing_of_the_strip_is_cut(user: User) -> None:
    user.opens(LEAK)
    for _ in range(8):
        user.does("larger")
    assert user.shell.settings.size == 20.0
    label = user.window.strip._sentence
    assert label.heightForWidth(label.width()) <= label.height()
    user.does("usual_size")
    user.does("smaller")
    assert user.shell.settings.size == 9.0
