"""Bytes to text: UTF-8 with every ill-formed piece marked and counted (spec: unicode, 2 and 3).

Two policies: ``maximal-subpart`` puts one U+FFFD for the longest prefix of a well-formed sequence
(what Python, the WHATWG and Node do), ``per-byte`` one for each byte of it.
"""

import re
from typing import NamedTuple

MAXIMAL_SUBPART = "maximal-subpart"
PER_BYTE = "per-byte"
POLICIES = (MAXIMAL_SUBPART, PER_BYTE)

_MARK = "\ufffd"
_ESCAPED = re.compile("[\udc80-\udcff]+")

#: Proper prefixes of well-formed sequences (2.1): what may be completed by the bytes behind it.
_PREFIX = (
    rb"[\xc2-\xdf]|\xe0[\xa0-\xbf]?|[\xe1-\xec\xee\xef][\x80-\xbf]?|\xed[\x80-\x9f]?"
    rb"|\xf0(?:[\x90-\xbf][\x80-\xbf]?)?|[\xf1-\xf3][\x80-\xbf]{0,2}"
    rb"|\xf4(?:[\x80-\x8f][\x80-\xbf]?)?"
)
_PIECE = re.compile(rb"(?:%b)|[\x80-\xff]" % _PREFIX)
_TAIL = re.compile(rb"(?:%b)\Z" % _PREFIX)
_LONGEST_TAIL = 3


class Marks(NamedTuple):
    """One ill-formed piece: its byte range, and how many marks stand for it."""

    start: int
    end: int
    marks: int


class Repaired(NamedTuple):
    """Text made of bytes, and the pieces that were ill-formed, in order."""

    text: str
    marks: list[Marks]

    @property
    def total(self) -> int:
        """How many U+FFFD were put in."""
        return sum(piece.marks for piece in self.marks)


def repair_bytes(data: bytes, policy: str = MAXIMAL_SUBPART) -> Repaired:
    """Return the text of the bytes with every ill-formed piece marked, and where they were.

    Raises ``ValueError`` for an unknown policy.
    """
    if policy not in POLICIES:
        raise ValueError(f"no such policy: {policy}")
    try:
        return Repaired(data.decode(), [])
    except UnicodeDecodeError:
        # errors="replace" does not say where; an escaped byte says it, and cannot be mistaken,
        # because surrogates in UTF-8 are ill-formed themselves.
        return _repaired(data.decode(errors="surrogateescape"), policy)


def _repaired(escaped: str, policy: str) -> Repaired:
    parts: list[str] = []
    marks: list[Marks] = []
    done = at = 0
    for run in _ESCAPED.finditer(escaped):
        clean = escaped[done : run.start()]
        at += len(clean.encode())
        pieces = _pieces(run[0], at, policy)
        marks += pieces
        parts += (clean, _MARK * sum(piece.marks for piece in pieces))
        at += len(run[0])
        done = run.end()
    parts.append(escaped[done:])
    return Repaired("".join(parts), marks)


def _pieces(run: str, at: int, policy: str) -> list[Marks]:
    bad = run.encode(errors="surrogateescape")
    return [
        Marks(at + found.start(), at + found.end(), len(found[0]) if policy == PER_BYTE else 1)
        for found in _PIECE.finditer(bad)
    ]


def incomplete_tail(data: bytes) -> int:
    """Return the length in bytes (0 to 3) of the end that more bytes may complete."""
    found = _TAIL.search(data, max(len(data) - _LONGEST_TAIL, 0))
    return len(found[0]) if found else 0


class Utf8Decoder:
    """Decodes one stream of bytes, cut anywhere: the pieces joined are the text of the whole.

    An incomplete end of at most 3 bytes is ``held`` until it is completed, refuted or closed.
    ``count`` is the number of marks put in so far.
    """

    def __init__(self, policy: str = MAXIMAL_SUBPART) -> None:
        self.policy = policy
        self.held = b""
        self.count = 0

    def feed(self, data: bytes) -> str:
        """Return the text that is settled now; empty data settles nothing."""
        data = self.held + data
        tail = incomplete_tail(data)
        self.held = data[len(data) - tail :]
        return self._text(data[: len(data) - tail])

    def close(self) -> str:
        """Return the marks that stand for the held end."""
        held, self.held = self.held, b""
        return self._text(held)

    def _text(self, data: bytes) -> str:
        repaired = repair_bytes(data, self.policy)
        self.count += repaired.total
        return repaired.text
