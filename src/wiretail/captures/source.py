"""A source as its reader sees it: a name, the first bytes, and all bytes on demand.

The only place of the readers that touches the file system. Whatever can be wrong with a file before
its content matters is said here, in one sentence.
"""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from wiretail.captures.body import SLICE, Body, FileBody, MemoryBody, Spool
from wiretail.captures.limits import Limits
from wiretail.captures.lines import SAMPLE
from wiretail.captures.names import shown
from wiretail.captures.unpack import GZIP_MAGIC, Outcome, gunzip
from wiretail.errors import CaptureError

STANDARD_INPUT = "standard input"


@dataclass(slots=True)
class Source:
    """The bytes of a capture file, gzip around the file undone.

    ``verbatim``: places in ``body`` are places in the file. ``cut``: the gzip around it breaks off.
    """

    name: str
    body: Body
    limits: Limits = field(default_factory=Limits)
    verbatim: bool = True
    cut: bool = False
    notes: list[str] = field(default_factory=list)
    head: bytes = b""

    def __post_init__(self) -> None:
        self.head = self.body.read(0, SAMPLE)

    @property
    def sampled(self) -> bool:
        """Whether the head is only the beginning of the source."""
        return self.body.size > len(self.head)


def open_source(
    path: str | Path | None, data: bytes | None = None, limits: Limits | None = None
) -> Source:
    """Open a file, or bytes that were read already.

    Raises:
        CaptureError: there is nothing to read: missing, empty, a folder, a device, forbidden, or
            a gzip file that breaks off.
    """
    name = STANDARD_INPUT if path is None else shown(path)
    body = MemoryBody(data) if data is not None else _file_body(path, name, limits or Limits())
    source = Source(name, body, limits or Limits())
    if not body.size:
        raise CaptureError(
            f"{name} is empty: a capture holds at least one byte of a response; record it again."
        )
    return _gunzipped(source) if source.head.startswith(GZIP_MAGIC) else source


def _file_body(path: str | Path | None, name: str, limits: Limits) -> Body:
    if path is None:
        raise ValueError("neither a path nor data")
    try:
        status = os.stat(path)  # noqa: PTH116 - Path() refuses nothing more, and says less
        _check_kind(status.st_mode, name)
        if stat.S_ISREG(status.st_mode):
            with Path(path).open("rb"):  # may it be read at all?
                return FileBody(Path(path).absolute(), 0, status.st_size)
        return _drained(Path(path), name, limits)
    except FileNotFoundError as error:
        raise CaptureError(
            f"there is no file {name}: check the path, or give - to read standard input."
        ) from error
    except PermissionError as error:
        raise CaptureError(
            f"{name} may not be read: you lack the permission; change it or copy the file."
        ) from error
    except ValueError as error:  # a NUL in the name
        raise CaptureError(f"{name} is no name that a file can have: check the path.") from error
    except OSError as error:
        raise CaptureError(f"{name} cannot be read ({error.strerror}): check the path.") from error


def _check_kind(mode: int, name: str) -> None:
    if stat.S_ISDIR(mode):
        raise CaptureError(f"{name} is a folder: name one capture file in it.")
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise CaptureError(f"{name} is a device or a socket: name a capture file, or - for a pipe.")


def _drained(path: Path, name: str, limits: Limits) -> Body:
    """Read a pipe to its end: it can be read only once."""
    spool = Spool()
    with path.open("rb") as file:
        while data := file.read(SLICE):
            spool.append(data)
            if spool.size > limits.body_bytes:
                raise CaptureError(
                    f"{name} brings more than limits.body_bytes ({limits.body_bytes} bytes): "
                    f"write it to a file, and open that."
                )
    return spool


def _gunzipped(packed: Source) -> Source:
    unpacked = gunzip(packed.body, packed.limits)
    outcome = unpacked.outcome
    if not unpacked.body.size:
        how = outcome or "holds nothing"
        raise CaptureError(
            f"{packed.name} is a gzip file that {how}: nothing can be read of it; copy it again."
        )
    source = Source(packed.name, unpacked.body, packed.limits, verbatim=False)
    source.cut = outcome in {Outcome.CUT, Outcome.DAMAGED}
    if outcome:
        source.notes.append(f"the gzip file {outcome}; what comes before that is read.")
    return source
