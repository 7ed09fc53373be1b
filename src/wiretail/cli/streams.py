"""Standard streams of the process: what is read, what is written, and how."""

import errno
import os
import sys
from io import RawIOBase, TextIOWrapper
from typing import TextIO

from wiretail.errors import WiretailError

_PIECE = 65_536


class _Closed(RawIOBase):
    """Stands for an output that the caller has closed: whatever is written fails."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:  # noqa: ARG002 - the name is that of the base
        raise OSError(errno.EBADF, "standard output is closed")


def stand_in() -> None:
    """Put something where the process was started without an output: Python has None there.

    Output that is lost is an error when it is written, messages that are lost are none.
    """
    # Nobody closes these two: they live as long as the process.
    if sys.stdout is None:
        sys.stdout = TextIOWrapper(_Closed(), encoding="utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; what cannot be written is escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def silence(stream: TextIO) -> None:
    """Let nothing more be written to a stream that takes nothing, not even by Python's last flush.

    Raises ``OSError`` for a stream without a file.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def read_input(limit: int) -> bytes:
    """Return all bytes of standard input.

    Raises :class:`~wiretail.errors.WiretailError` where it is closed, or brings more than ``limit``
    bytes.
    """
    if sys.stdin is None:
        raise WiretailError("standard input is closed: give it something to read, or name a file.")
    parts: list[bytes] = []
    size = 0
    while data := sys.stdin.buffer.read(_PIECE):
        parts.append(data)
        size += len(data)
        if size > limit:
            raise WiretailError(
                f"standard input brings more than {limit} bytes: write it to a file, and name that."
            )
    return b"".join(parts)
