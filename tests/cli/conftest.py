import pytest

from cli.terminal import Terminal


@pytest.fixture
def wiretail(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """The command, to be called with its words."""
    return Terminal(capsys, monkeypatch)
