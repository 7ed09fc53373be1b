"""From a path, or bytes, to a capture: what it is, and who reads it."""

from pathlib import Path

from wiretail.captures.capture import Capture
from wiretail.captures.dialect import check_dialect
from wiretail.captures.formats import FORMATS, Format
from wiretail.captures.limits import Limits
from wiretail.captures.lines import SAMPLE
from wiretail.captures.names import shown
from wiretail.captures.source import Source, open_source
from wiretail.captures.strangers import binary_kind, text_kind
from wiretail.errors import CaptureError

_EXPECTED = (
    "expected a recording of a model's stream (SSE, JSON lines, HAR, curl -i, .wtail or plain text)"
)


def open_capture(
    path: str | Path | None,
    *,
    data: bytes | None = None,
    input_format: str | None = None,
    dialect: str | None = None,
    limits: Limits | None = None,
) -> Capture:
    """Read a capture file, or ``data`` that was read already (``path`` is then only its name).

    ``input_format`` and ``dialect`` say what the bytes are, instead of their first 64 KiB.

    Raises:
        CaptureError: the source cannot be read as a capture; one sentence says why, what was
            expected and what to do.
    """
    check_dialect(dialect)
    asked = _named(input_format)
    source = open_source(path, data, limits)
    chosen, reason = (asked, "as asked") if asked else _recognised(source)
    if source.cut and chosen.name != "wtail":
        raise CaptureError(
            f"{source.name} is a gzip file that breaks off or is damaged: copy it again, or unpack "
            f"what is left of it (gzip -dc) and open that."
        )
    capture = chosen.read(source, dialect)
    capture.reason = reason
    return capture


def _named(name: str | None) -> Format | None:
    if name is None:
        return None
    for entry in FORMATS:
        if entry.name == name:
            return entry
    names = ", ".join(entry.name for entry in FORMATS)
    raise CaptureError(f"there is no input format {shown(name)}: choose one of {names}.")


def _recognised(source: Source) -> tuple[Format, str]:
    """Ask all formats; the best answer wins, of equal ones the first in the table."""
    kind = binary_kind(source.head)
    if kind:
        raise CaptureError(f"{source.name} is not a capture but {kind}: {_EXPECTED}.")
    answers = [(entry, *entry.recognise(source.head)) for entry in FORMATS]
    chosen, score, reason = max(answers, key=lambda answer: answer[1])
    if score == 0:
        raise CaptureError(f"{source.name} is {_description(source)}: {_EXPECTED}; {_ADVICE}.")
    return chosen, reason


_ADVICE = "say what it is with --input-format (plain reads any bytes as text)"


def _description(source: Source) -> str:
    kind = text_kind(source.head)
    if kind:
        return kind
    if len(source.head) >= SAMPLE and b"\n" not in source.head and b"\0" not in source.head:
        return f"a single line of more than {SAMPLE} bytes in no known format"
    return "binary data in no known format"
