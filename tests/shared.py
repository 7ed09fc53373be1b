"""Where the recorded captures and vectors stand, for tests that read them when they are there."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("WIRETAIL_SHARED", Path(__file__).parents[2] / "shared"))
FIXTURES = Path(__file__).parents[1] / "fixtures"


def shared(name: str) -> Path:
    """Return a path in the folder of recordings, or skip the test that asks for it."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"the recordings are not here ({name}); set WIRETAIL_SHARED to their folder")
    return path
