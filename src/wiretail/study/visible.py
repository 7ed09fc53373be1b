"""Stream text made safe to show: what cannot be seen is written out.

The one function for terminals and for messages. Line breaks, tabs and control characters become
their pictures (U+2400 ff.), so an escape sequence moves no cursor; bidirectional controls, zero
width and other invisible characters become a token in square brackets, a lone surrogate its escape
(reference: invisible glyphs of the window; spec: unicode, section 9).
"""

import re
import sys
import unicodedata

#: Names where the field has a short one; every other invisible character is shown by its number.
_NAMES = {
    0x00A0: "\u237d",  # the picture of a no-break space
    0x00AD: "[SHY]",
    0x061C: "[ALM]",
    0x200B: "[ZWSP]",
    0x200C: "[ZWNJ]",
    0x200D: "[ZWJ]",
    0x200E: "[LRM]",
    0x200F: "[RLM]",
    0x2028: "[LS]",
    0x2029: "[PS]",
    0x202A: "[LRE]",
    0x202B: "[RLE]",
    0x202C: "[PDF]",
    0x202D: "[LRO]",
    0x202E: "[RLO]",
    0x2060: "[WJ]",
    0x2066: "[LRI]",
    0x2067: "[RLI]",
    0x2068: "[FSI]",
    0x2069: "[PDI]",
    0xFEFF: "[BOM]",
    0x09: "\u2192",
    0x7F: "\u2421",
}
#: Categories that draw nothing, or that no font is sure to have.
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
#: Letters that draw nothing: Hangul and Khmer fillers, the Braille blank.
_BLANK_LETTERS = frozenset({0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0})
_PLAIN = re.compile(r"[ -~\u00a1-\u00ac\u00ae-\u02ff\ufffd]*")


def token(code: int) -> str:
    """Return how the character with number ``code`` is shown."""
    if code < 0x20 and code != 0x09:
        return chr(0x2400 + code)
    if code in _NAMES:
        return _NAMES[code]
    if 0xFE00 <= code <= 0xFE0F:
        return f"[VS{code - 0xFE00 + 1}]"
    if 0xE0020 <= code <= 0xE007E:
        return f"[TAG {chr(code - 0xE0000)}]"
    if 0xD800 <= code <= 0xDFFF:
        return f"\\u{code:04x}"
    if code in _BLANK_LETTERS or unicodedata.category(chr(code)) in _HIDDEN_CATEGORIES:
        return chr(code) if code == 0x20 else f"[U+{code:04X}]"
    if 0xE0100 <= code <= 0xE01EF:
        return f"[VS{code - 0xE0100 + 17}]"
    return chr(code)


def visible(text: str, limit: int = sys.maxsize) -> str:
    """Return ``text`` with everything invisible written out, cut behind ``limit`` code points.

    The cut counts code points of the input, falls between two of them, and is marked by an
    ellipsis. Letters and marks of every script stay as they are.
    """
    cut = text[:limit]
    more = "\u2026" if len(text) > limit else ""
    if _PLAIN.fullmatch(cut):
        return cut + more
    return "".join([token(ord(character)) for character in cut]) + more


def name(text: str) -> str:
    """Return the name of a tool, a file or a record type as messages show it (64 code points)."""
    return visible(text, 64)
