r"""The one set of white space of the grammars: ECMAScript's (spec: unicode, 1.2).

``str.isspace``, ``str.strip()`` and ``\s`` use other sets: U+0085 and U+001C-001F are in theirs and
U+FEFF is not. So strip with ``text.strip(WS)``, and split lines with ``text.split("\n")``.
"""

_SPACES = (
    *range(0x09, 0x0E),
    0x20,
    0xA0,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
    0x3000,
    0xFEFF,
)

#: Every character of the set; none of them is special in a class of a regular expression.
WS = "".join(map(chr, _SPACES))
