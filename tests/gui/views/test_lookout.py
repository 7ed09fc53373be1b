"""The overview follows the capture, the search and the list; a click on it goes there."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gui.user import User
from wiretail.assets import assets_folder

CAPTURES = assets_folder() / "captures"
LONG = b"".join(
    b'data: {"choices":[{"index":0,"delta":{"%s":"word "}}]}\n\n' % kind
    for kind in (b"content", b"reasoning_content") * 150
)


def test_it_shows_the_findings_and_leads_to_them(user: User) -> None:
    user.opens(CAPTURES / "split-marker.wtail")
    bar = user.window.overview
    assert {spot.severity for spot in bar.spots} >= {2}
    grave = next(spot for spot in bar.spots if spot.severity == 2)
    y = round(bar._middle(grave))
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, y))
    assert user.selected is not None
    row = user.shell.desk.row()
    store = user.shell.desk.store
    assert store is not None
    assert store.row(row).severity == 2
    user.does("close")
    assert bar.spots == ()


def test_where_nothing_is_it_leads_to_the_place(user: User) -> None:
    user.pastes(LONG)
    bar = user.window.overview
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, bar.height() // 2))
    assert user.selected is not None
    assert abs(user.selected[0] - len(LONG) // 2) < len(LONG) // 50


def test_its_frame_moves_with_the_list(user: User) -> None:
    user.pastes(LONG)
    bar = user.window.overview
    top = bar.in_view
    user.presses("End", user.window.events)
    assert bar.in_view[0] > top[0]
    assert bar.in_view[1] == len(LONG)


def test_what_a_search_finds_has_a_mark(user: User) -> None:
    user.pastes(LONG)
    user.types("reasoning")
    assert len(user.window.overview.matches) == 150
    user.types("no such words")
    assert user.window.overview.matches == ()
