"""Undoing gzip and deflate within bounds, piece by piece.

A damaged or endless body does not stop the reading: what was decoded so far is kept, and the answer
says what happened (RFC 1950, 1951, 1952).
"""

import zlib
from dataclasses import dataclass
from enum import StrEnum

from wiretail.captures.body import SLICE, Body, Spool, slices
from wiretail.captures.limits import FREE_BYTES, Limits

GZIP_MAGIC = b"\x1f\x8b\x08"

_GZIP = 31
_ZLIB = 15
_RAW = -15


class Outcome(StrEnum):
    """How the decoding ended. The value completes the sentence "the body ..."."""

    WHOLE = ""
    CUT = "breaks off before its encoding ends"
    DAMAGED = "is damaged"
    TOO_LONG = "is longer than limits.body_bytes"
    TOO_DENSE = "unpacks to more than limits.ratio times its size"


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What was decoded, and how that ended."""

    body: Spool
    outcome: Outcome


def gunzip(body: Body, limits: Limits) -> Unpacked:
    """Undo gzip, all members one behind the other."""
    return _inflate(body, _GZIP, limits)


def inflate(body: Body, limits: Limits) -> Unpacked:
    """Undo HTTP's ``deflate``: zlib as RFC 9110 8.4.1.2 asks, or raw as some servers send it."""
    head = body.read(0, 2)
    zlib_wrapped = len(head) == 2 and head[0] & 15 == 8 and int.from_bytes(head) % 31 == 0
    return _inflate(body, _ZLIB if zlib_wrapped else _RAW, limits)


def _inflate(body: Body, window_bits: int, limits: Limits) -> Unpacked:
    decoder = _Decoder(window_bits, limits)
    for piece in slices(body):
        outcome = decoder.feed(piece)
        if outcome is not None:
            return Unpacked(decoder.out, outcome)
    return Unpacked(decoder.out, Outcome.WHOLE if decoder.at_member_end else Outcome.CUT)


class _Decoder:
    """Decodes pieces into a spool until something ends it."""

    def __init__(self, window_bits: int, limits: Limits) -> None:
        self.out = Spool()
        self._bits = window_bits
        self._limits = limits
        self._taken = 0
        self._zlib = zlib.decompressobj(window_bits)

    @property
    def at_member_end(self) -> bool:
        return self._zlib.eof

    def feed(self, piece: bytes) -> Outcome | None:
        """Decode a piece; answers how the decoding ended, None while it goes on."""
        self._taken += len(piece)
        while piece:
            if self._zlib.eof and not self._next_member(piece):
                return Outcome.WHOLE
            try:
                data = self._zlib.decompress(piece, SLICE)
            except zlib.error:
                return Outcome.DAMAGED
            passed = self._keep(data)
            if passed is not None:
                return passed
            piece = self._zlib.unconsumed_tail or self._zlib.unused_data
        return None

    def _next_member(self, rest: bytes) -> bool:
        """Begin another gzip member; what is none (padding) ends the body."""
        if self._bits != _GZIP or rest[:1] != GZIP_MAGIC[:1]:
            return False
        self._zlib = zlib.decompressobj(self._bits)
        return True

    def _keep(self, data: bytes) -> Outcome | None:
        bound = max(FREE_BYTES, self._taken * self._limits.ratio)
        room = min(self._limits.body_bytes, bound) - self.out.size
        self.out.append(data[:room])
        if len(data) <= room:
            return None
        too_long = self._limits.body_bytes <= bound
        return Outcome.TOO_LONG if too_long else Outcome.TOO_DENSE
