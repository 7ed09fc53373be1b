"""The capture that a command line names."""

from wiretail.captures import Capture, open_capture
from wiretail.cli.streams import read_input


def open_path(path: str, *, input_format: str | None = None, dialect: str | None = None) -> Capture:
    """Open a capture by its path; ``-`` is standard input.

    Raises :class:`~wiretail.errors.CaptureError`.
    """
    if path == "-":
        return open_capture(None, data=read_input(), input_format=input_format, dialect=dialect)
    return open_capture(path, input_format=input_format, dialect=dialect)
