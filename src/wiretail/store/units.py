"""Code points and the bytes that they were written in.

A stretch of payload (what stands between the quotes of a JSON string, or plain text) is walked in
tokens; one token is one code point, or a run of plain ones. ``\\u003c`` is six bytes and one code
point, ``\\ud83d\\ude00`` twelve and one, bytes that are no UTF-8 belong to the mark that replaced
them (spec: unicode, 8).
"""

import re
from bisect import bisect_right
from itertools import accumulate

from wiretail.engine.text.utf8 import repair_bytes

_JSON = re.compile(
    rb"(?P<plain>[^\\\x80-\xff]++)"
    rb"|(?P<wide>[\x80-\xff]++)"
    rb"|(?P<pair>\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?P<number>\\u[0-9a-fA-F]{4})"
    rb"|(?P<escape>\\.?)",
    re.DOTALL,
)
_PLAIN = re.compile(rb"(?P<plain>[^\x80-\xff]++)|(?P<wide>[\x80-\xff]++)")


class Units:
    """The code points of the bytes ``[start, end)`` of ``data``, and where each begins.

    Built in one pass; a lookup is a bisection, and a walk only inside one run of bytes above 7F.
    """

    def __init__(self, data: bytes, start: int, end: int, policy: str, *, json: bool) -> None:
        self._end = end
        self._firsts = [0]  # code points in front of each token
        self._begins: list[int] = []  # the byte where each token begins
        self._wide: dict[int, list[int]] = {}  # token -> offsets of its code points
        self._plain: set[int] = set()
        for match in (_JSON if json else _PLAIN).finditer(data, start, end):
            self._add(match, policy)

    def _add(self, match: re.Match[bytes], policy: str) -> None:
        number = len(self._begins)
        count = 1
        if match.lastgroup == "plain":
            self._plain.add(number)
            count = match.end() - match.start()
        elif match.lastgroup == "wide":
            self._wide[number] = wide_offsets(match.group(), policy)
            count = len(self._wide[number])
        self._begins.append(match.start())
        self._firsts.append(self._firsts[-1] + count)

    def __len__(self) -> int:
        return self._firsts[-1]

    def begin(self, index: int) -> int:
        """Return the byte where code point ``index`` begins; the end for one behind the last."""
        if index >= len(self):
            return self._end
        token = bisect_right(self._firsts, index) - 1
        inside = index - self._firsts[token]
        if token in self._plain:
            return self._begins[token] + inside
        if token in self._wide:
            return self._begins[token] + self._wide[token][inside]
        return self._begins[token]


def wide_offsets(data: bytes, policy: str) -> list[int]:
    """Return the offset of the first byte of each code point that ``data`` is decoded to."""
    offsets: list[int] = []
    at = 0
    for start, end, marks in repair_bytes(data, policy).marks:
        offsets += _whole_offsets(data, at, start)
        step = (end - start) // marks
        offsets += [start + number * step for number in range(marks)]
        at = end
    return offsets + _whole_offsets(data, at, len(data))


def _whole_offsets(data: bytes, start: int, end: int) -> list[int]:
    text = data[start:end].decode("utf-8")
    lengths = [len(character.encode("utf-8")) for character in text]
    return list(accumulate(lengths, initial=start))[:-1]
