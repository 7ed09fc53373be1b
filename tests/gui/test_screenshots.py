"""Pictures of states are drawn, and every scene has a name of its own."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from wiretail.gui import screenshots
from wiretail.gui.screenshots import SCENES, draw, main, wait


@pytest.mark.parametrize("name", ["recovered", "no-match", "rule"])
@pytest.mark.usefixtures("qtbot")
def test_a_scene_is_drawn(tmp_path: Path, name: str) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    draw(scene, "dark", tmp_path / "picture.png", (900, 600))
    picture = QImage(str(tmp_path / "picture.png"))
    assert (picture.width(), picture.height()) == (900, 600)
    assert (tmp_path / "picture-box.png").exists() == (name == "rule")


def test_names_are_given_once() -> None:
    assert len({scene.name for scene in SCENES}) == len(SCENES)


def test_a_folder_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "FOLDER" in capsys.readouterr().err


@pytest.mark.usefixtures("qapp")
def test_what_never_comes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(QObject):
        said = Signal()

    monkeypatch.setattr(screenshots, "_PATIENCE_MS", 1)
    silent = Silent()
    with pytest.raises(SystemExit):
        wait(silent.said)


@pytest.mark.usefixtures("qapp")
def test_what_comes_is_waited_for() -> None:
    timer = QTimer()
    timer.start(1)
    wait(timer.timeout)
    timer.stop()
