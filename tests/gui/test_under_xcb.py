"""A smaller set of the tests with the platform that people have: X11, on a screen that is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def display() -> Iterator[str]:
    """The name of a display that is drawn nowhere."""
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("Xvfb is not installed")
    read, write = os.pipe()
    server = subprocess.Popen(
        [program, "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    if not number:
        server.wait()
        pytest.skip("Xvfb does not start here")
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.mark.skipif("xcb" in os.environ.get("QT_QPA_PLATFORM", ""), reason="it is there already")
def test_the_window_works_on_x11(display: str) -> None:
    environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    environment.pop("PYTEST_ADDOPTS", None)
    answer = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-k", "clicking or dropped or refusal or stood", str(HERE / "views/test_shell.py")),
        ],
        env=environment,
        cwd=HERE.parents[1],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stdout[-4000:]
    assert "passed" in answer.stdout
