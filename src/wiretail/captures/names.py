"""File names as they may be shown: a name is hostile text like any other."""

import os
import unicodedata
from pathlib import Path

_LINE_BREAKS = frozenset({"Zl", "Zp"})


def shown(name: str | Path) -> str:
    r"""Return a file name with everything escaped that is not plain to see.

    Control and format characters (terminal escapes, bidi overrides), line separators, lone
    surrogates of names that are no UTF-8, and unassigned code points become ``\x1b``, ``\u202e``.
    The empty name is shown as two quotes.
    """
    return "".join(_escaped(char) for char in os.fspath(name)) or "''"


def _escaped(char: str) -> str:
    category = unicodedata.category(char)
    if category[0] != "C" and category not in _LINE_BREAKS:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
