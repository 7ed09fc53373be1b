"""Is there a screen, and is the window installed?"""

import sys

import pytest

from wiretail.cli import display
from wiretail.cli.display import has_display, has_window, require_window
from wiretail.errors import WiretailError

VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize("name", VARIABLES)
def test_a_display_is_named_by_any_of_these(bare: pytest.MonkeyPatch, name: str) -> None:
    assert not has_display()
    bare.setenv(name, "x")
    assert has_display()


@pytest.mark.usefixtures("bare")
def test_without_a_display_a_sentence_says_what_to_do() -> None:
    with pytest.raises(WiretailError, match="wiretail inspect"):
        require_window()


def test_without_qt_a_sentence_says_what_to_install(bare: pytest.MonkeyPatch) -> None:
    bare.setattr(display, "find_spec", lambda _name: None)
    assert not has_window()
    with pytest.raises(WiretailError, match="extra gui"):
        require_window()


def test_with_both_nothing_is_said(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("DISPLAY", ":0")
    require_window()
