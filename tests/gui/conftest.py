"""The window under test: drawn offscreen, with no settings of anybody."""

import os
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

# Before the first application: a screen of one's own is asked for by naming another platform.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from gui.user import User


@pytest.fixture
def user(qtbot: QtBot) -> Iterator[User]:
    """Somebody in front of an empty window."""
    person = User(qtbot)
    yield person
    person.leaves()
