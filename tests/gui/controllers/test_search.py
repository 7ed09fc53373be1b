"""Words are found in any case, in slices, and in what comes later."""

from pytestqt.qtbot import QtBot

from gui.models.stores import store_of
from wiretail.gui.controllers.search import Search


def found(qtbot: QtBot, search: Search, words: str) -> list[int] | None:
    with qtbot.waitSignal(search.found) as waiting:
        search.start(store_of(), words)
    assert waiting.args is not None
    lines = waiting.args[0]
    return None if lines is None else list(lines)


def test_words_are_found_in_any_case(qtbot: QtBot) -> None:
    search = Search()
    assert found(qtbot, search, "RECOVERED") == [3, 5]
    assert found(qtbot, search, "nowhere") == []
    assert found(qtbot, search, "") is None


def test_held_rows_are_found_when_they_are_shown(qtbot: QtBot) -> None:
    search = Search()
    assert found(qtbot, search, "marker prefix") == []
    search.timing = True
    assert found(qtbot, search, "marker prefix") == [0]


def test_it_goes_on_with_what_came_later(qtbot: QtBot) -> None:
    search = Search()
    found(qtbot, search, "end")
    with qtbot.waitSignal(search.found):
        search.go_on()
