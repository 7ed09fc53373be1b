"""Lets every test module import ``shared`` from this folder; how properties run."""

import os
import sys
from pathlib import Path

from hypothesis import settings

# A slow machine is no fault of the code, and the one check says the same each time.
settings.register_profile("wiretail", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("wiretail")

sys.path.insert(0, str(Path(__file__).parent))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name bytes by their length: packed ones hold the time, and differ from run to run."""
    return f"{argname}: {len(val)} bytes" if isinstance(val, bytes) else None
