"""The joiner: halves of a pair that stand side by side become one character (spec: unicode, 4)."""

import re

#: One half of a surrogate pair. Text in which it is not found needs no repair.
SURROGATE = re.compile("[\ud800-\udfff]")

#: The code points of halves.
HIGH_HALVES = range(0xD800, 0xDC00)
LOW_HALVES = range(0xDC00, 0xE000)

_MARK = "\ufffd"


def join(text: str) -> tuple[str, int]:
    """Return the repaired text, and how many U+FFFD were put in.

    Two halves in their order are joined; each half that stands alone becomes exactly one mark.
    """
    if SURROGATE.search(text) is None:
        return text, 0
    # A decoder of UTF-16 joins what stands side by side; nothing in a Python str ever does.
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined, joined.count(_MARK) - text.count(_MARK)


def join_pairs(text: str) -> str:
    """Return the text with two halves in their order joined; a half that stands alone stays."""
    if text.isascii() or SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
