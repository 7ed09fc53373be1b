"""The overview bar: every kind of spot has a shape of its own, and a click leads there."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from wiretail.gui.theme import DARK
from wiretail.gui.views.overview_bar import OverviewBar
from wiretail.study.overview import Spot

SPOTS = [
    Spot(0, 10, 1, held=False),
    Spot(250, 260, 2, held=False),
    Spot(500, 510, 3, held=False),
    Spot(750, 760, 0, held=True),
]


def bar_of(qtbot: QtBot) -> OverviewBar:
    bar = OverviewBar()
    qtbot.addWidget(bar)
    bar.resize(bar.width(), 201)
    bar.theme = DARK
    return bar


def test_shapes_differ_without_colour(qtbot: QtBot) -> None:
    bar = bar_of(qtbot)
    shapes = set()
    for spot in SPOTS:
        bar.tell([spot._replace(start=500, end=510)], 1000)
        image = bar.grab().toImage()
        ground = image.pixelColor(8, 50)
        cells = [(x, y) for x in range(1, 15) for y in range(90, 112)]
        shapes.add(frozenset(cell for cell in cells if image.pixelColor(*cell) != ground))
    assert len(shapes) == len(SPOTS)


def test_a_click_leads_to_the_spot_that_is_near_or_to_the_place(qtbot: QtBot) -> None:
    bar = bar_of(qtbot)
    bar.tell(SPOTS, 1000)
    asked: list[tuple[int, int]] = []
    bar.asked.connect(lambda start, end: asked.append((start, end)))
    for y in (102, 40):
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, y))
    assert asked == [(500, 510), (199, 200)]


def test_what_it_shows_is_said(qtbot: QtBot) -> None:
    bar = bar_of(qtbot)
    bar.tell(SPOTS, 1000)
    assert bar.accessibleDescription() == "errors in 1 place, warnings in 1 place, notes in 1 place"
    bar.tell([], 1000)
    assert bar.accessibleDescription() == "nothing found"


def test_nothing_is_asked_of_an_empty_window(qtbot: QtBot) -> None:
    bar = bar_of(qtbot)
    asked: list[object] = []
    bar.asked.connect(lambda *where: asked.append(where))
    bar.grab()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton)
    assert asked == []
