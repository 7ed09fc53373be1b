"""A window comes up with what the command line wished for; the bindings keep their references."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from wiretail.assets import assets_folder
from wiretail.errors import ProfileError
from wiretail.gui.application import Wish, application, make_shell, show
from wiretail.gui.controllers.inspection import State

LEAK = str(assets_folder() / "captures" / "split-marker.wtail")


def test_a_wish_is_fulfilled(qtbot: QtBot, tmp_path: Path) -> None:
    wish = Wish(LEAK, profile="observe", tools="none", goto="chunk:4")
    shell = make_shell(wish, tmp_path / "window.json")
    qtbot.addWidget(shell.window)
    qtbot.waitUntil(lambda: shell.inspection.state is State.DONE)
    assert shell.inspection.profile_name == "observe"
    assert shell.selections.current is not None
    assert shell.selections.current.byte_start == 231
    shell.window.close()


def test_a_place_that_is_not_there_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    shell = make_shell(Wish(LEAK, goto="chunk:4000"), tmp_path / "window.json")
    qtbot.addWidget(shell.window)
    shell.window.show()
    qtbot.waitUntil(lambda: shell.inspection.state is State.DONE)
    assert shell.window.banner.sentence == "There is no chunk 4,000: the last is 10."
    shell.window.close()


@pytest.mark.usefixtures("qapp")
def test_a_profile_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ProfileError):
        make_shell(Wish(profile="nonsense"), tmp_path / "window.json")


def test_it_ends_when_the_last_window_is_closed(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIRETAIL_SETTINGS", str(tmp_path / "window.json"))
    QTimer.singleShot(50, qapp.closeAllWindows)
    assert show([Wish()]) == 0
    assert (tmp_path / "window.json").exists()


def test_there_is_one_application(qapp: object) -> None:
    assert application() is qapp


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None and True never go there")
@pytest.mark.parametrize("lasting", [None, True], ids=["None", "True"])
def test_the_bindings_keep_the_references_of_what_they_return(lasting: object) -> None:
    # PySide6 6.12.0 drops one reference a call on CPython 3.11, and then the process aborts.
    thing = QObject()
    before = sys.getrefcount(lasting)
    for number in range(300):
        thing.setObjectName(f"name {number}")
        thing.blockSignals(True)
        thing.objectNameChanged.emit("x")
    assert sys.getrefcount(lasting) > before - 100
