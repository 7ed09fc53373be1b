"""The two forms in which text repeats a call whose input is known (spec: tool-call-echo 7).

Nothing guesses where a body ends, and a match stops at the first difference. Possessive
quantifiers: two lazy ones over white space would be quadratic (12).
"""

import re
from collections.abc import Mapping
from typing import Any

from wiretail.engine.echo.headers import CLOSE
from wiretail.engine.echo.json_value import value_before
from wiretail.engine.text.whitespace import WS

PARAMETER = "<parameter="
PARAMETER_CLOSE = "</parameter>"

_BLANK = re.escape(WS)
_BREAK = re.compile(r"\r?\n")
_BLANKS = re.compile(rf"[{_BLANK}]*+")
_END = re.compile(
    rf"[{_BLANK}]*+(?:</parameter>[{_BLANK}]*+)?+(?:</function>[{_BLANK}]*+)?+{CLOSE}"
)
_END_OF_PARAMETERS = re.compile(rf"(?:</function>[{_BLANK}]*+)?+{CLOSE}")


def behind_break(text: str, at: int) -> tuple[int, ...]:
    r"""Return ``at``, and the place behind the one line break (``\n``, ``\r\n``) there, if any."""
    match = _BREAK.match(text, at)
    return (at,) if match is None else (at, match.end())


def skip_blanks(text: str, at: int) -> int:
    """Return the place behind all white space at ``at``."""
    match = _BLANKS.match(text, at)
    assert match
    return match.end()


def end_of_block(text: str, at: int) -> int:
    """Return where the block ends whose input ends at ``at``; -1: something else follows."""
    match = _END.match(text, at)
    return -1 if match is None else match.end()


def match_parameters(members: Mapping[str, Any], text: str, at: int) -> int:
    """Return where the block ends whose body at ``at`` holds exactly these parameters, or -1."""
    left = dict(members)
    at = skip_blanks(text, at)
    while left and text.startswith(PARAMETER, at):
        at += len(PARAMETER)
        key = next((key for key in left if text.startswith(key + ">", at)), None)
        if key is None:
            return -1
        at = _match_value(left.pop(key), text, at + len(key) + 1)
        if at < 0:
            return -1
        at = skip_blanks(text, at)
    match = None if left else _END_OF_PARAMETERS.match(text, at)
    return -1 if match is None else match.end()


def _match_value(value: Any, text: str, at: int) -> int:
    """Return where the closing tag behind this value ends, or -1."""
    if not isinstance(value, str):
        end = value_before(value, text, at, PARAMETER_CLOSE)
        return -1 if end < 0 else end + len(PARAMETER_CLOSE)
    for start in behind_break(text, at):
        if text.startswith(value, start):
            for close in behind_break(text, start + len(value)):
                if text.startswith(PARAMETER_CLOSE, close):
                    return close + len(PARAMETER_CLOSE)
    return -1
