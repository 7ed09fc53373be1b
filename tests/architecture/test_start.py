"""``wiretail --help`` answers at once: it loads nothing that only a command needs.

Modules are counted here, since time is not the same twice; tests/bench/help_time.py measures it.
"""

import subprocess
import sys

import pytest

#: Slow to import, and needed by some commands only.
HEAVY = {"PySide6", "asyncio", "jsonschema", "multiprocessing", "numpy", "pygments", "rich"}
#: About a third more than there are.
MOST_MODULES = 150

SCRIPT = """
import sys
sys.argv = ["wiretail", *sys.argv[1:]]
from wiretail.__main__ import main
try:
    sys.exit(main())
finally:
    print("\\n" + "\\n".join(sys.modules), file=sys.stderr)
"""


def loaded(*arguments: str) -> set[str]:
    """Return the modules that are loaded when the program has answered."""
    answer = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert answer.returncode == 0, answer.stderr
    return set(answer.stderr.split())


def test_help_loads_nothing_heavy() -> None:
    assert loaded("--help") & HEAVY == set()


def test_help_loads_few_modules() -> None:
    assert len(loaded("--help")) <= MOST_MODULES


@pytest.mark.parametrize("command", ["inspect", "profiles", "formats", "convert", "conform"])
def test_no_command_loads_the_window(command: str) -> None:
    assert not any(
        name.startswith(("PySide6", "wiretail.gui")) for name in loaded(command, "--help")
    )
