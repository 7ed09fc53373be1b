"""Standard streams of the process: what is read, what is written, and how."""

import os
import sys
from io import TextIOWrapper


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; what cannot be written is escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def silence() -> None:
    """Let nothing more be written: who read our output is gone, also for Python's last flush."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def read_input() -> bytes:
    """Return all bytes of standard input."""
    return sys.stdin.buffer.read()
