"""Tool names as a request sends them (spec: vscode-lm 2.4)."""

import re

from wiretail.engine.text.surrogates import SURROGATE, join_pairs

_ESCAPE_LIKE = re.compile("_u(?:u|[0-9A-Fa-f]{4})")
_TO_ENCODE = {"lone": SURROGATE, "strict": re.compile("[^A-Za-z0-9_-]")}


def encode_tool_name(name: str, which: str) -> str:
    """Return the name with characters outside the alphabet written ``_uXXXX`` per UTF-16 unit.

    ``which`` is ``lone`` (surrogate halves only) or ``strict`` (all but ``[A-Za-z0-9_-]``).
    Distinct names stay distinct: in a name that looks encoded each ``_u`` becomes ``_uu``. Two
    halves that stand side by side are one character.
    """
    odd, name = _TO_ENCODE[which], join_pairs(name)
    if not odd.search(name) and not _ESCAPE_LIKE.search(name):
        return name
    return odd.sub(_encoded, name.replace("_u", "_uu"))


def _encoded(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass").hex().upper()
    return "".join(f"_u{units[at : at + 4]}" for at in range(0, len(units), 4))
