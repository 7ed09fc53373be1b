"""``wiretail open`` loads the window only when one can be shown."""

import os
import subprocess
import sys

import pytest

from wiretail.cli.main import run

QT = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def test_without_a_display_it_says_so_and_exits_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in QT:
        monkeypatch.delenv(name, raising=False)
    assert run(["open", "x.sse"]) == 2
    assert "there is no display" in capsys.readouterr().err


def test_it_passes_on_what_was_wished_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PySide6")
    from wiretail.gui import application

    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    shown: list[object] = []

    def show(wishes: list[application.Wish]) -> int:
        shown.extend(wishes)
        return 0

    monkeypatch.setattr(application, "show", show)
    assert run(["open", "a", "-", "--follow", "--goto", "chunk:14", "--tools", "any"]) == 0
    assert shown == [
        application.Wish("a", None, "any", follow=True, goto="chunk:14"),
        application.Wish("-", None, "any", follow=True, goto="chunk:14"),
    ]
    shown.clear()
    assert run(["open"]) == 0
    assert shown == [application.Wish()]


def test_a_whole_window_comes_up_and_goes_at_ctrl_c() -> None:
    pytest.importorskip("PySide6")
    script = (
        "import os, signal, sys, threading\n"
        "from wiretail.cli.main import run\n"
        "from wiretail.gui import application\n"
        "from PySide6.QtCore import QTimer\n"
        "app = application.application()\n"
        "QTimer.singleShot(0, lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "sys.exit(run(['open']))\n"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "WIRETAIL_SETTINGS": os.devnull}
    answer = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert answer.returncode == 0, answer.stderr
