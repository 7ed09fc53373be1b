"""The capture that a command line names."""

from wiretail.captures import Capture, Limits, open_capture
from wiretail.cli.streams import read_input


def open_path(path: str, *, input_format: str | None = None, dialect: str | None = None) -> Capture:
    """Open a capture by its path; ``-`` is standard input.

    Raises :class:`~wiretail.errors.CaptureError`, and ``WiretailError`` where standard input brings
    more than ``limits.body_bytes``.
    """
    if path == "-":
        data = read_input(Limits().body_bytes)
        return open_capture(None, data=data, input_format=input_format, dialect=dialect)
    return open_capture(path, input_format=input_format, dialect=dialect)
