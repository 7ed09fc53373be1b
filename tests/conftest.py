"""Lets every test module import ``shared`` from this folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name bytes by their length: packed ones hold the time, and differ from run to run."""
    return f"{argname}: {len(val)} bytes" if isinstance(val, bytes) else None
