"""Plain text: what a model wrote, without any framing."""

from wiretail.captures.capture import Capture
from wiretail.captures.lines import SAMPLE
from wiretail.captures.source import Source
from wiretail.captures.strangers import text_kind
from wiretail.captures.whole import read_whole

#: Control characters that text may hold: tab, line ends, form feed, and what terminals wrote.
_TEXT_CONTROLS = b"\x08\t\n\x0b\x0c\r\x1b"
_CONTROLS = bytes(code for code in range(32) if code not in _TEXT_CONTROLS)


def recognise(head: bytes) -> tuple[int, str]:
    """Say how far these first bytes are text: 0..100, and why.

    Malformed UTF-8 is what this program is for: some of it is still text. Little of what is binary
    is free of NUL and other control characters.
    """
    kind = text_kind(head)
    if kind:
        return 0, f"it looks like {kind}"
    if len(head) >= SAMPLE and b"\n" not in head:
        return 0, "one line, longer than what is looked at"
    controls = len(head) - len(head.translate(None, _CONTROLS))
    bad = head.decode("utf-8", "replace").count("\ufffd") - head.count(b"\xef\xbf\xbd")
    if b"\0" in head or controls * 50 > len(head) or bad * 4 > len(head):
        return 0, "it holds what is no text"
    return 20, "it is text, and no other format fits"


def read(source: Source, dialect: str | None = None) -> Capture:
    """Read plain text."""
    return read_whole(source, "plain", "plain", dialect)
