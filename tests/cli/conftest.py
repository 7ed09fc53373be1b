import pytest

from cli.terminal import Terminal


@pytest.fixture
def wiretail(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """The command, to be called with its words, on a machine without a display."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    return Terminal(capsys, monkeypatch)
